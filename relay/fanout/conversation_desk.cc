#include "relay/fanout/conversation_desk.h"

#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "crew/source/reason.h"

namespace collie::relay {
namespace {

// <incarnation>.<number of the desk>.<sequence of its log>: the numbers of another relay, or of
// another start of this one, mean nothing here.
std::string CursorOf(const std::string& incarnation, uint64_t number, uint64_t sequence) {
  return absl::StrCat(incarnation, ".", number, ".", sequence);
}

// The sequence that a cursor names in this desk; 0, which is all, for any other cursor.
uint64_t SequenceIn(const std::string& incarnation, uint64_t number, const std::string& cursor) {
  const std::vector<std::string> parts = absl::StrSplit(cursor, '.');
  uint64_t desk = 0;
  uint64_t sequence = 0;
  if (parts.size() != 3 || parts[0] != incarnation || !absl::SimpleAtoi(parts[1], &desk) ||
      !absl::SimpleAtoi(parts[2], &sequence) || desk != number) {
    return 0;
  }
  return sequence;
}

bool IsReachable(const v1::Source& source) {
  return source.state() == v1::SOURCE_STATE_LIVE || source.state() == v1::SOURCE_STATE_STALE;
}

void TakeInto(v1::ConversationUpdate& update, conversation::ConversationLog& log) {
  if (update.reset()) {
    std::vector<v1::Item> items(std::make_move_iterator(update.mutable_items()->begin()),
                                std::make_move_iterator(update.mutable_items()->end()));
    log.Reset(std::move(items), update.truncated());
  } else {
    for (v1::Item& item : *update.mutable_items()) log.Put(std::move(item));
    if (update.truncated()) log.MarkTruncated();
  }
  for (const std::string& id : update.removed_items()) log.Remove(id);
  for (v1::ClosedAsk& closed : *update.mutable_closed_asks()) log.Close(std::move(closed));
}

}  // namespace

ConversationDesk::Desk& ConversationDesk::DeskLocked(const ids::ConversationKey& key) {
  const auto [found, is_new] = desks_.try_emplace(key);
  if (!is_new) return found->second;
  found->second.number = next_number_++;
  found->second.read_at = clock_.Now();
  if (desks_.size() > kConversations) {
    size_t unfollowed = 0;
    const auto longest = LeastWantedLocked("", key, &unfollowed);
    if (unfollowed > kConversations) desks_.erase(longest);
  }
  return found->second;
}

ConversationDesk::Desks::iterator ConversationDesk::LeastWantedLocked(
    const std::string& member, const ids::ConversationKey& but, size_t* unfollowed) {
  const std::set<ids::ConversationKey> followed = interest_.Conversations();
  auto least = desks_.end();
  for (auto it = desks_.begin(); it != desks_.end(); ++it) {
    const ids::ConversationKey& key = it->first;
    if ((!member.empty() && key.member != member) || followed.contains(key)) continue;
    const auto asked = asked_.find(key.member);
    if (asked != asked_.end() && asked->second.conversations.contains(key)) continue;
    ++*unfollowed;
    if (key == but) continue;
    if (least == desks_.end() || it->second.read_at < least->second.read_at) least = it;
  }
  return least;
}

bool ConversationDesk::IsAskedLocked(const StreamId& stream,
                                     const ids::ConversationKey& key) const {
  const auto asked = asked_.find(stream.member);
  return asked != asked_.end() && asked->second.stream == stream.number &&
         asked->second.conversations.contains(key);
}

void ConversationDesk::Apply(const StreamId& stream, v1::ConversationUpdate update) {
  const ids::ConversationKey key{stream.member, update.source(), update.pane()};
  {
    absl::MutexLock lock(&mu_);
    if (!IsAskedLocked(stream, key)) return;
    Desk& desk = DeskLocked(key);
    if (!TakeLocked(desk, std::move(update))) return;
    KeepWithinBudgetLocked(key);
    changed_.NotifyAll();
  }
  if (on_change_) on_change_(key);
}

bool ConversationDesk::TakeLocked(Desk& desk, v1::ConversationUpdate update) {
  if (!update.reason().empty()) {
    desk.reason = update.reason();
    desk.stage.Clear();
    return true;
  }
  absl::StatusOr<std::optional<v1::ConversationUpdate>> whole = desk.stage.Add(std::move(update));
  if (!whole.ok()) {
    GiveUpLocked(desk);
    return true;
  }
  if (!whole->has_value()) return false;
  // What belongs to an earlier start of following it: it would show a part as the whole.
  if (!(*whole)->reset() && !desk.fresh) return false;
  desk.reason.clear();
  TakeInto(**whole, desk.log);
  desk.has_news = true;
  desk.fresh = true;
  return true;
}

void ConversationDesk::GiveUpLocked(Desk& desk) {
  desk.log.Reset({}, /*truncated=*/true);
  desk.has_news = false;
  desk.fresh = false;
  desk.reason = Word(SourceReason::kOverBudget);
}

void ConversationDesk::KeepWithinBudgetLocked(const ids::ConversationKey& newest) {
  while (BytesOfLocked(newest.member) > kMemberBytes) {
    size_t unfollowed = 0;
    const auto least = LeastWantedLocked(newest.member, newest, &unfollowed);
    if (least == desks_.end()) return GiveUpLocked(desks_.at(newest));
    desks_.erase(least);
  }
}

size_t ConversationDesk::BytesOfLocked(const std::string& member) const {
  size_t bytes = 0;
  for (auto it = desks_.lower_bound({member, "", ""});
       it != desks_.end() && it->first.member == member; ++it) {
    bytes += it->second.log.bytes();
  }
  return bytes;
}

void ConversationDesk::BeginStream(const StreamId& stream) {
  absl::MutexLock lock(&mu_);
  if (stream.number > asked_[stream.member].stream) FollowedLocked(stream, {});
}

void ConversationDesk::Followed(const StreamId& stream, const v1::Interest& interest) {
  absl::flat_hash_set<ids::ConversationKey> followed;
  for (const v1::Conversation& conversation : interest.conversations()) {
    followed.insert({stream.member, conversation.source(), conversation.pane()});
  }
  absl::MutexLock lock(&mu_);
  if (stream.number >= asked_[stream.member].stream) FollowedLocked(stream, std::move(followed));
}

void ConversationDesk::FollowedLocked(const StreamId& stream,
                                      absl::flat_hash_set<ids::ConversationKey> followed) {
  Asked& asked = asked_[stream.member];
  const bool is_new_stream = stream.number > asked.stream;
  for (auto& [key, desk] : desks_) {
    if (key.member != stream.member) continue;
    if (followed.contains(key) && !is_new_stream) continue;
    desk.fresh = false;
    desk.stage.Clear();
    desk.reason.clear();
  }
  asked = {stream.number, std::move(followed)};
}

bool ConversationDesk::IsSettledLocked(const ids::ConversationKey& key) const {
  const auto found = desks_.find(key);
  if (found == desks_.end()) return false;
  const Desk& desk = found->second;
  return desk.fresh || !desk.reason.empty();
}

bool ConversationDesk::HasNews(const ids::ConversationKey& key) const {
  {
    absl::MutexLock lock(&mu_);
    const auto found = desks_.find(key);
    if (found == desks_.end() || !found->second.has_news) return false;
    if (found->second.fresh) return true;
  }
  const CrewView::Target target = view_.Look(key);
  return !target.source || !IsReachable(*target.source);
}

absl::StatusOr<v1::ConversationEvent> ConversationDesk::Read(const ids::ConversationKey& key,
                                                             const std::string& cursor,
                                                             absl::Duration most) {
  const CrewView::Target target = view_.Look(key);
  if (!target.pane) {
    return absl::NotFoundError(
        absl::StrCat("No conversation '", key.ToString(), "' is known here."));
  }
  {
    absl::MutexLock lock(&mu_);
    DeskLocked(key).read_at = clock_.Now();
  }
  interest_.Glance(key);
  const bool reachable = IsReachable(*target.source);
  {
    absl::MutexLock lock(&mu_);
    const auto settled = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return IsSettledLocked(key); };
    changed_.Await(mu_, settled, reachable ? most : absl::ZeroDuration());
    const auto found = desks_.find(key);
    if (found == desks_.end() || !found->second.has_news) {
      const std::string why = found == desks_.end() || found->second.reason.empty()
                                  ? "its agent has not answered yet"
                                  : found->second.reason;
      return absl::UnavailableError(
          absl::StrCat("Conversation '", key.ToString(), "' cannot be read now: ", why, "."));
    }
  }
  return Now(key, cursor);
}

