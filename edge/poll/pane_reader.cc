#include "edge/poll/pane_reader.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "crew/text/limits.h"

namespace collie::edge {
namespace {

ConversationNews NewsOf(const std::string& pane, const wire::PaneRead& read) {
  ConversationNews news;
  news.pane = pane;
  news.epoch = read.epoch;
  news.reset = read.reset;
  news.truncated = read.truncated;
  for (const wire::PaneEvent& event : read.events) {
    if (const auto* item = std::get_if<v1::Item>(&event)) {
      std::erase(news.removed_items, item->id());
      news.items.push_back(*item);
    } else if (const auto* removed = std::get_if<wire::RemovedItem>(&event)) {
      // Only the last of what happens to an item within one read is news.
      std::erase_if(news.items,
                    [removed](const v1::Item& added) { return added.id() == removed->item_id; });
      news.removed_items.push_back(removed->item_id);
    } else if (const auto* closed = std::get_if<v1::ClosedAsk>(&event)) {
      news.closed_asks.push_back(*closed);
    } else if (const auto* dropped = std::get_if<wire::DroppedSend>(&event)) {
      news.dropped_requests.push_back(dropped->request_id);
    }
  }
  return news;
}

}  // namespace

PaneReader::Round PaneReader::Begin(const wire::Snapshot& snapshot, std::set<std::string> wanted,
                                    clock::Steady now, const std::set<std::string>& acted_on) {
  wanted.insert(acted_on.begin(), acted_on.end());
  Round round;
  DropLeft(snapshot, &round);
  size_t kept_unwanted = DropUnwanted(snapshot, wanted, now, &round);
  std::vector<std::string> unwanted;
  for (const wire::SnapshotPane& pane : snapshot.panes) {
    const std::string& id = pane.pane.id();
    const bool is_wanted = wanted.contains(id);
    const auto known = entries_.find(id);
    const bool has_asks = known != entries_.end() && !known->second.asks.empty();
    if (!is_wanted && pane.pane.open_asks() == 0 && !has_asks) continue;
    Entry& entry = entries_[id];
    const bool was_kept = entry.kept;
    if (is_wanted) entry.wanted_at = now;
    Keep(entry, pane, is_wanted, kept_unwanted);
    if (entry.kept && !was_kept && !is_wanted) ++kept_unwanted;
    entry.follow_ups = 0;
    if (entry.asks.TakeSpaceCame()) entry.cursor.clear();
    const bool is_known = !entry.cursor.empty() && entry.cursor == pane.cursor;
    if (is_known && !acted_on.contains(id)) continue;
    (is_wanted ? round.to_read : unwanted).push_back(id);
  }
  round.to_read.insert(round.to_read.end(), unwanted.begin(), unwanted.end());
  std::stable_sort(round.to_read.begin(), round.to_read.end(),
                   [this](const std::string& a, const std::string& b) {
                     return entries_.at(a).no_reply < entries_.at(b).no_reply;
                   });
  return round;
}

// A conversation whose items begin to be kept is read from its start.
void PaneReader::Keep(Entry& entry, const wire::SnapshotPane& pane, bool is_wanted,
                      size_t kept_unwanted) {
  if (entry.kept) return;
  if (!is_wanted && (!pane.pane.open() || kept_unwanted >= kKeptUnwanted)) return;
  entry.kept = true;
  entry.cursor.clear();
}

// Forgets the conversations that the agent does not list any more.
void PaneReader::DropLeft(const wire::Snapshot& snapshot, Round* round) {
  std::set<std::string> listed;
  for (const wire::SnapshotPane& pane : snapshot.panes) listed.insert(pane.pane.id());
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    if (listed.contains(entry->first)) {
      ++entry;
      continue;
    }
    if (entry->second.kept) round->dropped.push_back(entry->first);
    ask_bytes_ -= entry->second.asks.bytes();
    entry = entries_.erase(entry);
  }
}

