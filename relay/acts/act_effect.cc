#include "relay/acts/act_effect.h"

#include "absl/strings/str_cat.h"
#include "crew/receipt/words.h"

namespace collie::relay {
namespace {

std::string FenceText(const v1::Fence& fence) {
  return absl::StrCat(fence.term(), ".", fence.number());
}

std::string ReplyText(const ActReply& reply) {
  if (reply.bad_request) return "bad-request";
  if (reply.overloaded) return "overloaded";
  if (!reply.receipt.has_value()) {
    return absl::StrCat("no receipt, ", receipt::ApiWord(reply.refused));
  }
  const v1::Receipt& receipt = *reply.receipt;
  const std::string reason = std::string(receipt::ApiWord(receipt.reason()));
  return absl::StrCat(receipt.request_id(), " ", receipt::ApiWord(receipt.outcome()),
                      reason.empty() ? "" : " ", reason, receipt.replayed() ? ", replayed" : "");
}

struct Describer {
  std::string operator()(const TakeLock&) const { return "take lock"; }
  std::string operator()(const StopWaiting&) const { return "stop waiting"; }
  std::string operator()(const KeepLock&) const { return "keep lock"; }
  std::string operator()(const ReleaseLock&) const { return "release lock"; }
  std::string operator()(const ReplyAll& all) const {
    return absl::StrCat("reply all ", ReplyText(all.reply));
  }
  std::string operator()(const FollowRecord& follow) const {
    return absl::StrCat("follow ", follow.record.receipt.request_id());
  }
  std::string operator()(const AcceptRecord& accept) const {
    return absl::StrCat("accept ", accept.record.receipt.request_id());
  }
  std::string operator()(const ChangeRecord& change) const {
    return absl::StrCat("write ", Name(change.change), " of ", change.request_id);
  }
  std::string operator()(const LookUp& look) const {
    return absl::StrCat("look up ", look.conversation.ToString(), " for ", look.request_id);
  }
  std::string operator()(const Dispatch& dispatch) const {
    return absl::StrCat("dispatch ", dispatch.request_id, " attempt ", dispatch.attempt);
  }
  std::string operator()(const QueryEdge& query) const {
    return absl::StrCat("query ", query.member, " about ", query.settle.request_id(), " attempt ",
                        query.settle.attempt(), " fence ", FenceText(query.settle.fence()));
  }
  std::string operator()(const Acknowledge& ack) const {
    return absl::StrCat("acknowledge ", ack.ack.request_id(), " attempt ", ack.ack.attempt(), " ",
                        receipt::ApiWord(ack.ack.outcome()));
  }
  std::string operator()(const SetBusy& busy) const {
    return absl::StrCat(busy.is_busy ? "busy " : "free ", busy.conversation.ToString());
  }
  std::string operator()(const SpendOneUse& spend) const {
    return absl::StrCat("spend one-use id of ", spend.ask_id.value());
  }
  std::string operator()(const PublishReceipt& publish) const {
    ActReply reply;
    reply.receipt = publish.receipt;
    return absl::StrCat("publish ", ReplyText(reply));
  }
  std::string operator()(const ReadForHealing& read) const {
    return absl::StrCat("read ", read.conversations.size(), " conversations for healing");
  }
  std::string operator()(const Reply& reply) const {
    return absl::StrCat("reply ", ReplyText(reply.reply));
  }
  std::string operator()(const DeadlineMoved&) const { return "deadline moved"; }
  std::string operator()(const LogLine& log) const { return absl::StrCat("log ", log.line); }
  std::string operator()(const StateChanged& changed) const {
    return absl::StrCat(changed.request_id, ": ", Name(changed.from), " -> ", Name(changed.to),
                        " (", changed.why, ")");
  }
  std::string operator()(const EventIgnored& ignored) const {
    return absl::StrCat(ignored.request_id, ": ", Name(ignored.state), " ignores ",
                        Name(ignored.event));
  }
};

}  // namespace

std::string Describe(const ActEffect& effect) { return std::visit(Describer{}, effect); }

}  // namespace collie::relay
