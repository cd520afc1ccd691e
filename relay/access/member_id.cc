#include "relay/access/member_id.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace collie::relay {
namespace {

constexpr size_t kMostNameBytes = 63;
constexpr size_t kSuffixBytes = 1 + 6;

std::string Slug(std::string_view label) {
  std::string slug;
  for (char c : label) {
    if (slug.size() == kMostNameBytes - kSuffixBytes) break;
    const auto byte = static_cast<unsigned char>(c);
    if (absl::ascii_isalnum(byte)) {
      slug += absl::ascii_tolower(byte);
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  if (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug.empty() ? "host" : slug;
}

}  // namespace

std::string MintMemberId(std::string_view label, ids::RandomSource& random) {
  return absl::StrCat(Slug(label), "-", random.Hex(3));
}

}  // namespace collie::relay
