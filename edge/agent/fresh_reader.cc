#include "edge/agent/fresh_reader.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace collie::edge {
namespace {

using Kind = ReadFailure::Kind;

ReadFailure Starting() {
  return {Kind::kStarting, SourceReason::kStarting, "The agent is starting.", ""};
}

ReadFailure Mismatch() {
  return {Kind::kIncompatible, SourceReason::kVersionMismatch,
          "The wire versions of the agent and of this Collie do not meet.", ""};
}

void Close(v1::Pane* pane, const std::string& ask_id) {
  auto& asks = *pane->mutable_asks();
  asks.erase(std::remove_if(asks.begin(), asks.end(),
                            [&ask_id](const v1::Ask& ask) { return ask.ask_id() == ask_id; }),
             asks.end());
}

}  // namespace

v1::SourceState StateOf(Kind kind) {
  switch (kind) {
    case Kind::kStarting:
      return v1::SOURCE_STATE_STARTING;
    case Kind::kTokenRefused:
      return v1::SOURCE_STATE_TOKEN_REFUSED;
    case Kind::kIncompatible:
      return v1::SOURCE_STATE_VERSION_MISMATCH;
    default:
      return v1::SOURCE_STATE_UNREACHABLE;
  }
}

FreshReader::FreshReader(AgentReader& reader, config::SourceEntry entry,
                         std::optional<KnownAgent> known, const clock::Clock& clock)
    : reader_(reader), entry_(std::move(entry)), clock_(clock) {
  if (!known) return;
  hello_ = std::move(known->hello);
  etag_ = std::move(known->etag);
  snapshot_ = std::move(known->snapshot);
  agent_clock_ = known->clock;
}

FreshState FreshReader::Read(const std::string& pane, bool with_asks, absl::Duration most) {
  deadline_ = clock_.Now() + most;
  if (const auto failure = ReadAgent()) return Failed(*failure);
  FreshState state;
  state.source = Source(v1::SOURCE_STATE_LIVE);
  for (const wire::SnapshotPane& listed : snapshot_->panes) {
    if (listed.pane.id() == pane) state.pane = listed.pane;
  }
  if (state.pane && with_asks) ReadAsks(state);
  return state;
}

// A read that got no reply is made once more: one that fails by chance must not refuse an act.
template <typename Call>
auto FreshReader::ReadTwice(const Call& read) const {
  auto result = read();
  const auto* failure = std::get_if<ReadFailure>(&result);
  const bool may_be_chance = failure != nullptr && failure->kind == Kind::kFailed;
  return may_be_chance && TimeLeft() > absl::ZeroDuration() ? read() : std::move(result);
}

// Reads until hello and snapshot are of one epoch: once more when the agent restarted in between.
std::optional<ReadFailure> FreshReader::ReadAgent() {
  if (!hello_) {
    if (auto failure = ReadHello()) return failure;
  }
  if (auto failure = ReadSnapshot(etag_)) {
    if (failure->kind != Kind::kIncompatible) return failure;
    // Another version than at the last hello: its hello says which.
    if (auto why = ReadHello()) return why;
    return failure;
  }
  if (snapshot_->epoch == hello_->epoch) return std::nullopt;
  if (auto failure = ReadHello()) return failure;
  if (snapshot_->epoch == hello_->epoch) return std::nullopt;
  if (auto failure = ReadSnapshot("")) return failure;
  if (snapshot_->epoch == hello_->epoch) return std::nullopt;
  return ReadFailure{Kind::kFailed, SourceReason::kBadReply,
                     "The agent's hello and its snapshot name different epochs.", ""};
}

std::optional<ReadFailure> FreshReader::ReadHello() {
  const clock::Steady asked_at = clock_.Now();
  auto result = ReadTwice([this] { return reader_.Hello(/*version=*/0, TimeLeft()); });
  if (auto* failure = std::get_if<ReadFailure>(&result)) return std::move(*failure);
  hello_ = std::move(std::get<wire::Hello>(result));
  agent_clock_ = {hello_->now_ms, asked_at};
  if (!hello_->versions.Speaks(wire::kVersion)) return Mismatch();
  if (!hello_->ready) return Starting();
  return std::nullopt;
}

std::optional<ReadFailure> FreshReader::ReadSnapshot(const std::string& etag) {
  const clock::Steady asked_at = clock_.Now();
  auto result = ReadTwice([this, &etag] { return reader_.Snapshot(etag, TimeLeft()); });
  if (auto* failure = std::get_if<ReadFailure>(&result)) return std::move(*failure);
  auto& read = std::get<SnapshotRead>(result);
  if (read.snapshot == nullptr) return std::nullopt;
  snapshot_ = std::move(read.snapshot);
  agent_clock_ = {snapshot_->now_ms, asked_at};
  return std::nullopt;
}

// REQUIRES: state.pane is there.
void FreshReader::ReadAsks(FreshState& state) {
  v1::Pane* pane = &*state.pane;
  const auto result =
      ReadTwice([this, pane] { return reader_.Pane(pane->id(), /*cursor=*/"", TimeLeft()); });
  const auto* read = std::get_if<wire::PaneRead>(&result);
  state.asks_unread = read == nullptr || read->epoch != snapshot_->epoch;
  if (state.asks_unread) return;
  for (const wire::PaneEvent& event : read->events) {
    if (const auto* closed = std::get_if<v1::ClosedAsk>(&event)) {
      Close(pane, closed->ask_id());
      state.closed_asks.push_back(*closed);
    }
    const auto* raised = std::get_if<wire::RaisedAsk>(&event);
    if (raised == nullptr) continue;
    v1::Ask& ask = *pane->add_asks();
    ask = raised->ask;
    if (!raised->expires_at_ms) continue;
    const absl::Duration left = agent_clock_.When(*raised->expires_at_ms) - clock_.Now();
    ask.set_expires(true);
    ask.set_expires_in_ms(std::max<int64_t>(0, absl::ToInt64Milliseconds(left)));
  }
}

FreshState FreshReader::Failed(const ReadFailure& failure) const {
  FreshState state;
  state.source = Source(StateOf(failure.kind));
  state.source.set_reason(ApiWord(failure.reason));
  state.source.set_detail(failure.detail);
  return state;
}

v1::Source FreshReader::Source(v1::SourceState state) const {
  v1::Source source;
  if (hello_) {
    source = hello_->source;
    source.set_epoch(hello_->epoch);
  }
  source.set_name(entry_.name);
  source.set_remote(entry_.remote());
  source.set_was_read(snapshot_ != nullptr);
  source.set_state(state);
  return source;
}

absl::Duration FreshReader::TimeLeft() const { return deadline_ - clock_.Now(); }

}  // namespace collie::edge
