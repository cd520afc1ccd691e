#include "relay/acts/effect_lane.h"

#include "absl/hash/hash.h"

namespace collie::relay {
namespace {

constexpr size_t kAll = 0;

struct Laner {
  size_t operator()(const AcceptRecord& accept) const { return Of(accept.record.receipt); }
  size_t operator()(const ChangeRecord& change) const { return OfId(change.request_id); }
  size_t operator()(const LookUp& look) const { return Of(look.conversation); }
  size_t operator()(const Dispatch& dispatch) const { return Of(dispatch.conversation); }
  size_t operator()(const QueryEdge& query) const {
    return Of(ids::ConversationKey::From(query.settle.conversation()));
  }
  size_t operator()(const Acknowledge& ack) const { return OfId(ack.ack.request_id()); }
  size_t operator()(const SetBusy& busy) const { return Of(busy.conversation); }
  size_t operator()(const SpendOneUse& spend) const { return Of(spend.conversation); }
  size_t operator()(const PublishReceipt& publish) const { return Of(publish.receipt); }
  size_t operator()(const Reply& reply) const {
    return reply.reply.receipt.has_value() ? Of(*reply.reply.receipt) : kAll;
  }
  size_t operator()(const StateChanged& changed) const { return OfId(changed.request_id); }
  size_t operator()(const EventIgnored& ignored) const { return OfId(ignored.request_id); }
  // What concerns all acts, and what ActCore takes itself.
  template <typename Other>
  size_t operator()(const Other&) const {
    return kAll;
  }

  static size_t OfId(const std::string& request_id) { return absl::HashOf(request_id); }
  static size_t Of(const ids::ConversationKey& conversation) { return absl::HashOf(conversation); }
  static size_t Of(const v1::Receipt& receipt) {
    return Of(ids::ConversationKey::From(receipt.conversation()));
  }
};

}  // namespace

size_t LaneOf(const ActEffect& effect) { return std::visit(Laner{}, effect); }

}  // namespace collie::relay
