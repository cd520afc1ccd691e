#include "edge/view/host_view.h"

#include <algorithm>
#include <utility>

namespace collie::edge {
namespace {

constexpr size_t kRemovedPanes = 1000;  // of one source, named in one update

}  // namespace

HostView::SourceEntry& HostView::EntryLocked(const std::string& source) {
  const auto [found, is_new] = sources_.try_emplace(source);
  // Under a name that another agent had, the relay must forget that one's panes, on whatever
  // stream.
  if (is_new && left_.contains(source)) found->second.panes_known = true;
  if (is_new) found->second.whole_waits = found->second.panes_known;
  return found->second;
}

void HostView::SourceEntry::SendWhole() {
  whole_waits = panes_known;
  changed_panes.clear();
  removed_panes.clear();
}

// One that restarted does not know the address; the epoch is of one run of one agent all the same.
bool HostView::SourceEntry::SendDifference(const v1::KnownSource& known) {
  const bool is_same_agent = !known.epoch().empty() && known.epoch() == shown.source.epoch() &&
                             (known.address_id().empty() || known.address_id() == shown.address_id);
  if (!is_same_agent || known.panes().empty()) return false;
  whole_waits = false;
  epoch_sent = known.epoch();
  changed_panes = {order.begin(), order.end()};
  removed_panes.clear();
  for (const v1::KnownPane& pane : known.panes()) {
    const auto ours = panes.find(pane.id());
    if (ours == panes.end()) {
      removed_panes.insert(pane.id());
    } else if (ours->second->Digest() == pane.digest()) {
      changed_panes.erase(pane.id());
    }
  }
  return removed_panes.size() <= kRemovedPanes;
}

void HostView::MarkLocked(SourceEntry& entry) {
  if (entry.waiting_since == 0) entry.waiting_since = next_turn_++;
}

void HostView::Put(const std::string& source, SourceNews news) {
  bool waits = false;
  {
    absl::MutexLock lock(&mu_);
    SourceEntry& entry = EntryLocked(source);
    if (!entry.shown.ShowsSameAs(news.source)) MarkLocked(entry);
    entry.shown = std::move(news.source);
    if (news.panes) PutPanesLocked(entry, *std::move(news.panes));
    for (const std::string& pane : news.dropped_conversations) {
      conversations_.Drop(ids::SourceName(source), ids::PaneId(pane));
    }
    for (ConversationNews& conversation : news.conversations) {
      const ids::ConversationKey key{"", source, conversation.pane};
      if (conversations_.wanted().contains(key)) waiting_conversations_.insert(key);
      conversations_.ApplyNews(source, std::move(conversation));
    }
    // Why a conversation is missing may have changed with the source.
    for (const ids::ConversationKey& key : conversations_.wanted()) {
      if (key.source == source && conversations_.Missing(key)) waiting_conversations_.insert(key);
    }
    waits = entry.waiting_since != 0 || !waiting_conversations_.empty();
  }
  if (waits) Changed();
}

void HostView::PutPanesLocked(SourceEntry& entry, std::vector<ShownPane> panes) {
  std::map<std::string, std::shared_ptr<const ShownPane>> before;
  before.swap(entry.panes);
  entry.order.clear();
  if (!entry.panes_known) {
    entry.panes_known = entry.whole_waits = true;
    MarkLocked(entry);
  }
  for (ShownPane& pane : panes) {
    const std::string id = pane.pane.id();
    entry.order.push_back(id);
    const auto old = before.find(id);
    if (old != before.end() && old->second->ShowsSameAs(pane)) {
      entry.panes[id] = old->second;
    } else {
      entry.panes[id] = std::make_shared<const ShownPane>(std::move(pane));
      entry.changed_panes.insert(id);
      entry.removed_panes.erase(id);
      MarkLocked(entry);
    }
    if (old != before.end()) before.erase(old);
  }
  for (const auto& [id, gone] : before) {
    entry.changed_panes.erase(id);
    entry.removed_panes.insert(id);
    MarkLocked(entry);
  }
  // So many names are no delta any more, and would not fit into one frame.
  if (entry.removed_panes.size() > kRemovedPanes) entry.whole_waits = true;
}

void HostView::Remove(const std::string& source) {
  {
    absl::MutexLock lock(&mu_);
    if (sources_.erase(source) == 0) return;
    left_.insert(source);
    removed_.insert(source);
    conversations_.DropSource(source);
    for (const ids::ConversationKey& key : conversations_.wanted()) {
      if (key.source == source) waiting_conversations_.insert(key);
    }
  }
  Changed();
}

void HostView::SetWanted(const std::set<ids::ConversationKey>& wanted) {
  {
    absl::MutexLock lock(&mu_);
    for (const ids::ConversationKey& key : wanted) {
      if (!conversations_.wanted().contains(key)) waiting_conversations_.insert(key);
    }
    std::erase_if(waiting_conversations_,
                  [&wanted](const ids::ConversationKey& key) { return !wanted.contains(key); });
    conversations_.SetWanted(wanted);
  }
  Changed();
}

void HostView::BeginStream(const std::vector<v1::KnownSource>& known) {
  {
    absl::MutexLock lock(&mu_);
    under_way_ = std::monostate();
    in_sync_ = false;
    removed_.clear();  // the in-sync mark says that those not named are gone
    for (auto& [name, entry] : sources_) {
      entry.SendWhole();
      MarkLocked(entry);
    }
    for (const v1::KnownSource& source : known) {
      const auto entry = sources_.find(source.name());
      if (entry == sources_.end() || !entry->second.panes_known) continue;
      if (!entry->second.SendDifference(source)) entry->second.SendWhole();
    }
    conversations_.SendAllAnew();
    waiting_conversations_ = conversations_.wanted();
  }
  Changed();
}

bool HostView::NextFrame(v1::EdgeFrame* frame, size_t max_bytes) {
  absl::MutexLock lock(&mu_);
  frame->Clear();
  if (NextPartLocked(frame, max_bytes)) return true;
  if (!removed_.empty()) {
    const auto gone = removed_.begin();
    frame->mutable_source_removed()->set_name(*gone);
    removed_.erase(gone);
    return true;
  }
  if (BeginSourceLocked()) return NextPartLocked(frame, max_bytes);
  if (!in_sync_) {
    in_sync_ = true;
    frame->mutable_in_sync();
    return true;
  }
  return NextConversationLocked(frame) || NextPartLocked(frame, max_bytes);
}

bool HostView::NextPartLocked(v1::EdgeFrame* frame, size_t max_bytes) {
  bool more = false;
  if (auto* source = std::get_if<SourceBatch>(&under_way_)) {
    more = source->NextPart(clock_.Now(), max_bytes, frame->mutable_source());
  } else if (auto* conversation = std::get_if<ConversationBatch>(&under_way_)) {
    more = conversation->NextPart(max_bytes, frame->mutable_conversation());
  } else {
    return false;
  }
  if (!more) under_way_ = std::monostate();
  return true;
}

// Starts a batch of the source that waits longest.
bool HostView::BeginSourceLocked() {
  SourceEntry* next = nullptr;
  for (auto& [name, entry] : sources_) {
    if (entry.waiting_since == 0) continue;
    if (next == nullptr || entry.waiting_since < next->waiting_since) next = &entry;
  }
  if (next == nullptr) return false;
  SourceBatch batch;
  batch.source = next->shown;
  // The same questions of another run have other one-use ids: the relay takes every pane anew.
  const std::string& epoch = next->shown.source.epoch();
  const bool is_another_run = std::exchange(next->epoch_sent, epoch) != epoch;
  batch.whole = next->whole_waits || (next->panes_known && is_another_run);
  for (const std::string& pane : next->order) {
    if (batch.whole || next->changed_panes.contains(pane)) {
      batch.panes.push_back(next->panes.at(pane));
    }
  }
  if (!batch.whole) {
    batch.removed_panes.assign(next->removed_panes.begin(), next->removed_panes.end());
  }
  next->waiting_since = 0;
  next->whole_waits = false;
  next->changed_panes.clear();
  next->removed_panes.clear();
  under_way_ = std::move(batch);
  return true;
}

// Fills the frame with the reason why a wanted conversation is missing, or starts a batch of what
// is new in one. True only when it filled the frame.
bool HostView::NextConversationLocked(v1::EdgeFrame* frame) {
  while (!waiting_conversations_.empty()) {
    const ids::ConversationKey key = *waiting_conversations_.begin();
    waiting_conversations_.erase(waiting_conversations_.begin());
    if (const auto failure = conversations_.Missing(key)) {
      const SourceReason reason = MissingReasonLocked(key, *failure);
      if (!conversations_.TakeReason(key, reason) || reason == SourceReason::kNone) continue;
      v1::ConversationUpdate& update = *frame->mutable_conversation();
      update.set_source(key.source);
      update.set_pane(key.pane);
      update.set_reason(ApiWord(reason));
      return true;
    }
    if (auto batch = conversations_.TakeBatch(key)) {
      under_way_ = *std::move(batch);
      return false;
    }
  }
  return false;
}

SourceReason HostView::MissingReasonLocked(const ids::ConversationKey& key,
                                           SourceReason failure) const {
  const auto source = sources_.find(key.source);
  if (source == sources_.end()) return SourceReason::kNoSuchConversation;
  switch (source->second.shown.source.state()) {
    case v1::SOURCE_STATE_STARTING:
      return SourceReason::kStarting;
    case v1::SOURCE_STATE_UNREACHABLE:
      return SourceReason::kSourceUnreachable;
    case v1::SOURCE_STATE_TOKEN_REFUSED:
      return SourceReason::kTokenRefused;
    case v1::SOURCE_STATE_VERSION_MISMATCH:
      return SourceReason::kVersionMismatch;
    default:
      break;
  }
  return source->second.panes.contains(key.pane) ? failure : SourceReason::kNoSuchConversation;
}

void HostView::SetOnChange(std::function<void()> on_change) {
  absl::MutexLock lock(&mu_);
  on_change_ = std::move(on_change);
}

void HostView::Changed() {
  std::function<void()> on_change;
  {
    absl::MutexLock lock(&mu_);
    on_change = on_change_;
  }
  if (on_change) on_change();
}

std::optional<v1::ClosedAsk> HostView::FindDecision(const ids::ConversationKey& key,
                                                    const ids::Epoch& epoch,
                                                    const ids::AskId& ask_id) const {
  absl::MutexLock lock(&mu_);
  return conversations_.FindDecision(key, epoch, ask_id);
}

std::vector<v1::SourceAge> HostView::Ages() const {
  std::vector<v1::SourceAge> ages;
  absl::MutexLock lock(&mu_);
  for (const auto& [name, entry] : sources_) {
    if (!entry.shown.last_read) continue;
    v1::SourceAge& age = ages.emplace_back();
    age.set_source(name);
    age.set_read_age_ms(absl::ToInt64Milliseconds(clock_.Now() - *entry.shown.last_read));
  }
  return ages;
}

std::vector<v1::Source> HostView::List() const {
  std::vector<v1::Source> list;
  absl::MutexLock lock(&mu_);
  for (const auto& [name, entry] : sources_) {
    v1::Source& source = list.emplace_back(entry.shown.ToProto(clock_.Now()));
    for (const auto& [id, pane] : entry.panes) {
      source.set_left_out(source.left_out() + pane->pane.left_out());
    }
  }
  return list;
}

}  // namespace collie::edge
