#include "relay/service/crew_service.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/status/reason.h"

namespace collie::relay {
namespace {

constexpr int kReceipts = 50;
constexpr int kMostReceipts = 500;
constexpr absl::Duration kWriteWait = absl::Seconds(1);  // a store that takes longer is no use

}  // namespace

std::optional<Caller> CrewService::Authenticate(std::string_view token) {
  return components_.devices.ByToken(token);
}

CrewSnapshot CrewService::Snapshot() {
  components_.interest.AddTransient({});
  return components_.view.Snapshot();
}

std::string CrewService::SnapshotTag() {
  components_.interest.AddTransient({});
  return absl::StrCat(components_.view.incarnation(), "-", components_.view.revision());
}

absl::StatusOr<v1::ConversationEvent> CrewService::ReadConversation(
    const v1::Conversation& conversation, const std::string& cursor, absl::Duration most) {
  return components_.cache.Read(ids::ConversationKey::From(conversation), cursor, most);
}

absl::StatusOr<v1::ReadHistoryReply> CrewService::ReadHistory(const v1::ReadHistoryRequest& request,
                                                              absl::Duration most) {
  return components_.history.Read(request, most);
}

void CrewService::Act(const Caller& caller, v1::ActRequest request, ActDone done) {
  components_.acts.Submit(caller, std::move(request), std::move(done));
}

void CrewService::GiveUp(const std::string& request_id, ActDone done) {
  components_.acts.GiveUp(request_id, std::move(done));
}

absl::StatusOr<std::vector<v1::Receipt>> CrewService::ListReceipts(
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
  absl::StatusOr<std::vector<v1::Receipt>> receipts = components_.store.List(query);
  if (receipts.ok()) return receipts;
  return status::WithReason(receipts.status(), status::kStoreUnavailable);
}

absl::Status CrewService::Ready() {
  ReceiptQuery query;
  query.limit = 1;
  return components_.store.List(query).status();
}

absl::Status CrewService::CanWrite() { return components_.store.CanWrite(kWriteWait); }

}  // namespace collie::relay
