#include "relay/api/http/receipts_query.h"

#include <array>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "crew/ids/ids.h"
#include "crew/receipt/words.h"
#include "crew/status/status_macros.h"
#include "relay/api/http/routes.h"
#include "relay/api/http/strict_json.h"

namespace collie::relay {
namespace {

constexpr int kMostReceipts = 500;
constexpr size_t kLongestCursor = 512;
constexpr std::array<v1::Outcome, 5> kOutcomes = {v1::OUTCOME_PENDING, v1::OUTCOME_SENT,
                                                  v1::OUTCOME_REFUSED, v1::OUTCOME_UNKNOWN,
                                                  v1::OUTCOME_MAYBE_APPLIED};

// member/source/pane, or without a pane for starts.
absl::StatusOr<v1::Conversation> ReadConversationName(const std::string& text) {
  const std::vector<std::string> parts = absl::StrSplit(text, '/');
  v1::Conversation conversation;
  if (parts.size() == 2 || parts.size() == 3) {
    conversation.set_member(parts[0]);
    conversation.set_source(parts[1]);
    if (parts.size() == 3) conversation.set_pane(parts[2]);
  }
  if (HasGoodIds(conversation, parts.size() == 2)) return conversation;
  return absl::InvalidArgumentError("The conversation must be member/source/pane.");
}

absl::Status AddOutcomes(const std::string& words, v1::ListReceiptsRequest& query) {
  for (const absl::string_view word : absl::StrSplit(words, ',')) {
    bool is_known = false;
    for (const v1::Outcome outcome : kOutcomes) {
      if (word != receipt::ApiWord(outcome)) continue;
      query.add_outcomes(outcome);
      is_known = true;
    }
    if (!is_known) {
      return absl::InvalidArgumentError(
          absl::StrCat("The outcome ", Quoted(word),
                       " must be one of pending, sent, refused, unknown and maybe-applied."));
    }
  }
  return absl::OkStatus();
}

absl::Status SetTime(const Target& target, const char* field, google::protobuf::Timestamp* time) {
  int64_t millis = 0;
  if (!absl::SimpleAtoi(target.Query(field), &millis) || millis < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("The field ", field, " must be milliseconds since 1970."));
  }
  time->set_seconds(millis / 1000);
  time->set_nanos(static_cast<int32_t>(millis % 1000) * 1'000'000);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<int> ReadLimit(const Target& target, int most) {
  const std::string& text = target.Query("limit");
  int limit = 0;
  if (text.empty()) return 0;
  if (absl::SimpleAtoi(text, &limit) && limit >= 1 && limit <= most) return limit;
  return absl::InvalidArgumentError(absl::StrCat("The limit must be 1 to ", most, "."));
}

absl::StatusOr<std::string> ReadCursor(const Target& target, const char* field) {
  const std::string& cursor = target.Query(field);
  if (cursor.size() <= kLongestCursor) return cursor;
  return absl::InvalidArgumentError(absl::StrCat("Unknown cursor: read without ", field, "."));
}

absl::StatusOr<v1::ListReceiptsRequest> ReadReceiptsQuery(const Target& target) {
  v1::ListReceiptsRequest query;
  if (const std::string& name = target.Query("conversation"); !name.empty()) {
    COLLIE_ASSIGN_OR_RETURN(*query.mutable_conversation(), ReadConversationName(name));
  }
  const std::string& request_id = target.Query("requestId");
  if (!request_id.empty() && !ids::IsWireId(request_id)) {
    return absl::InvalidArgumentError("The requestId must be an id of A-Z a-z 0-9 . _ : -.");
  }
  query.set_request_id(request_id);
  if (const std::string& words = target.Query("outcome"); !words.empty()) {
    COLLIE_RETURN_IF_ERROR(AddOutcomes(words, query));
  }
  if (!target.Query("from").empty()) {
    COLLIE_RETURN_IF_ERROR(SetTime(target, "from", query.mutable_accepted_from()));
  }
  if (!target.Query("until").empty()) {
    COLLIE_RETURN_IF_ERROR(SetTime(target, "until", query.mutable_accepted_until()));
  }
  COLLIE_ASSIGN_OR_RETURN(*query.mutable_before(), ReadCursor(target, "before"));
  COLLIE_ASSIGN_OR_RETURN(const int limit, ReadLimit(target, kMostReceipts));
  query.set_limit(limit);
  return query;
}

}  // namespace collie::relay
