#include "relay/service/crew_service.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/identity/token.h"
#include "crew/status/reason.h"
#include "crew/status/status_macros.h"

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

void CrewService::ReadConversation(const v1::Conversation& conversation, const std::string& cursor,
                                   absl::Duration most, SlowReads::ConversationDone done) {
  components_.slow_reads.ReadConversation(ids::ConversationKey::From(conversation), cursor, most,
                                          std::move(done));
}

void CrewService::ReadHistory(const v1::ReadHistoryRequest& request, absl::Duration most,
                              SlowReads::HistoryDone done) {
  components_.slow_reads.ReadHistory(request, most, std::move(done));
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

CrewOverview CrewService::Overview() {
  CrewOverview overview;
  overview.crew = components_.view.Snapshot();
  for (MemberSnapshot& member : overview.crew.members) {
    for (SourceSnapshot& source : member.sources) source.panes.clear();
  }
  overview.members = components_.roster.List();
  overview.devices = components_.devices.List();
  return overview;
}

absl::StatusOr<Caller> CrewService::Redeem(const std::string& code, const std::string& token) {
  std::optional<NewDevice> device = components_.devices.codes().Redeem(code);
  if (!device) {
    return absl::PermissionDeniedError(
        "This pairing code is unknown, used or over: pair again with `collie devices pair`.");
  }
  COLLIE_ASSIGN_OR_RETURN(device->token_hash, identity::HashToken(token));
  COLLIE_RETURN_IF_ERROR(components_.devices.Pair(*device));
  std::optional<Caller> caller = components_.devices.ByToken(token);
  if (caller) return *std::move(caller);
  return absl::PermissionDeniedError("The device was revoked meanwhile: pair it again.");
}

absl::Status CrewService::Ready() {
  ReceiptQuery query;
  query.limit = 1;
  return components_.store.List(query).status();
}

absl::Status CrewService::CanWrite() { return components_.store.CanWrite(kWriteWait); }

}  // namespace collie::relay
