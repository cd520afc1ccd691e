#include "edge/view/conversations.h"

#include <algorithm>
#include <utility>

namespace collie::edge {
namespace {

constexpr size_t kDroppedRequests = 100;  // the newest are kept

}  // namespace

void Conversations::ApplyNews(const std::string& source, ConversationNews news) {
  const ids::ConversationKey key{"", source, news.pane};
  Kept& kept = kept_[key];
  kept.failure = news.failure;
  if (news.failure != SourceReason::kNone) return;
  // What another run of the agent asked is over, and its ids may be used anew.
  if (std::exchange(kept.epoch, news.epoch) != news.epoch) kept.log.ForgetDecisions();
  if (news.reset) {
    kept.log.Reset(std::move(news.items), news.truncated);
    kept.was_read = true;
  } else if (kept.was_read) {
    for (v1::Item& item : news.items) kept.log.Put(std::move(item));
    for (const std::string& id : news.removed_items) kept.log.Remove(id);
  }
  for (v1::ClosedAsk& closed : news.closed_asks) kept.log.Close(std::move(closed));
  for (std::string& id : news.dropped_requests) {
    kept.dropped_requests.push_back(std::move(id));
    if (kept.dropped_requests.size() <= kDroppedRequests) continue;
    kept.dropped_requests.pop_front();
    const auto sent = sent_.find(key);
    if (sent != sent_.end() && sent->second.dropped_requests > 0) --sent->second.dropped_requests;
  }
}

void Conversations::Drop(const ids::SourceName& source, const ids::PaneId& pane) {
  const ids::ConversationKey key{"", source.value(), pane.value()};
  kept_.erase(key);
  if (wanted_.contains(key)) sent_[key] = {};
}

void Conversations::DropSource(const std::string& source) {
  std::erase_if(kept_, [&source](const auto& entry) { return entry.first.source == source; });
  for (auto& [key, sent] : sent_) {
    if (key.source == source) sent = {};
  }
}

void Conversations::SetWanted(const std::set<ids::ConversationKey>& wanted) {
  std::erase_if(sent_, [&wanted](const auto& entry) { return !wanted.contains(entry.first); });
  for (const ids::ConversationKey& key : wanted) sent_.try_emplace(key);
  wanted_ = wanted;
}

void Conversations::SendAllAnew() {
  for (auto& [key, sent] : sent_) sent = {};
}

std::optional<SourceReason> Conversations::Missing(const ids::ConversationKey& key) const {
  const auto kept = kept_.find(key);
  if (kept == kept_.end()) return SourceReason::kNone;
  if (kept->second.was_read) return std::nullopt;
  return kept->second.failure;
}

std::optional<ConversationBatch> Conversations::TakeBatch(const ids::ConversationKey& key) {
  const auto found = kept_.find(key);
  const auto sent = sent_.find(key);
  if (found == kept_.end() || sent == sent_.end() || !found->second.was_read) return std::nullopt;
  const Kept& kept = found->second;
  const bool nothing_new = sent->second.sequence == kept.log.sequence() &&
                           sent->second.dropped_requests == kept.dropped_requests.size();
  if (nothing_new) return std::nullopt;
  ConversationBatch batch;
  batch.source = key.source;
  batch.pane = key.pane;
  batch.epoch = kept.epoch;
  batch.news = kept.log.Since(sent->second.sequence);
  batch.dropped_requests.assign(
      kept.dropped_requests.begin() + static_cast<ptrdiff_t>(sent->second.dropped_requests),
      kept.dropped_requests.end());
  sent->second = {batch.news.sequence, kept.dropped_requests.size(), SourceReason::kNone};
  return batch;
}

std::optional<v1::ClosedAsk> Conversations::FindDecision(const ids::ConversationKey& key,
                                                         const ids::Epoch& epoch,
                                                         const ids::AskId& ask_id) const {
  const auto kept = kept_.find(key);
  if (kept == kept_.end() || kept->second.epoch != epoch.value()) return std::nullopt;
  return kept->second.log.FindDecision(ask_id.value());
}

bool Conversations::TakeReason(const ids::ConversationKey& key, SourceReason reason) {
  const auto sent = sent_.find(key);
  if (sent == sent_.end() || sent->second.reason == reason) return false;
  sent->second.reason = reason;
  return true;
}

}  // namespace collie::edge