// Drops items that nobody wants: those of closed conversations, of ones unwanted for long, and
// the longest unwanted past the limit. Returns how many are still kept for nobody.
size_t PaneReader::DropUnwanted(const wire::Snapshot& snapshot, const std::set<std::string>& wanted,
                                clock::Steady now, Round* round) {
  std::vector<std::pair<clock::Steady, std::string>> kept;
  const auto drop = [this, round](const std::string& id) {
    Entry& entry = entries_.at(id);
    entry.kept = false;
    round->dropped.push_back(id);
    if (entry.asks.empty()) entries_.erase(id);
  };
  for (const wire::SnapshotPane& pane : snapshot.panes) {
    const std::string& id = pane.pane.id();
    const auto known = entries_.find(id);
    if (known == entries_.end() || !known->second.kept || wanted.contains(id)) continue;
    const bool waits = pane.pane.open_asks() > 0 || !known->second.asks.empty();
    if (!pane.pane.open() || (!waits && now - known->second.wanted_at > kKeepFor)) {
      drop(id);
    } else {
      kept.emplace_back(known->second.wanted_at, id);
    }
  }
  std::sort(kept.begin(), kept.end());
  const size_t too_many = kept.size() - std::min(kept.size(), kKeptUnwanted);
  for (size_t i = 0; i < too_many; ++i) drop(kept[i].second);
  return kept.size() - too_many;
}

std::string PaneReader::CursorOf(const std::string& pane) const {
  const auto entry = entries_.find(pane);
  return entry == entries_.end() ? "" : entry->second.cursor;
}

PaneReader::Taken PaneReader::ApplyRead(const std::string& pane, const wire::PaneRead& read,
                                        const AgentClock& agent_clock) {
  Entry& entry = entries_[pane];
  const bool moved = entry.cursor != read.cursor;
  const bool was_whole = entry.cursor.empty();
  entry.cursor = read.cursor;
  entry.no_reply = 0;
  entry.failure = SourceReason::kNone;
  const size_t others = ask_bytes_ - entry.asks.bytes();
  entry.asks.ApplyRead(read, agent_clock, SpaceBeside(entry));
  ask_bytes_ = others + entry.asks.bytes();
  Taken taken;
  taken.again = read.more && moved && entry.follow_ups < text::kMoreReads;
  if (taken.again) ++entry.follow_ups;
  if (entry.kept) {
    taken.news = NewsOf(pane, read);
    // Without a cursor the reply is the whole view, whatever it says.
    taken.news->reset |= was_whole;
  }
  return taken;
}

bool PaneReader::NoReply(const std::string& pane, SourceReason reason) {
  Entry& entry = entries_[pane];
  entry.no_reply = ++no_replies_;
  return std::exchange(entry.failure, reason) != reason;
}

bool PaneReader::GotNoReply(const std::string& pane) const {
  const auto entry = entries_.find(pane);
  return entry != entries_.end() && entry->second.no_reply != 0;
}

// What all other conversations leave of the bytes for questions.
size_t PaneReader::SpaceBeside(const Entry& entry) const {
  return kAskBytes - std::min(kAskBytes, ask_bytes_ - entry.asks.bytes());
}

ShownPane PaneReader::Show(const wire::SnapshotPane& listed) {
  ShownPane shown{listed.pane, {}};
  const auto known = entries_.find(listed.pane.id());
  if (known == entries_.end()) return shown;
  Entry& entry = known->second;
  shown.asks = entry.asks.Shown();
  const int open = listed.pane.open_asks();
  const int hidden = std::max(0, open - static_cast<int>(shown.asks.size()));
  // Only a read of the very state that the snapshot counts in says what cannot be shown of it.
  if (entry.cursor == listed.cursor) entry.unreadable = hidden;
  shown.pane.set_unreadable_asks(std::min(hidden, entry.unreadable));
  shown.pane.set_left_out(listed.pane.left_out() + entry.asks.left_out());
  return shown;
}

}  // namespace collie::edge