absl::StatusOr<v1::ConversationEvent> ConversationDesk::Now(const ids::ConversationKey& key,
                                                            const std::string& cursor) {
  const CrewView::Target target = view_.Look(key);
  if (!target.pane) {
    return absl::NotFoundError(
        absl::StrCat("No conversation '", key.ToString(), "' is known here."));
  }
  v1::ConversationEvent event;
  *event.mutable_asks() = target.pane->asks();
  *event.mutable_turn() = target.pane->turn();
  event.set_read_age_ms(target.source->read_age_ms());
  absl::MutexLock lock(&mu_);
  Desk& desk = DeskLocked(key);
  desk.read_at = clock_.Now();
  const std::string& incarnation = view_.incarnation();
  conversation::ConversationLog::News news =
      desk.log.Since(SequenceIn(incarnation, desk.number, cursor));
  event.set_cursor(CursorOf(incarnation, desk.number, news.sequence));
  event.set_reset(news.reset);
  event.set_truncated(news.truncated);
  for (v1::Item& item : news.items) *event.add_items() = std::move(item);
  for (std::string& id : news.removed_items) event.add_removed_items(std::move(id));
  for (v1::ClosedAsk& closed : news.closed_asks) *event.add_closed_asks() = std::move(closed);
  return event;
}

void ConversationDesk::Tick() {
  absl::MutexLock lock(&mu_);
  const clock::Steady now = clock_.Now();
  std::erase_if(desks_, [now](const auto& desk) {
    return !desk.second.fresh && now - desk.second.read_at > kKept;
  });
}

}  // namespace collie::relay
