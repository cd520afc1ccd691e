#include "relay/link/history_reads.h"

#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/ids/ids.h"
#include "crew/receipt/words.h"
#include "crew/status/reason.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

constexpr int kPage = 50;

absl::Status UnknownCursor() {
  return absl::InvalidArgumentError("Unknown cursor: read the newest page without one.");
}

absl::Status CannotBeRead(const std::string& name, absl::string_view why, std::string_view reason) {
  return status::WithReason(
      absl::UnavailableError(absl::StrCat("The history of '", name, "' cannot be read now: ", why)),
      reason);
}

// Why an edge sent no page. An agent that refuses a read with a cursor does not know the cursor:
// all else of a read was checked.
absl::Status WhyNoPage(const v1::HistoryPage& page, const std::string& name, bool has_cursor) {
  switch (page.reason()) {
    case v1::REASON_UNSPECIFIED:
      return absl::OkStatus();
    case v1::REASON_NO_SUCH_CONVERSATION:
      return status::WithReason(
          absl::NotFoundError(absl::StrCat("No conversation '", name, "' is known at its agent.")),
          status::kNoSuchConversation);
    case v1::REASON_UNSUPPORTED:
      return absl::UnimplementedError(absl::StrCat("The agent of '", name, "' keeps no history."));
    case v1::REASON_AGENT_REFUSED:
      if (has_cursor) return UnknownCursor();
      break;
    default:
      break;
  }
  return CannotBeRead(name, page.detail(), receipt::ApiWord(page.reason()));
}

absl::StatusOr<v1::ReadHistoryReply> ReplyOf(v1::HistoryPage page, const std::string& name,
                                             bool has_cursor) {
  COLLIE_RETURN_IF_ERROR(WhyNoPage(page, name, has_cursor));
  v1::ReadHistoryReply reply;
  reply.mutable_items()->Swap(page.mutable_items());
  reply.set_before(page.before());
  reply.set_truncated(page.truncated());
  return reply;
}

absl::Status Check(const v1::ReadHistoryRequest& request) {
  const v1::Conversation& place = request.conversation();
  if (!ids::IsName(place.member()) || !ids::IsName(place.source()) ||
      !ids::IsWireId(place.pane())) {
    return absl::InvalidArgumentError("The conversation must be member/source/pane.");
  }
  if (!request.before().empty() && !ids::IsOpaque(request.before())) {
    return UnknownCursor();
  }
  if (request.limit() < 0 || request.limit() > HistoryReads::kPageItems) {
    return absl::InvalidArgumentError("A page has 1 to 200 items: ask with another limit.");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::ReadHistoryReply> HistoryReads::Read(const v1::ReadHistoryRequest& request,
                                                        absl::Duration most) {
  COLLIE_RETURN_IF_ERROR(Check(request));
  const ids::ConversationKey key = ids::ConversationKey::From(request.conversation());
  v1::HistoryRead read;
  read.set_source(key.source);
  read.set_pane(key.pane);
  read.set_before(request.before());
  read.set_limit(request.limit() == 0 ? kPage : request.limit());
  {
    absl::MutexLock lock(&mu_);
    read.set_read(next_++);
    waiting_[read.read()].member = key.member;
  }
  const bool sent = streams_.SendHistoryRead(key.member, read);
  absl::MutexLock lock(&mu_);
  const Waiting& waiting = waiting_[read.read()];
  const auto arrived = [&waiting] { return waiting.is_whole; };
  if (sent) arrived_.Await(mu_, arrived, most);
  Waiting came = std::move(waiting_[read.read()]);
  waiting_.erase(read.read());
  const std::string name = key.ToString();
  if (!came.is_whole) {
    return sent
               ? CannotBeRead(name, "its agent did not answer in time.", status::kSourceUnreachable)
               : CannotBeRead(name, "its member has no link.", status::kMemberUnreachable);
  }
  if (came.is_too_large) {
    return status::WithReason(
        absl::ResourceExhaustedError(
            absl::StrCat("The page of '", name, "' is too large: ask with a smaller limit.")),
        status::kTooLarge);
  }
  return ReplyOf(std::move(came.page), name, !request.before().empty());
}

void HistoryReads::OnPage(const std::string& member, v1::HistoryPage page) {
  absl::MutexLock lock(&mu_);
  const auto found = waiting_.find(page.read());
  if (found == waiting_.end() || found->second.member != member) return;
  Waiting& waiting = found->second;
  if (waiting.is_whole) return;
  waiting.bytes += page.ByteSizeLong();
  waiting.is_whole = !page.more();
  // The newest part says what holds for the page.
  google::protobuf::RepeatedPtrField<v1::Item> items;
  items.Swap(waiting.page.mutable_items());
  for (v1::Item& item : *page.mutable_items()) *items.Add() = std::move(item);
  if (waiting.bytes > kPageBytes || items.size() > kPageItems) waiting.is_too_large = true;
  if (waiting.is_too_large) items.Clear();
  page.mutable_items()->Swap(&items);
  waiting.page = std::move(page);
  if (waiting.is_whole) arrived_.NotifyAll();
}

}  // namespace collie::relay
