#include "relay/link/history_reads.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/ids/ids.h"
#include "crew/text/clean_proto.h"

namespace collie::relay {
namespace {

constexpr int kPage = 50;
constexpr int kLongestPage = 200;
constexpr size_t kPageBytes = 1 << 20;  // of the items of one page, as an agent's reply has at most

absl::StatusOr<v1::ReadHistoryReply> ReplyOf(v1::HistoryPage page, const std::string& name) {
  if (page.reason() == v1::REASON_NO_SUCH_CONVERSATION) {
    return absl::NotFoundError(absl::StrCat("No conversation '", name, "' is known at its agent."));
  }
  if (page.reason() == v1::REASON_UNSUPPORTED) {
    return absl::UnimplementedError(absl::StrCat("The agent of '", name, "' keeps no history."));
  }
  if (page.reason() != v1::REASON_UNSPECIFIED) {
    return absl::UnavailableError(
        absl::StrCat("The history of '", name, "' cannot be read now: ", page.detail()));
  }
  v1::ReadHistoryReply reply;
  for (v1::Item& item : *page.mutable_items()) {
    if (text::CleanItem(item)) *reply.add_items() = std::move(item);
  }
  reply.set_before(page.before());
  reply.set_truncated(page.truncated());
  return reply;
}

}  // namespace

absl::StatusOr<v1::ReadHistoryReply> HistoryReads::Read(const v1::ReadHistoryRequest& request,
                                                        absl::Duration most) {
  const ids::ConversationKey key = ids::ConversationKey::From(request.conversation());
  if (request.limit() < 0 || request.limit() > kLongestPage) {
    return absl::InvalidArgumentError("A page has 1 to 200 items: ask with another limit.");
  }
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
  Waiting& waiting = waiting_[read.read()];
  const auto arrived = [&waiting] { return waiting.is_whole; };
  if (sent) arrived_.Await(mu_, arrived, most);
  const bool has_come = waiting.is_whole;
  v1::HistoryPage page = std::move(waiting.page);
  waiting_.erase(read.read());
  if (!has_come) {
    return absl::UnavailableError(
        absl::StrCat("The history of '", key.ToString(), "' cannot be read now: ",
                     sent ? "its agent did not answer in time." : "its member has no link."));
  }
  return ReplyOf(std::move(page), key.ToString());
}

void HistoryReads::OnPage(const std::string& member, v1::HistoryPage page) {
  absl::MutexLock lock(&mu_);
  const auto found = waiting_.find(page.read());
  if (found == waiting_.end() || found->second.member != member) return;
  Waiting& waiting = found->second;
  if (waiting.is_whole) return;
  // The newest part says what holds for the page; what is past the limits is left out.
  google::protobuf::RepeatedPtrField<v1::Item> items;
  items.Swap(waiting.page.mutable_items());
  for (v1::Item& item : *page.mutable_items()) {
    waiting.bytes += item.ByteSizeLong();
    if (items.size() >= kLongestPage || waiting.bytes > kPageBytes) break;
    *items.Add() = std::move(item);
  }
  waiting.is_whole = !page.more();
  page.mutable_items()->Swap(&items);
  waiting.page = std::move(page);
  if (waiting.is_whole) arrived_.NotifyAll();
}

}  // namespace collie::relay
