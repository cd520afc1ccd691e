#include "relay/merge/source_stage.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "crew/ids/ids.h"
#include "crew/text/clean_proto.h"

namespace collie::relay {
namespace {

constexpr size_t kOpenUpdates = 8;  // an edge sends the frames of one source in a row

bool HasKnownState(const v1::Source& source) {
  return v1::SourceState_IsValid(source.state()) && source.state() != v1::SOURCE_STATE_UNSPECIFIED;
}

// Panes whose ids break the rule are left out; the rest stands.
void CleanPanes(v1::SourceUpdate* update) {
  google::protobuf::RepeatedPtrField<v1::Pane> kept;
  for (v1::Pane& pane : *update->mutable_panes()) {
    if (text::CleanPane(pane)) *kept.Add() = std::move(pane);
  }
  update->mutable_panes()->Swap(&kept);
}

}  // namespace

absl::StatusOr<std::optional<v1::SourceUpdate>> SourceStage::Add(v1::SourceUpdate frame) {
  if (!ids::IsName(frame.source().name()) || !HasKnownState(frame.source())) {
    return absl::InvalidArgumentError("A source update without a valid name and state.");
  }
  if (!text::CleanSource(*frame.mutable_source())) {
    return absl::InvalidArgumentError("A source update whose source breaks the contract.");
  }
  if (!ids::IsWireId(frame.address_id())) frame.clear_address_id();
  const std::string name = frame.source().name();
  const size_t bytes = frame.ByteSizeLong();
  const bool commit = frame.commit();
  if (!open_.contains(name) && open_.size() >= kOpenUpdates) {
    return absl::InvalidArgumentError("Too many source updates are open at once.");
  }
  Open& open = open_[name];
  CleanPanes(&frame);
  const bool whole = open.update.whole() || frame.whole();
  open.update.MergeFrom(frame);
  *open.update.mutable_source() = frame.source();
  open.update.set_whole(whole);
  open.bytes += bytes;
  if (open.bytes > kUpdateBytes || static_cast<size_t>(open.update.panes_size()) > kPanes) {
    open.over = true;
  }
  if (open.over) {
    open.update.clear_panes();
    open.update.clear_removed_panes();
  }
  if (!commit) return std::nullopt;
  if (open.over) {
    open_.erase(name);
    return absl::ResourceExhaustedError(
        absl::StrCat("The update of source '", name, "' is over the limits."));
  }
  std::optional<v1::SourceUpdate> whole_update = std::move(open.update);
  open_.erase(name);
  return whole_update;
}

}  // namespace collie::relay
