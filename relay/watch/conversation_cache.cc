#include "relay/watch/conversation_cache.h"

#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "crew/source/reason.h"
#include "crew/status/reason.h"

namespace collie::relay {
namespace {

// <incarnation>.<number of the entry>.<sequence of its log>: the numbers of another relay, or of
// another run of this one, mean nothing here.
std::string CursorOf(const std::string& incarnation, uint64_t number, uint64_t sequence) {
  return absl::StrCat(incarnation, ".", number, ".", sequence);
}

// The sequence that a cursor names in this entry; 0, which is all, for any other cursor.
uint64_t SequenceIn(const std::string& incarnation, uint64_t number, const std::string& cursor) {
  const std::vector<std::string> parts = absl::StrSplit(cursor, '.');
  uint64_t entry = 0;
  uint64_t sequence = 0;
  if (parts.size() != 3 || parts[0] != incarnation || !absl::SimpleAtoi(parts[1], &entry) ||
      !absl::SimpleAtoi(parts[2], &sequence) || entry != number) {
    return 0;
  }
  return sequence;
}

bool IsReachable(const v1::Source& source) {
  return source.state() == v1::SOURCE_STATE_LIVE || source.state() == v1::SOURCE_STATE_STALE;
}

// Turn and asks, for comparing: times left run by themselves and are no news.
std::string Essence(const v1::Pane& pane) {
  v1::ConversationEvent essence;
  *essence.mutable_turn() = pane.turn();
  *essence.mutable_asks() = pane.asks();
  for (v1::Ask& ask : *essence.mutable_asks()) ask.set_expires_in_ms(0);
  return essence.SerializeAsString();
}

bool ShowsTheSame(const CrewRow::Ref& seen, const CrewRow::Ref& now) {
  return seen == now ||
         (seen != nullptr && Essence(seen->pane().pane()) == Essence(now->pane().pane()));
}

// The end of the second that `now` is in: nothing says how old a conversation's event is, so times
// left are shown shorter by that, never longer.
clock::Steady BaseAfter(clock::Steady now) { return CrewRow::BaseOf(now) + absl::Seconds(1); }

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

absl::Status NoSuchConversation(const ids::ConversationKey& key) {
  return status::WithReason(
      absl::NotFoundError(absl::StrCat("No conversation '", key.ToString(), "' is known here.")),
      status::kNoSuchConversation);
}

}  // namespace

ConversationCache::Entry& ConversationCache::EntryLocked(const ids::ConversationKey& key) {
  const auto [found, is_new] = entries_.try_emplace(key);
  if (!is_new) return found->second;
  found->second.number = next_number_++;
  found->second.read_at = clock_.Now();
  if (entries_.size() > kConversations) {
    size_t unfollowed = 0;
    const auto longest = LeastWantedLocked("", key, &unfollowed);
    if (unfollowed > kConversations) EraseLocked(longest);
  }
  return found->second;
}

ConversationCache::Entries::iterator ConversationCache::LeastWantedLocked(
    const std::string& member, const ids::ConversationKey& but, size_t* unfollowed) {
  auto least = entries_.end();
  auto it = member.empty() ? entries_.begin() : entries_.lower_bound({member, "", ""});
  for (; it != entries_.end() && (member.empty() || it->first.member == member); ++it) {
    const ids::ConversationKey& key = it->first;
    if (interest_.Follows(key)) continue;
    const auto asked = asked_.find(key.member);
    if (asked != asked_.end() && asked->second.conversations.contains(key)) continue;
    ++*unfollowed;
    if (key == but) continue;
    if (least == entries_.end() || it->second.read_at < least->second.read_at) least = it;
  }
  return least;
}

bool ConversationCache::IsAskedLocked(const StreamId& stream,
                                      const ids::ConversationKey& key) const {
  const auto asked = asked_.find(stream.member);
  return asked != asked_.end() && asked->second.stream == stream.number &&
         asked->second.conversations.contains(key);
}

void ConversationCache::Apply(const StreamId& stream, v1::ConversationUpdate update) {
  const ids::ConversationKey key{stream.member, update.source(), update.pane()};
  {
    absl::MutexLock lock(&mu_);
    if (!IsAskedLocked(stream, key)) return;
    Entry& entry = EntryLocked(key);
    if (!TakeLocked(entry, std::move(update))) return;
    CountBytesLocked(key.member, entry);
    KeepWithinBudgetLocked(key);
    changed_.NotifyAll();
  }
  if (on_change_) on_change_(key);
}

bool ConversationCache::TakeLocked(Entry& entry, v1::ConversationUpdate update) {
  if (!update.reason().empty()) {
    entry.reason = update.reason();
    entry.stage.Clear();
    return true;
  }
  absl::StatusOr<std::optional<v1::ConversationUpdate>> whole = entry.stage.Add(std::move(update));
  if (!whole.ok()) {
    GiveUpLocked(entry);
    return true;
  }
  if (!whole->has_value()) return false;
  // What belongs to an earlier start of following it: it would show a part as the whole.
  if (!(*whole)->reset() && !entry.fresh) return false;
  entry.reason.clear();
  TakeInto(**whole, entry.log);
  entry.has_news = true;
  entry.fresh = true;
  return true;
}

void ConversationCache::GiveUpLocked(Entry& entry) {
  entry.log.Reset({}, /*truncated=*/true);
  entry.has_news = false;
  entry.fresh = false;
  entry.reason = ApiWord(SourceReason::kOverBudget);
}

void ConversationCache::KeepWithinBudgetLocked(const ids::ConversationKey& newest) {
  while (bytes_of_[newest.member] > kMemberBytes) {
    size_t unfollowed = 0;
    const auto least = LeastWantedLocked(newest.member, newest, &unfollowed);
    if (least != entries_.end()) {
      EraseLocked(least);
      continue;
    }
    Entry& entry = entries_.at(newest);
    GiveUpLocked(entry);
    CountBytesLocked(newest.member, entry);
    return;
  }
}

void ConversationCache::EraseLocked(Entries::iterator entry) {
  bytes_of_[entry->first.member] -= entry->second.bytes;
  entries_.erase(entry);
}

void ConversationCache::CountBytesLocked(const std::string& member, Entry& entry) {
  size_t& all = bytes_of_[member];
  all -= entry.bytes;
  entry.bytes = entry.log.bytes();
  all += entry.bytes;
  if (all == 0) bytes_of_.erase(member);
}

void ConversationCache::BeginStream(const StreamId& stream) {
  absl::MutexLock lock(&mu_);
  if (stream.number > asked_[stream.member].stream) FollowedLocked(stream, {});
}

void ConversationCache::Followed(const StreamId& stream, const v1::Interest& interest) {
  absl::flat_hash_set<ids::ConversationKey> followed;
  for (const v1::Conversation& conversation : interest.conversations()) {
    followed.insert({stream.member, conversation.source(), conversation.pane()});
  }
  absl::MutexLock lock(&mu_);
  if (stream.number >= asked_[stream.member].stream) FollowedLocked(stream, std::move(followed));
}

void ConversationCache::FollowedLocked(const StreamId& stream,
                                       absl::flat_hash_set<ids::ConversationKey> followed) {
  Asked& asked = asked_[stream.member];
  const bool is_new_stream = stream.number > asked.stream;
  for (auto it = entries_.lower_bound({stream.member, "", ""});
       it != entries_.end() && it->first.member == stream.member; ++it) {
    auto& [key, entry] = *it;
    if (followed.contains(key) && !is_new_stream) continue;
    entry.fresh = false;
    entry.stage.Clear();
    entry.reason.clear();
  }
  asked = {stream.number, std::move(followed)};
}

bool ConversationCache::IsSettledLocked(const ids::ConversationKey& key) const {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return false;
  const Entry& entry = found->second;
  return entry.fresh || !entry.reason.empty();
}

bool ConversationCache::HasNews(const ids::ConversationKey& key) const {
  const CrewRow::Ref source = view_.FindRows(key).source;
  absl::MutexLock lock(&mu_);
  const auto found = entries_.find(key);
  if (found == entries_.end()) return false;
  return source ? HasNewsLocked(found->second, *source) : found->second.has_news;
}

bool ConversationCache::HasNewsLocked(const Entry& entry, const CrewRow& source) const {
  return entry.has_news && (entry.fresh || !IsReachable(source.source().source()));
}

bool ConversationCache::IsAwaited(const ids::ConversationKey& key) const {
  {
    absl::MutexLock lock(&mu_);
    if (IsSettledLocked(key)) return false;
  }
  const CrewView::Target target = view_.FindTarget(key);
  return target.pane && IsReachable(*target.source);
}

absl::StatusOr<v1::ConversationEvent> ConversationCache::Read(const ids::ConversationKey& key,
                                                              const std::string& cursor,
                                                              absl::Duration most) {
  const CrewView::Target target = view_.FindTarget(key);
  if (!target.pane) {
    return NoSuchConversation(key);
  }
  {
    absl::MutexLock lock(&mu_);
    EntryLocked(key).read_at = clock_.Now();
  }
  interest_.AddTransient(key);
  const bool reachable = IsReachable(*target.source);
  {
    absl::MutexLock lock(&mu_);
    const auto settled = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return IsSettledLocked(key); };
    changed_.Await(mu_, settled, reachable ? most : absl::ZeroDuration());
    const auto found = entries_.find(key);
    if (found == entries_.end() || !found->second.has_news) {
      const std::string why = found == entries_.end() || found->second.reason.empty()
                                  ? "its agent has not answered yet"
                                  : found->second.reason;
      return status::WithReason(
          absl::UnavailableError(
              absl::StrCat("Conversation '", key.ToString(), "' cannot be read now: ", why, ".")),
          status::kSourceUnreachable);
    }
  }
  return Now(key, cursor);
}

