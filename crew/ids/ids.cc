#include "crew/ids/ids.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace collie::ids {
namespace {

constexpr size_t kLongestName = 63;
constexpr size_t kLongestWireId = 128;

bool IsLowerAlnum(char c) { return absl::ascii_islower(c) || absl::ascii_isdigit(c); }

}  // namespace

bool IsName(std::string_view text) {
  if (text.empty() || text.size() > kLongestName || !IsLowerAlnum(text.front())) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return IsLowerAlnum(c) || c == '-'; });
}

bool IsWireId(std::string_view text) {
  if (text.empty() || text.size() > kLongestWireId || text == "." || text == "..") return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(c) || c == '.' || c == '_' || c == ':' || c == '-';
  });
}

bool IsOpaque(std::string_view text) {
  if (text.empty() || text.size() > kLongestWireId) return false;
  return std::none_of(text.begin(), text.end(), [](char c) { return absl::ascii_iscntrl(c); });
}

ConversationKey ConversationKey::From(const v1::Conversation& conversation) {
  return {conversation.member(), conversation.source(), conversation.pane()};
}

v1::Conversation ConversationKey::ToProto() const {
  v1::Conversation conversation;
  conversation.set_member(member);
  conversation.set_source(source);
  conversation.set_pane(pane);
  return conversation;
}

std::string ConversationKey::ToString() const {
  return pane.empty() ? absl::StrCat(member, "/", source)
                      : absl::StrCat(member, "/", source, "/", pane);
}

}  // namespace collie::ids
