#include "relay/doors/crew_door.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace collie::relay {
namespace {

constexpr int kReceipts = 50;
constexpr int kMostReceipts = 500;
constexpr absl::Duration kWriteWait = absl::Seconds(1);  // a store that takes longer is no use

ActDone Telling(std::function<void(ActAnswer)> done) {
  return [done = std::move(done)](ActReply reply) {
    done({std::move(reply.receipt), reply.refused, reply.bad_request, std::move(reply.detail)});
  };
}

}  // namespace

std::optional<Caller> CrewDoor::Authenticate(std::string_view token) {
  return rooms_.devices.ByToken(token);
}

CrewSnapshot CrewDoor::Snapshot() {
  rooms_.interest.Glance({});
  return rooms_.view.Snapshot();
}

std::string CrewDoor::SnapshotTag() {
  rooms_.interest.Glance({});
  return absl::StrCat(rooms_.view.incarnation(), "-", rooms_.view.revision());
}

absl::StatusOr<v1::ConversationEvent> CrewDoor::ReadConversation(
    const v1::Conversation& conversation, const std::string& cursor, absl::Duration most) {
  return rooms_.desk.Read(ids::ConversationKey::From(conversation), cursor, most);
}

absl::StatusOr<v1::ReadHistoryReply> CrewDoor::ReadHistory(const v1::ReadHistoryRequest& request,
                                                           absl::Duration most) {
  return rooms_.history.Read(request, most);
}

void CrewDoor::Act(const Caller& caller, v1::ActRequest request,
                   std::function<void(ActAnswer)> done) {
  rooms_.acts.Submit(caller, std::move(request), Telling(std::move(done)));
}

void CrewDoor::GiveUp(const std::string& request_id, std::function<void(ActAnswer)> done) {
  rooms_.acts.GiveUp(request_id, Telling(std::move(done)));
}

absl::StatusOr<std::vector<v1::Receipt>> CrewDoor::ListReceipts(
    const v1::ListReceiptsRequest& request) {
  if (request.limit() < 0 || request.limit() > kMostReceipts) {
    return absl::InvalidArgumentError("A list has 1 to 500 receipts: ask with another limit.");
  }
  ReceiptQuery query;
  if (request.has_conversation()) {
    query.conversation = ids::ConversationKey::From(request.conversation());
  }
  query.request_id = request.request_id();
  if (!request.before().empty() && !ids::IsWireId(request.before())) {
    return absl::InvalidArgumentError("Unknown cursor: list the newest receipts without one.");
  }
  query.before = request.before();
  query.limit = request.limit() == 0 ? kReceipts : request.limit();
  return rooms_.store.List(query);
}

absl::Status CrewDoor::Ready() {
  ReceiptQuery query;
  query.limit = 1;
  return rooms_.store.List(query).status();
}

absl::Status CrewDoor::CanWrite() { return rooms_.store.CanWrite(kWriteWait); }

}  // namespace collie::relay
