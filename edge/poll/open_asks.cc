#include "edge/poll/open_asks.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace collie::edge {
namespace {

// What a question takes in its pane beyond its own bytes: its time left, its length, and the
// one-use id that the relay adds.
constexpr size_t kAround = 256;

}  // namespace

void OpenAsks::ApplyRead(const wire::PaneRead& read, const AgentClock& agent_clock, size_t most) {
  const std::vector<OpenAsk> before = asks_;
  if (read.reset) {
    asks_.clear();
    left_out_.clear();
    bytes_ = 0;
    space_came_ = false;
  }
  for (const wire::PaneEvent& event : read.events) {
    if (const auto* raised = std::get_if<wire::RaisedAsk>(&event)) {
      Open(*raised, before, agent_clock, std::min(most, kBytes));
    } else if (const auto* closed = std::get_if<v1::ClosedAsk>(&event)) {
      Close(closed->ask_id(), read.reset);
    }
  }
  for (const std::string& id : read.asks_left_out) LeaveOut(id);
}

void OpenAsks::Open(const wire::RaisedAsk& raised, const std::vector<OpenAsk>& before,
                    const AgentClock& agent_clock, size_t most) {
  const std::string& id = raised.ask.ask_id();
  const auto is_same = [&id](const OpenAsk& other) { return other.shown.ask.ask_id() == id; };
  OpenAsk ask{
      {raised.ask, std::nullopt}, raised.expires_at_ms, raised.ask.ByteSizeLong() + kAround};
  if (raised.expires_at_ms) ask.shown.deadline = agent_clock.When(*raised.expires_at_ms);
  // Raised again with the same deadline: the instant stays, however the clocks drifted since.
  const auto old = std::find_if(before.begin(), before.end(), is_same);
  if (old != before.end() && old->expires_at_ms == ask.expires_at_ms) {
    ask.shown.deadline = old->shown.deadline;
  }
  const auto open = std::find_if(asks_.begin(), asks_.end(), is_same);
  const size_t others = open == asks_.end() ? bytes_ : bytes_ - open->bytes;
  const bool is_listed = open != asks_.end() || asks_.size() < text::kOpenAsksOfPane;
  if (!is_listed || others + ask.bytes > most) {
    Erase(id);
    LeaveOut(id);
    return;
  }
  left_out_.erase(id);
  bytes_ = others + ask.bytes;
  if (open != asks_.end()) {
    *open = std::move(ask);
  } else {
    asks_.push_back(std::move(ask));
  }
}

void OpenAsks::Close(const std::string& ask_id, bool is_whole) {
  left_out_.erase(ask_id);
  const size_t before = bytes_;
  Erase(ask_id);
  // Within a whole view what was left out before is raised again if it is still open.
  if (!is_whole && bytes_ < before && !left_out_.empty()) space_came_ = true;
}

void OpenAsks::Erase(const std::string& ask_id) {
  const auto gone = std::find_if(asks_.begin(), asks_.end(), [&ask_id](const OpenAsk& ask) {
    return ask.shown.ask.ask_id() == ask_id;
  });
  if (gone == asks_.end()) return;
  bytes_ -= gone->bytes;
  asks_.erase(gone);
}

void OpenAsks::LeaveOut(const std::string& ask_id) {
  if (left_out_.size() < kLeftOutKnown) left_out_.insert(ask_id);
}

std::vector<ShownAsk> OpenAsks::Shown() const {
  std::vector<ShownAsk> shown;
  for (const OpenAsk& ask : asks_) shown.push_back(ask.shown);
  return shown;
}

bool OpenAsks::TakeSpaceCame() { return std::exchange(space_came_, false); }

}  // namespace collie::edge
