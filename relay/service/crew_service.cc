#include "relay/service/crew_service.h"

#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/status/reason.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

constexpr int kReceipts = 50;
constexpr int kMostReceipts = 500;
constexpr int64_t kMostSeconds = 253'402'300'799;        // the year 9999, as timestamps have it
constexpr absl::Duration kWriteWait = absl::Seconds(1);  // a store that takes longer is no use

int64_t Millis(const google::protobuf::Timestamp& time) {
  return time.seconds() * 1000 + time.nanos() / 1'000'000;
}

// Sets which outcomes and times are asked for.
absl::Status Filter(const v1::ListReceiptsRequest& request, ReceiptQuery& query) {
  for (const int outcome : request.outcomes()) {
    if (!v1::Outcome_IsValid(outcome) || outcome == v1::OUTCOME_UNSPECIFIED) {
      return absl::InvalidArgumentError("The list asks for an unknown outcome.");
    }
    query.outcomes.push_back(static_cast<v1::Outcome>(outcome));
  }
  for (const auto* time : {&request.accepted_from(), &request.accepted_until()}) {
    if (std::abs(time->seconds()) > kMostSeconds || time->nanos() < 0 ||
        time->nanos() >= 1'000'000'000) {
      return absl::InvalidArgumentError("The list asks for an invalid time.");
    }
  }
  if (request.has_accepted_from()) query.accepted_from = Millis(request.accepted_from());
  if (request.has_accepted_until()) query.accepted_until = Millis(request.accepted_until());
  return absl::OkStatus();
}

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
  COLLIE_RETURN_IF_ERROR(Filter(request, query));
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
