#include "crew/text/clean_field.h"

#include <utility>

#include "crew/text/clean.h"

namespace collie::text {
namespace {

bool Replace(std::string* text, Cleaned cleaned) {
  if (cleaned.altered) *text = std::move(cleaned.text);
  return cleaned.altered;
}

bool Empty(std::string* text) {
  const bool changed = !text->empty();
  text->clear();
  return changed;
}

}  // namespace

bool SanitizeLine(std::string* line, size_t max_characters) {
  return Replace(line, CleanLine(*line, max_characters));
}

bool SanitizeText(std::string* text, size_t max_characters) {
  return Replace(text, CleanText(*text, max_characters));
}

bool SanitizeId(std::string* id) { return !ids::IsWireId(*id) && Empty(id); }

bool SanitizeOpaque(std::string* opaque) { return !ids::IsOpaque(*opaque) && Empty(opaque); }

bool IsPresentable(const google::protobuf::Timestamp& time) {
  constexpr int64_t kEndOf9999 = 253402300800;  // seconds
  return time.seconds() >= 0 && time.seconds() < kEndOf9999 && time.nanos() >= 0 &&
         time.nanos() < 1'000'000'000;
}

}  // namespace collie::text
