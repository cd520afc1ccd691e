#include "crew/source/reason.h"

#include <utility>

namespace collie {
namespace {

constexpr std::pair<SourceReason, std::string_view> kWords[] = {
    {SourceReason::kNone, ""},
    {SourceReason::kAgentRefused, "agent-refused"},
    {SourceReason::kBadAddress, "bad-address"},
    {SourceReason::kBadReply, "bad-reply"},
    {SourceReason::kConnectionLost, "connection-lost"},
    {SourceReason::kDeadline, "deadline"},
    {SourceReason::kDraining, "draining"},
    {SourceReason::kDuplicateSource, "duplicate-source"},
    {SourceReason::kMemberUnreachable, "member-unreachable"},
    {SourceReason::kNoSuchConversation, "no-such-conversation"},
    {SourceReason::kNotConnected, "not-connected"},
    {SourceReason::kOverBudget, "over-budget"},
    {SourceReason::kSocketNotPrivate, "socket-not-private"},
    {SourceReason::kSourceUnreachable, "source-unreachable"},
    {SourceReason::kStarting, "starting"},
    {SourceReason::kTokenRefused, "token-refused"},
    {SourceReason::kTooLarge, "too-large"},
    {SourceReason::kVersionMismatch, "version-mismatch"},
};

}  // namespace

std::string ApiWord(SourceReason reason) {
  for (const auto& [known, word] : kWords) {
    if (known == reason) return std::string(word);
  }
  return "";
}

std::optional<SourceReason> SourceReasonOf(std::string_view word) {
  for (const auto& [reason, known] : kWords) {
    if (known == word) return reason;
  }
  return std::nullopt;
}

}  // namespace collie
