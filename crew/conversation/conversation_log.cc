#include "crew/conversation/conversation_log.h"

#include <algorithm>
#include <utility>

#include "google/protobuf/util/message_differencer.h"

namespace collie::conversation {

using ::google::protobuf::util::MessageDifferencer;

void ConversationLog::Reset(std::vector<v1::Item> items, bool truncated) {
  entries_.clear();
  places_.clear();
  changes_.clear();
  removals_.clear();
  bytes_ = 0;
  truncated_ = truncated;
  whole_before_ = ++sequence_;
  for (v1::Item& item : items) PutEntry(std::move(item));
  KeepWithinLimits();
  // The removals that the limits caused are older than any reader of this view.
  removals_.clear();
  whole_before_ = sequence_;
}

void ConversationLog::Put(v1::Item item) {
  PutEntry(std::move(item));
  KeepWithinLimits();
}

void ConversationLog::PutEntry(v1::Item item) {
  const auto [known, is_new] = places_.try_emplace(item.id(), next_place_);
  const uint64_t place = known->second;
  Entry& entry = entries_[place];
  if (is_new) {
    ++next_place_;
  } else {
    if (MessageDifferencer::Equals(entry.item, item)) return;
    changes_.erase(entry.changed);
    bytes_ -= entry.bytes;
  }
  entry.bytes = item.ByteSizeLong();
  entry.changed = ++sequence_;
  entry.item = std::move(item);
  bytes_ += entry.bytes;
  changes_[entry.changed] = place;
}

void ConversationLog::Remove(const std::string& item_id) {
  const auto known = places_.find(item_id);
  if (known != places_.end()) TakeOut(known->second);
}

void ConversationLog::TakeOut(uint64_t place) {
  const auto found = entries_.find(place);
  const Entry& entry = found->second;
  removals_.push_back({entry.item.id(), ++sequence_});
  if (removals_.size() > limits_.removals) {
    whole_before_ = removals_.front().sequence;
    removals_.pop_front();
  }
  bytes_ -= entry.bytes;
  changes_.erase(entry.changed);
  places_.erase(entry.item.id());
  entries_.erase(found);
}

void ConversationLog::KeepWithinLimits() {
  // The newest item stays whatever its size: a conversation is never blank for one long reply.
  while (entries_.size() > 1 && (entries_.size() > limits_.items || bytes_ > limits_.bytes)) {
    TakeOut(entries_.begin()->first);
    truncated_ = true;
  }
}

void ConversationLog::Close(v1::ClosedAsk closed) {
  const auto known = std::find_if(
      decisions_.begin(), decisions_.end(),
      [&closed](const Decision& decision) { return decision.closed.ask_id() == closed.ask_id(); });
  if (known != decisions_.end()) {
    if (MessageDifferencer::Equals(known->closed, closed)) return;
    closed_bytes_ -= known->bytes;
    decisions_.erase(known);
  }
  const size_t bytes = closed.ByteSizeLong();
  decisions_.push_back({std::move(closed), ++sequence_, bytes});
  closed_bytes_ += bytes;
  KeepDecisionsWithinLimits();
}

std::optional<v1::ClosedAsk> ConversationLog::FindDecision(const std::string& ask_id) const {
  const auto known =
      std::find_if(decisions_.begin(), decisions_.end(),
                   [&](const Decision& decision) { return decision.closed.ask_id() == ask_id; });
  if (known == decisions_.end()) return std::nullopt;
  return known->closed;
}

void ConversationLog::ForgetDecisions() {
  decisions_.clear();
  closed_bytes_ = 0;
}

void ConversationLog::KeepDecisionsWithinLimits() {
  while (decisions_.size() > limits_.closed_asks || closed_bytes_ > limits_.closed_bytes) {
    closed_bytes_ -= decisions_.front().bytes;
    decisions_.pop_front();
  }
}

ConversationLog::News ConversationLog::Since(uint64_t sequence) const {
  News news;
  news.sequence = sequence_;
  news.truncated = truncated_;
  news.reset = sequence < whole_before_ || sequence > sequence_;
  const uint64_t from = news.reset ? 0 : sequence;
  FillItems(from, &news);
  for (const Removal& removal : removals_) {
    if (news.reset || removal.sequence <= from || places_.contains(removal.item_id)) continue;
    news.removed_items.push_back(removal.item_id);
  }
  for (const Decision& decision : decisions_) {
    if (decision.sequence > from) news.closed_asks.push_back(decision.closed);
  }
  return news;
}

void ConversationLog::FillItems(uint64_t sequence, News* news) const {
  std::vector<uint64_t> places;
  for (auto it = changes_.upper_bound(sequence); it != changes_.end(); ++it) {
    places.push_back(it->second);
  }
  std::sort(places.begin(), places.end());
  for (const uint64_t place : places) news->items.push_back(entries_.at(place).item);
}

uint64_t ConversationLog::sequence() const { return sequence_; }

size_t ConversationLog::item_count() const { return entries_.size(); }

}  // namespace collie::conversation
