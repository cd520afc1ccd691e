#include "relay/fanout/conversation_desk.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "crew/text/clean_proto.h"

namespace collie::relay {
namespace {

// <number of the desk>.<sequence of its log>
std::string CursorOf(uint64_t number, uint64_t sequence) {
  return absl::StrCat(number, ".", sequence);
}

// The sequence that a cursor names in this desk; 0, which is all, for any other cursor.
uint64_t SequenceIn(uint64_t number, const std::string& cursor) {
  const std::vector<std::string> parts = absl::StrSplit(cursor, '.');
  uint64_t desk = 0;
  uint64_t sequence = 0;
  if (parts.size() != 2 || !absl::SimpleAtoi(parts[0], &desk) ||
      !absl::SimpleAtoi(parts[1], &sequence) || desk != number) {
    return 0;
  }
  return sequence;
}

bool IsReachable(const v1::Source& source) {
  return source.state() == v1::SOURCE_STATE_LIVE || source.state() == v1::SOURCE_STATE_STALE;
}

void PutItems(v1::ConversationUpdate& update, conversation::ConversationLog& log) {
  for (v1::Item& item : *update.mutable_items()) {
    if (text::CleanItem(item)) log.Put(std::move(item));
  }
}

}  // namespace

ConversationDesk::Desk& ConversationDesk::DeskLocked(const ids::ConversationKey& key) {
  const auto [found, is_new] = desks_.try_emplace(key);
  if (!is_new) return found->second;
  found->second.number = next_number_++;
  found->second.read_at = clock_.Now();
  if (desks_.size() > kConversations) {
    auto longest =
        std::min_element(desks_.begin(), desks_.end(), [&](const auto& a, const auto& b) {
          if (a.first == key || b.first == key) return b.first == key;
          if (a.second.fresh != b.second.fresh) return b.second.fresh;
          return a.second.read_at < b.second.read_at;
        });
    desks_.erase(longest);
  }
  return found->second;
}

void ConversationDesk::Apply(const std::string& member, v1::ConversationUpdate update) {
  const ids::ConversationKey key{member, update.source(), update.pane()};
  {
    absl::MutexLock lock(&mu_);
    if (!update.reset() && !desks_.contains(key)) return;  // it left memory: the next news is whole
    Desk& desk = DeskLocked(key);
    desk.reason = update.reason();
    changed_.NotifyAll();
    if (update.reason().empty()) {
      if (update.reset()) desk.log.Reset({}, update.truncated());
      PutItems(update, desk.log);
      for (const std::string& id : update.removed_items()) desk.log.Remove(id);
      for (v1::ClosedAsk& closed : *update.mutable_closed_asks()) {
        if (text::CleanClosedAsk(closed)) desk.log.Close(std::move(closed));
      }
      desk.filling = update.more();
      desk.has_news = true;
      desk.fresh = true;
    }
    if (update.more()) return;
  }
  if (on_change_) on_change_(key);
}

void ConversationDesk::Followed(const std::string& member, const v1::Interest& interest) {
  absl::flat_hash_set<ids::ConversationKey> followed;
  for (const v1::Conversation& conversation : interest.conversations()) {
    followed.insert({member, conversation.source(), conversation.pane()});
  }
  absl::MutexLock lock(&mu_);
  for (auto& [key, desk] : desks_) {
    if (key.member != member || followed.contains(key)) continue;
    desk.fresh = false;
    desk.filling = false;
    desk.reason.clear();
  }
}

bool ConversationDesk::IsSettledLocked(const ids::ConversationKey& key) const {
  const auto found = desks_.find(key);
  if (found == desks_.end()) return false;
  const Desk& desk = found->second;
  return (desk.fresh && !desk.filling) || !desk.reason.empty();
}

bool ConversationDesk::HasNews(const ids::ConversationKey& key) const {
  {
    absl::MutexLock lock(&mu_);
    const auto found = desks_.find(key);
    if (found == desks_.end() || !found->second.has_news || found->second.filling) return false;
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
  conversation::ConversationLog::News news = desk.log.Since(SequenceIn(desk.number, cursor));
  event.set_cursor(CursorOf(desk.number, news.sequence));
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
