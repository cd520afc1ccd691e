#ifndef COLLIE_RELAY_SERVICE_CREW_API_H_
#define COLLIE_RELAY_SERVICE_CREW_API_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "collie/v1/dashboard.pb.h"
#include "collie/v1/receipt.pb.h"
#include "relay/access/caller.h"
#include "relay/access/roster.h"
#include "relay/acts/act_reply.h"
#include "relay/merge/crew_snapshot.h"

namespace collie::relay {

// The crew as who manages it sees it.
struct CrewOverview {
  CrewSnapshot crew;                  // without panes
  std::vector<RosterMember> members;  // those that were not removed
  std::vector<v1::Device> devices;    // the oldest first
};

// What every API needs of the relay. Calls may block as said; thread-safe.
class CrewApi {
 public:
  virtual ~CrewApi() = default;

  // Who holds this bearer token; nullopt: nobody.
  virtual std::optional<Caller> Authenticate(std::string_view token) = 0;
  // The whole crew, now. Counts as a transient interest for ten seconds. From memory.
  virtual CrewSnapshot Snapshot() = 0;
  // Incarnation and revision of the newest state, for If-None-Match; also counts as a transient
  // interest.
  virtual std::string SnapshotTag() = 0;
  // A conversation, or with a cursor what is newer. Blocks at most `most` for the first read from
  // the agent. NOT_FOUND: no such conversation. UNAVAILABLE: it was never read and cannot be now.
  virtual absl::StatusOr<v1::ConversationEvent> ReadConversation(
      const v1::Conversation& conversation, const std::string& cursor, absl::Duration most) = 0;
  // Older items, read through to the agent. Blocks at most `most`.
  virtual absl::StatusOr<v1::ReadHistoryReply> ReadHistory(const v1::ReadHistoryRequest& request,
                                                           absl::Duration most) = 0;
  // The same two, without blocking: `done` is called once, at once or later on a thread that must
  // not be blocked.
  virtual void ReadConversation(
      const v1::Conversation& conversation, const std::string& cursor, absl::Duration most,
      std::function<void(absl::StatusOr<v1::ConversationEvent>)> done) = 0;
  virtual void ReadHistory(const v1::ReadHistoryRequest& request, absl::Duration most,
                           std::function<void(absl::StatusOr<v1::ReadHistoryReply>)> done) = 0;
  // Carries an act out; `done` is called once, at the latest after the wait of 25 s.
  virtual void Act(const Caller& caller, v1::ActRequest request, ActDone done) = 0;
  // Newest first. Blocks on the disk.
  virtual absl::StatusOr<std::vector<v1::Receipt>> ListReceipts(
      const v1::ListReceiptsRequest& request) = 0;
  // The whole crew, its members' keys and its devices. From memory.
  virtual CrewOverview Overview() = 0;
  // Pairs the device for which this code was made, with this token: who it is now. The code is
  // spent, whatever comes of it. PERMISSION_DENIED: no such code. Else as Devices::Pair. Blocks on
  // the disk.
  virtual absl::StatusOr<Caller> Redeem(const std::string& code, const std::string& token) = 0;
  // OK when reads are served. Blocks on the disk.
  virtual absl::Status Ready() = 0;
  // OK when receipts can be written, so that acts are taken. Blocks about a second at most.
  virtual absl::Status CanWrite() = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_SERVICE_CREW_API_H_
