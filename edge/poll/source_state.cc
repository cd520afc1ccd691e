#include "edge/poll/source_state.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"

namespace collie::edge {
namespace {

using Kind = ReadFailure::Kind;

std::string RangeOf(const wire::VersionRange& range) {
  if (range.min == range.max) return absl::StrCat("v", range.min);
  return absl::StrCat("v", range.min, "..", range.max);
}

const char* WordOf(SourceState::State state) {
  switch (state) {
    case SourceState::State::kStarting:
      return "starting";
    case SourceState::State::kLive:
      return "live";
    case SourceState::State::kStale:
      return "stale";
    case SourceState::State::kUnreachable:
      return "unreachable";
    case SourceState::State::kTokenRefused:
      return "token-refused";
    case SourceState::State::kVersionMismatch:
      return "version-mismatch";
  }
  return "";
}

}  // namespace

SourceState::SourceState(std::string name, Cadence cadence, bool is_remote)
    : name_(std::move(name)), cadence_(cadence), is_remote_(is_remote) {}

SourceState::Plan SourceState::Next(clock::Steady now, bool watched) const {
  Plan plan;
  plan.read = announces_version_ ? Read::kVersionHello
              : needs_hello_     ? Read::kHello
                                 : Read::kSnapshot;
  plan.version = plan.read == Read::kHello && anew_ ? 0 : wire::kVersion;
  if (plan.read == Read::kSnapshot && !without_tag_) plan.etag = etag_;
  const bool held_back = mismatched_ && !announces_version_;
  const bool at_once = (at_once_ && !held_back) || !last_poll_;
  const absl::Duration wait = watched && !held_back ? cadence_.watched : cadence_.idle;
  plan.at = at_once ? now : *last_poll_ + wait;
  if (held_back) return plan;
  plan.at = std::min({plan.at, SoonDue(wait).value_or(plan.at), after_act_.value_or(plan.at)});
  return plan;
}

// The waits of a run double; those as long as the cadence are the cadence's.
std::optional<clock::Steady> SourceState::SoonDue(absl::Duration cadence) const {
  if (!soon_since_) return std::nullopt;
  clock::Steady due = *soon_since_;
  for (absl::Duration wait = kSoon; wait < cadence; wait *= 2) {
    due = due + wait;
    if (due > *last_poll_) return due;
  }
  return std::nullopt;
}

void SourceState::ReadSoon() {
  if (is_remote_ || (soon_since_ && *last_poll_ - *soon_since_ < kSoonAgain)) return;
  soon_since_ = last_poll_;
}

void SourceState::PollAfterAct() {
  at_once_ = without_tag_ = true;
  acted_ = !is_remote_;
}

void SourceState::MarkPolled(clock::Steady now) {
  const bool is_first = !last_poll_;
  last_poll_ = now;
  at_once_ = false;
  if (after_act_ && *after_act_ <= now) after_act_.reset();
  if (std::exchange(acted_, false)) after_act_ = now + kAfterAct;
  if (is_first) ReadSoon();
}

void SourceState::OnHello(const wire::Hello& hello, clock::Steady now) {
  MarkPolled(now);
  if (!hello.versions.Speaks(wire::kVersion)) {
    TakeMismatch(hello);
    return;
  }
  mismatched_ = false;
  const ids::Epoch epoch(hello.epoch);
  const bool other_epoch = epoch != epoch_;
  if (!anew_ && other_epoch) {
    HelloAnew();
    return;
  }
  epoch_ = epoch;
  anew_ = false;
  if (other_epoch) {
    etag_.clear();
    ReadSoon();
  }
  needs_hello_ = !hello.ready;
  if (hello.ready) {
    at_once_ = true;
  } else {
    failures_ = 0;
    ChangeState(State::kStarting, SourceReason::kStarting, "The agent is starting.");
  }
}

void SourceState::TakeMismatch(const wire::Hello& hello) {
  const std::string range = RangeOf(hello.versions);
  const std::string sentence =
      absl::StrCat("The durable agent speaks wire ", range, ", this Collie speaks v",
                   wire::kVersion, ". Update Collie, or the agent's SDK.");
  if (refused_range_ != range) log::Warn("durable", absl::StrCat(name_, ": ", sentence));
  refused_range_ = range;
  mismatched_ = needs_hello_ = anew_ = true;
  failures_ = 0;
  epoch_ = ids::Epoch(hello.epoch);
  announces_version_ = announced_epoch_ != epoch_;
  at_once_ = announces_version_;
  ChangeState(State::kVersionMismatch, SourceReason::kVersionMismatch, sentence);
}

void SourceState::OnVersionAnnounced(clock::Steady now) {
  MarkPolled(now);
  announces_version_ = false;
  announced_epoch_ = epoch_;
}

bool SourceState::OnSnapshot(const ids::Epoch& epoch, const std::string& etag, clock::Steady now) {
  MarkPolled(now);
  if (epoch != epoch_) {
    OnOtherEpoch(now);
    return false;
  }
  etag_ = etag;
  without_tag_ = false;
  last_read_ = now;
  return true;
}

void SourceState::OnNotModified(clock::Steady now) {
  MarkPolled(now);
  last_read_ = now;
}

void SourceState::OnGoodRound() {
  failures_ = 0;
  said_anew_ = false;
  ChangeState(State::kLive, SourceReason::kNone, "");
}

void SourceState::OnGoodSoFar() {
  if (failures_ == 0 && !said_anew_) ChangeState(State::kLive, SourceReason::kNone, "");
}

void SourceState::OnOtherEpoch(clock::Steady now) {
  MarkPolled(now);
  if (HelloAnew()) return;
  FailRead({Kind::kFailed, SourceReason::kBadReply,
            "The agent's hello and its replies name different epochs: it must keep one a run.",
            ""});
}

// Hello without the header comes next: at once, but when that was tried since the last good round
// at the cadence, and false.
bool SourceState::HelloAnew() {
  needs_hello_ = anew_ = true;
  if (said_anew_) return false;
  said_anew_ = at_once_ = true;
  return true;
}

void SourceState::OnFailure(const ReadFailure& failure, clock::Steady now) {
  MarkPolled(now);
  switch (failure.kind) {
    case Kind::kCancelled:
      return;
    case Kind::kStarting:
      failures_ = 0;
      needs_hello_ = true;
      ChangeState(State::kStarting, failure.reason, failure.detail);
      return;
    case Kind::kTokenRefused:
      failures_ = 0;
      ChangeState(State::kTokenRefused, failure.reason, failure.detail);
      return;
    case Kind::kBadAddress:
      failures_ = 2;
      ChangeState(State::kUnreachable, failure.reason, failure.detail);
      return;
    case Kind::kIncompatible:
      if (!HelloAnew()) FailRead(failure);
      return;
    case Kind::kFailed:
    case Kind::kRefused:
      FailRead(failure);
      return;
  }
}

void SourceState::FailRead(const ReadFailure& failure) {
  ++failures_;
  // Of an agent that shows nothing yet there is nothing to keep up.
  const bool is_at_once =
      state_ == State::kStarting && failure.reason == SourceReason::kNotConnected;
  if (failures_ >= 2 || is_at_once) {
    ChangeState(State::kUnreachable, failure.reason, failure.detail);
  } else if (state_ == State::kLive) {
    ChangeState(State::kStale, failure.reason, failure.detail);
  }
}

void SourceState::ChangeState(State to, SourceReason reason, const std::string& detail) {
  const bool changed = state_ != to || reason_ != reason;
  reason_ = reason;
  detail_ = detail;
  if (!changed) return;
  log::Debug("poll", absl::StrCat(name_, " was ", WordOf(state_), ", is ", WordOf(to), ": ",
                                  reason == SourceReason::kNone ? "a good read" : ApiWord(reason)));
  const bool is_another = state_ != to;
  state_ = to;
  if (is_another && (to == State::kStarting || to == State::kUnreachable)) ReadSoon();
  if (to == State::kVersionMismatch) return;  // logged once a range
  const std::string line =
      absl::StrCat(name_, " is ", WordOf(to), detail.empty() ? "" : ": ", detail);
  if (to == State::kLive || to == State::kStarting || to == State::kStale) {
    log::Info("poll", line);
  } else {
    log::Warn("poll", line);
  }
}

v1::SourceState SourceState::ToProto() const {
  switch (state_) {
    case State::kStarting:
      return v1::SOURCE_STATE_STARTING;
    case State::kLive:
      return v1::SOURCE_STATE_LIVE;
    case State::kStale:
      return v1::SOURCE_STATE_STALE;
    case State::kUnreachable:
      return v1::SOURCE_STATE_UNREACHABLE;
    case State::kTokenRefused:
      return v1::SOURCE_STATE_TOKEN_REFUSED;
    case State::kVersionMismatch:
      return v1::SOURCE_STATE_VERSION_MISMATCH;
  }
  return v1::SOURCE_STATE_UNSPECIFIED;
}

}  // namespace collie::edge
