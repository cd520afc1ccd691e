#include "relay/api/http/read_calls.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/json/conversation.h"
#include "crew/json/receipt.h"
#include "crew/receipt/words.h"
#include "relay/api/http/crew_json.h"
#include "relay/api/http/error_reply.h"
#include "relay/api/http/etag.h"
#include "relay/api/http/receipts_query.h"
#include "relay/watch/receipt_page.h"

namespace collie::relay {
namespace {

constexpr int kLongestHistory = 200;

http_server::Reply ConversationReply(const absl::StatusOr<v1::ConversationEvent>& event) {
  return event.ok() ? JsonReply(json::ConversationJson(*event)) : ReadFailed(event.status());
}

http_server::Reply HistoryReply(const absl::StatusOr<v1::ReadHistoryReply>& page) {
  return page.ok() ? JsonReply(json::HistoryJson(*page)) : ReadFailed(page.status());
}

http_server::Reply ReceiptsReply(CrewApi& backend, const v1::ListReceiptsRequest& query) {
  const absl::StatusOr<v1::ListReceiptsReply> page = ReceiptPage(
      [&backend](const v1::ListReceiptsRequest& part) { return backend.ListReceipts(part); },
      query);
  if (page.ok()) return JsonReply(json::ReceiptsJson(*page));
  if (absl::IsInvalidArgument(page.status())) return BadRequest(page.status().message());
  return ErrorReply(503, receipt::ApiWord(v1::REASON_STORE_UNAVAILABLE), page.status().message());
}

http_server::Reply SnapshotReply(CrewApi& backend) {
  const CrewSnapshot crew = backend.Snapshot();
  http_server::Reply reply = JsonReply(CrewJson(crew));
  reply.headers.emplace_back("ETag", WeakTag(absl::StrCat(crew.incarnation, "-", crew.revision)));
  return reply;
}

// Answers with what `work` makes, on the pool; 503 where too much waits for it.
void AnswerOn(threads::BlockingCalls& pool, const Answer& answer,
              std::function<http_server::Reply()> work) {
  const bool is_taken = pool.Run([answer, work = std::move(work)] { answer(work()); });
  if (!is_taken) answer(OverloadedReply());
}

}  // namespace

void ReadCalls::Read(ApiCall call) {
  switch (call.route().operation) {
    case Operation::kSnapshot:
      return Snapshot(call);
    case Operation::kConversation:
      return Conversation(call);
    case Operation::kHistory:
      return History(call);
    case Operation::kReceipts:
      return Receipts(call);
    case Operation::kCrew:
      return Crew(call);
    default:
      return call.answer(InternalReply());
  }
}

void ReadCalls::Snapshot(const ApiCall& call) {
  const std::string* known = call.request.Header("if-none-match");
  if (known != nullptr) {
    const std::string tag = WeakTag(backend_.SnapshotTag());
    if (NamesTag(known, tag)) return call.answer({304, "", "", {{"ETag", tag}}});
  }
  AnswerOn(*pool_, call.answer, [&backend = backend_] { return SnapshotReply(backend); });
}

void ReadCalls::Conversation(const ApiCall& call) {
  if (!HasGoodIds(call.match.conversation, false)) {
    return call.answer(ReasonReply(v1::REASON_NO_SUCH_CONVERSATION));
  }
  const absl::StatusOr<std::string> cursor = ReadCursor(call.target, "cursor");
  if (!cursor.ok()) return call.answer(BadRequest(cursor.status().message()));
  backend_.ReadConversation(
      call.match.conversation, *cursor, wait_,
      [pool = pool_, answer = call.answer](absl::StatusOr<v1::ConversationEvent> event) {
        AnswerOn(*pool, answer, [event = std::move(event)] { return ConversationReply(event); });
      });
}

void ReadCalls::History(const ApiCall& call) {
  if (!HasGoodIds(call.match.conversation, false)) {
    return call.answer(ReasonReply(v1::REASON_NO_SUCH_CONVERSATION));
  }
  const absl::StatusOr<std::string> before = ReadCursor(call.target, "before");
  const absl::StatusOr<int> limit = ReadLimit(call.target, kLongestHistory);
  if (!before.ok()) return call.answer(BadRequest(before.status().message()));
  if (!limit.ok()) return call.answer(BadRequest(limit.status().message()));
  v1::ReadHistoryRequest page;
  *page.mutable_conversation() = call.match.conversation;
  page.set_before(*before);
  page.set_limit(*limit);
  backend_.ReadHistory(
      page, wait_, [pool = pool_, answer = call.answer](absl::StatusOr<v1::ReadHistoryReply> came) {
        AnswerOn(*pool, answer, [came = std::move(came)] { return HistoryReply(came); });
      });
}

void ReadCalls::Receipts(const ApiCall& call) {
  const absl::StatusOr<v1::ListReceiptsRequest> query = ReadReceiptsQuery(call.target);
  if (!query.ok()) return call.answer(BadRequest(query.status().message()));
  AnswerOn(*pool_, call.answer,
           [&backend = backend_, query = *query] { return ReceiptsReply(backend, query); });
}

void ReadCalls::Crew(const ApiCall& call) {
  AnswerOn(*pool_, call.answer,
           [&backend = backend_] { return JsonReply(OverviewJson(backend.Overview())); });
}

}  // namespace collie::relay
