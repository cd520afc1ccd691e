// The reads of DoorRoutes.
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "crew/ids/ids.h"
#include "crew/json/conversation.h"
#include "crew/json/receipt.h"
#include "crew/receipt/sentence.h"
#include "crew/receipt/words.h"
#include "relay/http/crew_json.h"
#include "relay/http/door_routes.h"

namespace collie::relay {
namespace {

constexpr size_t kLongestCursor = 512;
constexpr int kLongestHistory = 200;
constexpr int kMostReceipts = 500;

DoorReply Ok(const Json& json) {
  DoorReply reply;
  reply.body = Dump(json);
  return reply;
}

DoorReply BadRequest(absl::string_view message) { return ErrorReply(400, "bad-request", message); }

DoorReply NoSuchConversation() {
  return ErrorReply(404, receipt::ApiWord(v1::REASON_NO_SUCH_CONVERSATION),
                    std::string(receipt::Sentence(v1::REASON_NO_SUCH_CONVERSATION)));
}

// A read that failed, by the reasons of the acts.
DoorReply ReadFailed(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kNotFound:
      return NoSuchConversation();
    case absl::StatusCode::kInvalidArgument:
      return BadRequest(status.message());
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
      return ErrorReply(503, receipt::ApiWord(v1::REASON_SOURCE_UNREACHABLE), status.message());
    case absl::StatusCode::kResourceExhausted:
      return OverloadedReply();
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kUnimplemented:
      return ErrorReply(409, receipt::ApiWord(v1::REASON_UNSUPPORTED), status.message());
    default:
      return ErrorReply(500, "internal", "Something failed inside the relay; its log says what.");
  }
}

// 0 when absent, which reads as the usual number; nullopt: not 1 to `most`.
std::optional<int> Limit(const DoorTarget& target, int most) {
  const std::string& text = target.Query("limit");
  if (text.empty()) return 0;
  int limit = 0;
  if (!absl::SimpleAtoi(text, &limit) || limit < 1 || limit > most) return std::nullopt;
  return limit;
}

DoorReply BadLimit(int most) {
  return BadRequest(absl::StrCat("The limit must be 1 to ", most, "."));
}

// If-None-Match, compared as a reader means it: any of its tags, weak or not.
bool Matches(const std::string* header, absl::string_view tag) {
  if (header == nullptr) return false;
  for (absl::string_view one : absl::StrSplit(*header, ',')) {
    one = absl::StripAsciiWhitespace(one);
    absl::ConsumePrefix(&one, "W/");
    if (one == tag || one == "*") return true;
  }
  return false;
}

std::string Tag(absl::string_view state) { return absl::StrCat("\"", state, "\""); }

// member/source/pane, or without a pane for starts.
std::optional<v1::Conversation> ReadConversationName(const std::string& text) {
  const std::vector<std::string> parts = absl::StrSplit(text, '/');
  if (parts.size() != 2 && parts.size() != 3) return std::nullopt;
  v1::Conversation conversation;
  conversation.set_member(parts[0]);
  conversation.set_source(parts[1]);
  if (parts.size() == 3) conversation.set_pane(parts[2]);
  if (!HasGoodIds(conversation, parts.size() == 2)) return std::nullopt;
  return conversation;
}

}  // namespace

DoorReply DoorRoutes::Read(const DoorAddress& address, const DoorTarget& target,
                           const HttpRequest& request) {
  using Kind = DoorAddress::Kind;
  absl::Status query;
  switch (address.kind) {
    case Kind::kSnapshot:
      query = target.AllowQuery({});
      return query.ok() ? Snapshot(request) : BadRequest(query.message());
    case Kind::kReceipts:
      query = target.AllowQuery({"conversation", "requestId", "limit"});
      return query.ok() ? Receipts(target) : BadRequest(query.message());
    case Kind::kConversation:
      query = target.AllowQuery({"cursor"});
      return query.ok() ? Conversation(address.conversation, target) : BadRequest(query.message());
    default:
      query = target.AllowQuery({"before", "limit"});
      return query.ok() ? History(address.conversation, target) : BadRequest(query.message());
  }
}

DoorReply DoorRoutes::Snapshot(const HttpRequest& request) {
  const std::string* known = request.Header("if-none-match");
  DoorReply reply;
  if (known != nullptr) {
    const std::string tag = Tag(backend_.SnapshotTag());
    if (Matches(known, tag)) {
      reply.status = 304;
      reply.headers.emplace_back("ETag", tag);
      return reply;
    }
  }
  const CrewSnapshot crew = backend_.Snapshot();
  reply = Ok(CrewJson(crew));
  reply.headers.emplace_back("ETag", Tag(absl::StrCat(crew.incarnation, "-", crew.revision)));
  return reply;
}

DoorReply DoorRoutes::Receipts(const DoorTarget& target) {
  v1::ListReceiptsRequest query;
  if (const std::string& name = target.Query("conversation"); !name.empty()) {
    const std::optional<v1::Conversation> conversation = ReadConversationName(name);
    if (!conversation) return BadRequest("The conversation must be member/source/pane.");
    *query.mutable_conversation() = *conversation;
  }
  const std::string& request_id = target.Query("requestId");
  if (!request_id.empty() && !ids::IsWireId(request_id)) {
    return BadRequest("The requestId must be an id of A-Z a-z 0-9 . _ : -.");
  }
  const std::optional<int> limit = Limit(target, kMostReceipts);
  if (!limit) return BadLimit(kMostReceipts);
  query.set_request_id(request_id);
  query.set_limit(*limit);
  const absl::StatusOr<std::vector<v1::Receipt>> receipts = backend_.ListReceipts(query);
  if (receipts.ok()) {
    v1::ListReceiptsReply page;
    page.mutable_receipts()->Assign(receipts->begin(), receipts->end());
    return Ok(json::ReceiptsJson(page));
  }
  return ErrorReply(503, receipt::ApiWord(v1::REASON_STORE_UNAVAILABLE),
                    receipts.status().message());
}

DoorReply DoorRoutes::Conversation(const v1::Conversation& conversation, const DoorTarget& target) {
  if (!HasGoodIds(conversation, false)) return NoSuchConversation();
  const std::string& cursor = target.Query("cursor");
  if (cursor.size() > kLongestCursor) return BadRequest("The cursor is unknown.");
  DoorReply reply = OverloadedReply();
  waiting_.Enter([&] {
    const auto event = backend_.ReadConversation(conversation, cursor, options_.read_wait);
    reply = event.ok() ? Ok(json::ConversationJson(*event)) : ReadFailed(event.status());
  });
  return reply;
}

DoorReply DoorRoutes::History(const v1::Conversation& conversation, const DoorTarget& target) {
  if (!HasGoodIds(conversation, false)) return NoSuchConversation();
  v1::ReadHistoryRequest page;
  *page.mutable_conversation() = conversation;
  page.set_before(target.Query("before"));
  if (page.before().size() > kLongestCursor) return BadRequest("before is unknown.");
  const std::optional<int> limit = Limit(target, kLongestHistory);
  if (!limit) return BadLimit(kLongestHistory);
  page.set_limit(*limit);
  DoorReply reply = OverloadedReply();
  waiting_.Enter([&] {
    const auto history = backend_.ReadHistory(page, options_.read_wait);
    reply = history.ok() ? Ok(json::HistoryJson(*history)) : ReadFailed(history.status());
  });
  return reply;
}

}  // namespace collie::relay
