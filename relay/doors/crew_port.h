#ifndef COLLIE_RELAY_DOORS_CREW_PORT_H_
#define COLLIE_RELAY_DOORS_CREW_PORT_H_

#include <optional>
#include <string>

#include "relay/acts/ports.h"
#include "relay/fanout/receipt_news.h"
#include "relay/fanout/wakers.h"
#include "relay/merge/crew_view.h"
#include "relay/store/relay_store.h"

namespace collie::relay {

// The merged state as the acts see it, and what acts change in it. Thread-safe.
class MergedCrewPort final : public CrewPort {
 public:
  MergedCrewPort(CrewView& view, RelayStore& store, ReceiptNews& receipts, Wakers& wakers)
      : view_(view), store_(store), receipts_(receipts), wakers_(wakers) {}

  ActTarget Look(const ids::ConversationKey& conversation) override;
  std::optional<AskPlace> FindOneUse(const std::string& one_use_id) override;
  void SetBusy(const ids::ConversationKey& conversation, bool busy) override;
  void AnswerEndedUndecided(const ids::ConversationKey& conversation, const std::string& ask_id,
                            const std::string& hash) override;
  void ReceiptChanged(const v1::Receipt& receipt) override;

 private:
  CrewView& view_;
  RelayStore& store_;
  ReceiptNews& receipts_;
  Wakers& wakers_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_DOORS_CREW_PORT_H_
