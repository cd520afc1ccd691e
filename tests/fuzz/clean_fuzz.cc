// Cleaning over any bytes; the first byte is the limit. The result is UTF-8, within the limit, and
// stays as it is when cleaned again.
#include <utf8proc.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "crew/text/clean.h"

namespace collie::text {
namespace {

void Demand(bool holds) {
  if (!holds) std::abort();
}

size_t CountCharacters(std::string_view text) {
  size_t count = 0;
  while (!text.empty()) {
    utf8proc_int32_t code = 0;
    const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &code);
    Demand(size > 0);
    text.remove_prefix(static_cast<size_t>(size));
    ++count;
  }
  return count;
}

void FuzzOne(Cleaned (*clean)(std::string_view, size_t), std::string_view text, size_t most) {
  const Cleaned once = clean(text, most);
  Demand(CountCharacters(once.text) <= most);
  Demand(once.altered == (once.text != text));
  const Cleaned twice = clean(once.text, most);
  Demand(!twice.altered && twice.text == once.text);
}

}  // namespace
}  // namespace collie::text

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace collie::text;
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  FuzzOne(CleanLine, text, data[0]);
  FuzzOne(CleanText, text, data[0]);
  Demand(TerminalSafe(text, data[0]).find('\x1b') == std::string::npos);
  return 0;
}