absl::StatusOr<v1::ConversationEvent> ConversationCache::Now(const ids::ConversationKey& key,
                                                             const std::string& cursor) {
  const CrewView::Target target = view_.FindTarget(key);
  if (!target.pane) {
    return NoSuchConversation(key);
  }
  absl::MutexLock lock(&mu_);
  Entry& entry = EntryLocked(key);
  entry.read_at = clock_.Now();
  v1::ConversationEvent event = SinceLocked(entry, cursor);
  *event.mutable_asks() = target.pane->asks();
  *event.mutable_turn() = target.pane->turn();
  event.set_read_age_ms(target.source->read_age_ms());
  return event;
}

v1::ConversationEvent ConversationCache::SinceLocked(const Entry& entry,
                                                     const std::string& cursor) const {
  v1::ConversationEvent event;
  const std::string& incarnation = view_.incarnation();
  conversation::ConversationLog::News news =
      entry.log.Since(SequenceIn(incarnation, entry.number, cursor));
  event.set_cursor(CursorOf(incarnation, entry.number, news.sequence));
  event.set_reset(news.reset);
  event.set_truncated(news.truncated);
  for (v1::Item& item : news.items) *event.add_items() = std::move(item);
  for (std::string& id : news.removed_items) event.add_removed_items(std::move(id));
  for (v1::ClosedAsk& closed : news.closed_asks) *event.add_closed_asks() = std::move(closed);
  return event;
}

