#ifndef COLLIE_RELAY_SERVICE_CREW_SERVICE_H_
#define COLLIE_RELAY_SERVICE_CREW_SERVICE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "relay/access/devices.h"
#include "relay/access/roster.h"
#include "relay/acts/act_flow.h"
#include "relay/link/history_reads.h"
#include "relay/merge/crew_view.h"
#include "relay/service/crew_api.h"
#include "relay/service/slow_reads.h"
#include "relay/store/relay_store.h"
#include "relay/watch/conversation_cache.h"
#include "relay/watch/interest.h"

namespace collie::relay {

// What every API offers, over the components that do it. Thread-safe.
class CrewService final : public CrewApi {
 public:
  struct Components {
    CrewView& view;
    ConversationCache& cache;
    Interest& interest;
    ActFlow& acts;
    HistoryReads& history;
    RelayStore& store;
    Devices& devices;
    Roster& roster;
    SlowReads& slow_reads;
  };

  explicit CrewService(Components components) : components_(components) {}

  std::optional<Caller> Authenticate(std::string_view token) override;
  CrewSnapshot Snapshot() override;
  std::string SnapshotTag() override;
  absl::StatusOr<v1::ConversationEvent> ReadConversation(const v1::Conversation& conversation,
                                                         const std::string& cursor,
                                                         absl::Duration most) override;
  absl::StatusOr<v1::ReadHistoryReply> ReadHistory(const v1::ReadHistoryRequest& request,
                                                   absl::Duration most) override;
  void ReadConversation(const v1::Conversation& conversation, const std::string& cursor,
                        absl::Duration most, SlowReads::ConversationDone done) override;
  void ReadHistory(const v1::ReadHistoryRequest& request, absl::Duration most,
                   SlowReads::HistoryDone done) override;
  void Act(const Caller& caller, v1::ActRequest request, ActDone done) override;
  // Stops waiting for an act that is with its edge, as ActFlow::GiveUp. `done` is called once, when
  // the disk has it: at once or later, on a thread that must not be blocked.
  void GiveUp(const std::string& request_id, ActDone done);
  absl::StatusOr<std::vector<v1::Receipt>> ListReceipts(
      const v1::ListReceiptsRequest& request) override;
  CrewOverview Overview() override;
  absl::StatusOr<Caller> Redeem(const std::string& code, const std::string& token) override;
  absl::Status Ready() override;
  absl::Status CanWrite() override;

 private:
  const Components components_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_SERVICE_CREW_SERVICE_H_
