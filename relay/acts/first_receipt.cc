#include "relay/acts/first_receipt.h"

#include <algorithm>
#include <string>

#include "crew/receipt/fit.h"
#include "crew/receipt/timestamp.h"

namespace collie::relay {
namespace {

std::string LabelOf(const v1::Ask& ask, const std::string& option_id) {
  const auto found =
      std::find_if(ask.options().begin(), ask.options().end(),
                   [&](const v1::AskOption& option) { return option.id() == option_id; });
  return found == ask.options().end() ? "" : found->label();
}

void AddLabels(const v1::AnswerAsk& answer, const v1::Pane* pane, v1::Receipt& receipt) {
  const v1::Ask* ask = pane == nullptr ? nullptr : receipt::FindAsk(*pane, answer.ask_id());
  if (ask == nullptr || ask->hash() != answer.hash()) return;
  for (const std::string& id : answer.answer().picked().option_ids()) {
    receipt.add_option_labels(LabelOf(*ask, id));
  }
}

// What was done, so that two receipts of one kind can be distinguished.
void AddDeed(const v1::ActRequest& request, const v1::Pane* pane, v1::Receipt& receipt) {
  if (request.has_answer()) {
    receipt.set_ask_id(request.answer().ask_id());
    receipt.set_ask_hash(request.answer().hash());
    *receipt.mutable_answer() = request.answer().answer();
    AddLabels(request.answer(), pane, receipt);
  }
  if (request.has_one_tap()) {
    receipt.set_ask_hash(request.one_tap().hash());
    receipt.mutable_answer()->mutable_picked()->add_option_ids(request.one_tap().option_id());
  }
  if (request.has_send()) receipt.set_turn(request.send().turn());
  if (request.has_steer()) receipt.set_turn(request.steer().turn());
  if (request.has_stop()) receipt.set_turn(request.stop().turn());
}

}  // namespace

v1::Receipt FirstReceipt(const Caller& caller, const v1::ActRequest& request, const v1::Pane* pane,
                         absl::Time now) {
  v1::Receipt receipt;
  receipt.set_request_id(request.request_id());
  if (request.has_conversation()) *receipt.mutable_conversation() = request.conversation();
  receipt.set_act(receipt::KindOf(request));
  receipt.set_outcome(v1::OUTCOME_PENDING);
  receipt.set_channel("program");
  receipt.set_device(caller.device);
  receipt.set_device_id(caller.device_id);
  AddDeed(request, pane, receipt);
  *receipt.mutable_accepted_at() = receipt::ToTimestamp(now);
  return receipt;
}

}  // namespace collie::relay
