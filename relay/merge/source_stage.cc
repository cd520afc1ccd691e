#include "relay/merge/source_stage.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "crew/ids/ids.h"
#include "crew/text/clean_field.h"
#include "crew/text/clean_proto.h"
#include "crew/text/limits.h"

namespace collie::relay {
namespace {

bool HasKnownState(const v1::Source& source) {
  return v1::SourceState_IsValid(source.state()) && source.state() != v1::SOURCE_STATE_UNSPECIFIED;
}

// Leaves the newest asks out until the pane fits; they are counted in it.
void BoundBytes(v1::Pane& pane) {
  while (pane.ByteSizeLong() > text::kPaneBytes && !pane.asks().empty()) {
    pane.mutable_asks()->RemoveLast();
    pane.set_left_out(pane.left_out() + 1);
  }
}

// Panes whose ids break the rule are left out; the rest stands.
void CleanPanes(v1::SourceUpdate* update) {
  google::protobuf::RepeatedPtrField<v1::Pane> kept;
  for (v1::Pane& pane : *update->mutable_panes()) {
    if (!text::CleanPane(pane)) continue;
    BoundBytes(pane);
    *kept.Add() = std::move(pane);
  }
  update->mutable_panes()->Swap(&kept);
  text::SanitizeList(update->mutable_removed_panes(), SourceStage::kPanes,
                     [](const std::string& pane) { return ids::IsWireId(pane); });
}

}  // namespace

absl::StatusOr<std::optional<StagedUpdate>> SourceStage::Add(v1::SourceUpdate frame) {
  if (!ids::IsName(frame.source().name()) || !HasKnownState(frame.source())) {
    return absl::InvalidArgumentError("A source update without a valid name and state.");
  }
  if (!text::CleanSource(*frame.mutable_source())) {
    return absl::InvalidArgumentError("A source update whose source breaks the contract.");
  }
  const std::string name = frame.source().name();
  const bool commit = frame.commit();
  if (!open_.contains(name) && open_.size() >= kOpenUpdates) {
    return absl::InvalidArgumentError("Too many source updates are open at once.");
  }
  Open& open = open_[name];
  Merge(std::move(frame), open);
  if (!commit) return std::nullopt;
  bytes_ -= open.bytes;
  v1::Source& source = *open.staged.update.mutable_source();
  source.set_left_out(source.left_out() + open.left_out);
  std::optional<StagedUpdate> staged = std::move(open.staged);
  open_.erase(name);
  return staged;
}

void SourceStage::Merge(v1::SourceUpdate frame, Open& open) {
  if (!ids::IsWireId(frame.address_id())) frame.clear_address_id();
  CleanPanes(&frame);
  v1::SourceUpdate& update = open.staged.update;
  const int most = static_cast<int>(kPanes) - update.panes_size();
  if (frame.panes_size() > most) {
    open.left_out += frame.panes_size() - most;
    frame.mutable_panes()->DeleteSubrange(most, frame.panes_size() - most);
  }
  const size_t bytes = frame.ByteSizeLong();
  if (bytes_ + bytes > kUpdateBytes) open.staged.is_over = true;
  if (open.staged.is_over) {
    frame.clear_panes();
    frame.clear_removed_panes();
    update.clear_panes();
    update.clear_removed_panes();
    bytes_ -= open.bytes;
    open.bytes = 0;
  } else {
    bytes_ += bytes;
    open.bytes += bytes;
  }
  const v1::Source source = frame.source();
  const bool whole = update.whole() || frame.whole();
  update.MergeFrom(frame);
  *update.mutable_source() = source;
  update.set_whole(whole);
}

}  // namespace collie::relay
