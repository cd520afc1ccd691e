#ifndef COLLIE_RELAY_SERVICE_CREW_PORT_H_
#define COLLIE_RELAY_SERVICE_CREW_PORT_H_

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/ids/typed_id.h"
#include "relay/acts/ports.h"
#include "relay/merge/crew_view.h"
#include "relay/store/relay_store.h"
#include "relay/watch/interest.h"
#include "relay/watch/notifier.h"
#include "relay/watch/receipt_news.h"

namespace collie::relay {

// The merged state as the acts see it, and what acts change in it. Thread-safe.
class MergedCrewPort final : public CrewPort {
 public:
  MergedCrewPort(CrewView& view, RelayStore& store, Interest& interest, ReceiptNews& receipts,
                 Notifier& notifier)
      : view_(view), store_(store), interest_(interest), receipts_(receipts), notifier_(notifier) {}

  ActTarget FindTarget(const ids::ConversationKey& conversation) override;
  std::optional<AskPlace> FindOneUse(const std::string& one_use_id) override;
  void SetBusy(const ids::ConversationKey& conversation, bool busy) override;
  void AnswerEndedUndecided(const ids::ConversationKey& conversation, const ids::AskId& ask_id,
                            const ids::AskHash& hash) override;
  void ReadForHealing(const std::set<ids::ConversationKey>& conversations) override;
  void ReceiptChanged(const v1::Receipt& receipt) override;

  // Called with each receipt that changed; must not block. Set before the first one.
  void OnReceipt(std::function<void(const v1::Receipt&)> callback) {
    on_receipt_ = std::move(callback);
  }

  // The newest conversations of a source may have changed. Call about once a second.
  void Tick();

 private:
  std::set<ids::ConversationKey> NewestOf(const ids::ConversationKey& source) const;

  CrewView& view_;
  RelayStore& store_;
  Interest& interest_;
  ReceiptNews& receipts_;
  Notifier& notifier_;
  std::function<void(const v1::Receipt&)> on_receipt_;
  absl::Mutex mu_;
  std::set<ids::ConversationKey> healing_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_SERVICE_CREW_PORT_H_
