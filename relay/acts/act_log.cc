#include "relay/acts/act_log.h"

#include "absl/strings/str_cat.h"
#include "crew/ids/ids.h"
#include "crew/receipt/words.h"
#include "crew/text/clean.h"

namespace collie::relay {
namespace {

constexpr size_t kNameCharacters = 400;  // a conversation's three ids at their longest

std::string OrDash(std::string word) { return word.empty() ? "-" : std::move(word); }

// The milliseconds since the step before, which the step then is.
std::string Since(clock::Steady& before, std::optional<clock::Steady> step) {
  if (!step.has_value()) return "-";
  const absl::Duration took = *step - before;
  before = *step;
  return absl::StrCat(absl::ToInt64Milliseconds(took));
}

}  // namespace

std::string ActLine(const v1::Receipt& receipt, v1::Reason no_receipt, clock::Steady began,
                    const ActSteps& steps, clock::Steady now) {
  const bool is_kept = no_receipt == v1::REASON_UNSPECIFIED;
  const std::string name = ids::ConversationKey::From(receipt.conversation()).ToString();
  clock::Steady before = began;
  std::string line =
      absl::StrCat("act=", receipt::ApiWord(receipt.act()),
                   " request=", text::TerminalSafe(receipt.request_id()),
                   " conversation=", text::TerminalSafe(name, kNameCharacters),
                   " outcome=", is_kept ? receipt::ApiWord(receipt.outcome()) : "none",
                   " reason=", OrDash(receipt::ApiWord(is_kept ? receipt.reason() : no_receipt)),
                   " attempts=", receipt.attempts());
  absl::StrAppend(&line, " accepted_ms=", Since(before, steps.accepted));
  absl::StrAppend(&line, " dispatched_ms=", Since(before, steps.dispatched));
  absl::StrAppend(&line, " ended_ms=", Since(before, now));
  return line;
}

}  // namespace collie::relay
