#include "relay/link/history_reads.h"

#include <optional>
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

template <typename Reply>
void HistoryReads::Finish(int64_t read, const Reply& reply) {
  Waiting waiting;
  {
    absl::MutexLock lock(&mu_);
    auto found = waiting_.extract(read);
    if (found.empty()) return;
    waiting = std::move(found.mapped());
  }
  const Done done = std::move(waiting.done);
  done(reply(std::move(waiting)));
}

int64_t HistoryReads::Begin(const v1::ReadHistoryRequest& request, Done done) {
  if (absl::Status checked = Check(request); !checked.ok()) {
    done(std::move(checked));
    return 0;
  }
  const ids::ConversationKey key = ids::ConversationKey::From(request.conversation());
  v1::HistoryRead read;
  read.set_source(key.source);
  read.set_pane(key.pane);
  read.set_before(request.before());
  read.set_limit(request.limit() == 0 ? kPage : request.limit());
  {
    absl::MutexLock lock(&mu_);
    read.set_read(next_++);
    waiting_[read.read()] = {key.member, key.ToString(), !request.before().empty(),
                             std::move(done)};
  }
  if (!streams_.SendHistoryRead(key.member, read)) {
    Finish(read.read(), [](const Waiting& waiting) {
      return CannotBeRead(waiting.name, "its member has no link.", status::kMemberUnreachable);
    });
  }
  return read.read();
}

void HistoryReads::Expire(int64_t read) {
  Finish(read, [](const Waiting& waiting) {
    return CannotBeRead(waiting.name, "its agent did not answer in time.",
                        status::kSourceUnreachable);
  });
}

absl::StatusOr<v1::ReadHistoryReply> HistoryReads::Read(const v1::ReadHistoryRequest& request,
                                                        absl::Duration most) {
  std::optional<absl::StatusOr<v1::ReadHistoryReply>> reply;  // guarded by mu_
  const int64_t read = Begin(request, [&](absl::StatusOr<v1::ReadHistoryReply> came) {
    absl::MutexLock lock(&mu_);
    reply = std::move(came);
    arrived_.NotifyAll();
  });
  const auto has_reply = [&reply] { return reply.has_value(); };
  {
    absl::MutexLock lock(&mu_);
    if (arrived_.Await(mu_, has_reply, most)) return *std::move(reply);
  }
  Expire(read);
  // Where the page came at that moment, its thread is about to say so.
  absl::MutexLock lock(&mu_);
  arrived_.Await(mu_, has_reply, absl::InfiniteDuration());
  return *std::move(reply);
}

void HistoryReads::OnPage(const std::string& member, v1::HistoryPage page) {
  const int64_t read = page.read();
  {
    absl::MutexLock lock(&mu_);
    const auto found = waiting_.find(read);
    if (found == waiting_.end() || found->second.member != member) return;
    const bool is_whole = !page.more();
    AddPart(std::move(page), found->second);
    if (!is_whole) return;
  }
  Finish(read, [](Waiting waiting) -> absl::StatusOr<v1::ReadHistoryReply> {
    if (!waiting.is_too_large) {
      return ReplyOf(std::move(waiting.page), waiting.name, waiting.has_cursor);
    }
    return status::WithReason(
        absl::ResourceExhaustedError(absl::StrCat("The page of '", waiting.name,
                                                  "' is too large: ask with a smaller limit.")),
        status::kTooLarge);
  });
}

void HistoryReads::AddPart(v1::HistoryPage part, Waiting& waiting) {
  waiting.bytes += part.ByteSizeLong();
  // The newest part says what holds for the page.
  google::protobuf::RepeatedPtrField<v1::Item> items;
  items.Swap(waiting.page.mutable_items());
  for (v1::Item& item : *part.mutable_items()) *items.Add() = std::move(item);
  if (waiting.bytes > kPageBytes || items.size() > kPageItems) waiting.is_too_large = true;
  if (waiting.is_too_large) items.Clear();
  part.mutable_items()->Swap(&items);
  waiting.page = std::move(part);
}

}  // namespace collie::relay