absl::StatusOr<std::shared_ptr<HeldNews>> ConversationCache::News(const ids::ConversationKey& key,
                                                                  const Seen& seen) {
  const CrewView::Rows rows = view_.FindRows(key);
  if (!rows.pane) return NoSuchConversation(key);
  const clock::Steady now = clock_.Now();
  absl::MutexLock lock(&mu_);
  const auto found = entries_.find(key);
  if (found == entries_.end() || !HasNewsLocked(found->second, *rows.source)) return nullptr;
  Entry& entry = found->second;
  entry.read_at = now;
  const std::string cursor = CursorOf(view_.incarnation(), entry.number, entry.log.sequence());
  if (cursor == seen.cursor && ShowsTheSame(seen.pane, rows.pane)) return nullptr;
  const clock::Steady base = BaseAfter(now);
  const auto shared = entry.news ? entry.news->Get() : nullptr;
  if (shared && shared->from == seen.cursor && shared->cursor == cursor &&
      shared->pane == rows.pane && shared->base == base) {
    return entry.news;
  }
  v1::ConversationEvent event = SinceLocked(entry, seen.cursor);
  v1::PaneEntry pane = std::get<v1::PaneEntry>(rows.pane->At(base));
  event.mutable_asks()->Swap(pane.mutable_pane()->mutable_asks());
  event.mutable_turn()->Swap(pane.mutable_pane()->mutable_turn());
  entry.news = held_.Hold(EncodeNews(seen.cursor, std::move(event), rows.pane, base));
  return entry.news;
}

absl::Status ConversationCache::CheckListed(const ids::ConversationKey& key) const {
  return view_.FindRows(key).pane ? absl::OkStatus() : NoSuchConversation(key);
}

int64_t ConversationCache::ReadAgeMs(const ids::ConversationKey& key) const {
  const CrewRow::Ref source = view_.FindRows(key).source;
  if (!source) return 0;
  return std::get<v1::SourceEntry>(source->At(clock_.Now())).source().read_age_ms();
}

void ConversationCache::Tick() {
  absl::MutexLock lock(&mu_);
  const clock::Steady now = clock_.Now();
  for (auto it = entries_.begin(); it != entries_.end();) {
    const auto entry = it++;
    entry->second.news.reset();
    if (!entry->second.fresh && now - entry->second.read_at > kKept) EraseLocked(entry);
  }
}

}  // namespace collie::relay
