#include "edge/poll/poller.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "crew/http_client/address.h"
#include "crew/log/log.h"
#include "crew/threads/named_thread.h"

namespace collie::edge {
namespace {

// A long round of reads shows what it has this often, so that the first agent's question does not
// wait for the thousandth's.
constexpr absl::Duration kShowEvery = absl::Seconds(1);
// And after as many conversations, each of which may be megabytes.
constexpr size_t kShowConversations = 16;
// Rounds that read the conversation of an act whatever the snapshot says of it.
constexpr int kRoundsAfterAct = 2;

}  // namespace

Poller::Poller(config::SourceEntry entry, Host host)
    : entry_(std::move(entry)),
      address_id_(http_client::AddressId(entry_)),
      host_(host),
      reader_(entry_),
      state_(entry_.name, host.cadence, entry_.remote()),
      watched_(host.interest.IsWatched(entry_.name)),
      wanted_(host.interest.WantedPanes(entry_.name)) {
  Show({}, /*with_panes=*/false);
}

Poller::~Poller() { Stop(); }

void Poller::Start() {
  thread_ = threads::StartNamed("poll", [this] { Run(); });
}

void Poller::Stop() {
  {
    absl::MutexLock lock(&mu_);
    stopping_ = true;
    woken_.NotifyAll();
  }
  reader_.Cancel();
  if (thread_.joinable()) thread_.join();
}

void Poller::PollNow() {
  absl::MutexLock lock(&mu_);
  poll_now_ = true;
  woken_.NotifyAll();
}

void Poller::PollAfterAct(const std::string& pane) {
  absl::MutexLock lock(&mu_);
  acted_ = true;
  // Over a URL, where reads are billed, it is read where its cursor moved.
  if (!pane.empty() && !entry_.remote()) acted_on_[pane] = kRoundsAfterAct;
  woken_.NotifyAll();
}

void Poller::InterestChanged() {
  const bool watched = host_.interest.IsWatched(entry_.name);
  std::set<std::string> wanted = host_.interest.WantedPanes(entry_.name);
  absl::MutexLock lock(&mu_);
  // A watch that starts polls at once; one that ends only slows the next poll.
  if (watched && !watched_) poll_now_ = true;
  if (!std::includes(wanted_.begin(), wanted_.end(), wanted.begin(), wanted.end())) {
    poll_now_ = true;
  }
  watched_ = watched;
  wanted_ = std::move(wanted);
  woken_.NotifyAll();
}

std::optional<KnownAgent> Poller::Known() const {
  absl::MutexLock lock(&mu_);
  return known_;
}

void Poller::Run() {
  SourceState::Plan plan;
  while (WaitUntilDue(&plan)) Poll(plan);
}

bool Poller::WaitUntilDue(SourceState::Plan* plan) {
  absl::MutexLock lock(&mu_);
  while (!stopping_) {
    if (std::exchange(poll_now_, false)) state_.PollNow();
    if (std::exchange(acted_, false)) state_.PollAfterAct();
    const clock::Steady now = host_.clock.Now();
    *plan = state_.Next(now, watched_);
    if (plan->at <= now) return true;
    woken_.WaitFor(mu_, plan->at - now);
  }
  return false;
}

void Poller::Poll(const SourceState::Plan& plan) {
  switch (plan.read) {
    case SourceState::Read::kHello:
      ReadHello(plan.version);
      break;
    case SourceState::Read::kVersionHello:
      // Only announced: whatever it answers, it is the agent's to act on.
      reader_.Hello(plan.version);
      state_.OnVersionAnnounced(host_.clock.Now());
      break;
    case SourceState::Read::kSnapshot:
      ReadSnapshot(plan.etag);
      break;
  }
}

void Poller::ReadHello(int version) {
  const clock::Steady asked_at = host_.clock.Now();
  auto result = reader_.Hello(version);
  if (auto* hello = std::get_if<wire::Hello>(&result)) {
    state_.OnHello(*hello, host_.clock.Now());
    agent_clock_ = {hello->now_ms, asked_at};
    hello_ = std::move(*hello);
  } else {
    state_.OnFailure(std::get<ReadFailure>(result), host_.clock.Now());
  }
  Show({}, /*with_panes=*/false);
}

void Poller::ReadSnapshot(const std::string& etag) {
  const clock::Steady asked_at = host_.clock.Now();
  auto result = reader_.Snapshot(etag);
  if (auto* read = std::get_if<SnapshotRead>(&result)) {
    TakeSnapshot(std::move(*read), asked_at);
  } else {
    state_.OnFailure(std::get<ReadFailure>(result), host_.clock.Now());
    Show({}, /*with_panes=*/false);
  }
}

void Poller::TakeSnapshot(SnapshotRead read, clock::Steady asked_at) {
  const bool changed = read.snapshot != nullptr;
  if (!changed) {
    state_.OnNotModified(host_.clock.Now());
  } else if (!state_.OnSnapshot(ids::Epoch(read.snapshot->epoch), read.etag, host_.clock.Now())) {
    Show({}, /*with_panes=*/false);
    return;
  } else {
    snapshot_ = std::move(read.snapshot);
    shown_hello_ = hello_;
    agent_clock_ = {snapshot_->now_ms, asked_at};
    host_.epochs.Set(ids::SourceName(entry_.name), ids::Epoch(snapshot_->epoch));
    absl::MutexLock lock(&mu_);
    known_ = KnownAgent{hello_, read.etag, snapshot_, agent_clock_};
  }
  ReadPanes(changed);
}

// Reads the conversations that are due and shows them together with the snapshot. The first that
// gets no reply ends the round: an agent that hangs must not delay what is known already. It is
// the last one of the next round.
void Poller::ReadPanes(bool snapshot_changed) {
  std::set<std::string> wanted;
  {
    absl::MutexLock lock(&mu_);
    wanted = wanted_;
  }
  PaneReader::Round due = panes_.Begin(*snapshot_, wanted, host_.clock.Now(), TakeActedOn());
  SourceNews news;
  news.dropped_conversations = std::move(due.dropped);
  const bool with_panes = snapshot_changed || !due.to_read.empty();
  clock::Steady shown_at = host_.clock.Now();
  Round round = Round::kGoesOn;
  for (const std::string& pane : due.to_read) {
    // One that got no reply the last time may take long again: first show what there is.
    const bool late = host_.clock.Now() - shown_at >= kShowEvery || panes_.GotNoReply(pane) ||
                      news.conversations.size() >= kShowConversations;
    if (late) {
      state_.OnGoodSoFar();
      Show(std::exchange(news, {}), with_panes);
      shown_at = host_.clock.Now();
    }
    round = ReadPane(pane, &news);
    if (round != Round::kGoesOn) break;
  }
  if (round != Round::kIsBad) state_.OnGoodRound();
  Show(std::move(news), with_panes);
}

std::set<std::string> Poller::TakeActedOn() {
  std::set<std::string> panes;
  absl::MutexLock lock(&mu_);
  for (auto& [pane, rounds] : acted_on_) {
    panes.insert(pane);
    --rounds;
  }
  std::erase_if(acted_on_, [](const auto& entry) { return entry.second == 0; });
  return panes;
}

Poller::Round Poller::ReadPane(const std::string& pane, SourceNews* news) {
  while (true) {
    auto result = reader_.Pane(pane, panes_.CursorOf(pane));
    if (const auto* failure = std::get_if<ReadFailure>(&result)) {
      return TakeFailure(pane, *failure, news);
    }
    const wire::PaneRead& read = std::get<wire::PaneRead>(result);
    if (read.epoch != snapshot_->epoch) {
      state_.OnOtherEpoch(host_.clock.Now());
      return Round::kIsBad;
    }
    PaneReader::Taken taken = panes_.ApplyRead(pane, read, agent_clock_);
    if (taken.news) news->conversations.push_back(*std::move(taken.news));
    if (!taken.again) return Round::kGoesOn;
  }
}

// The snapshot was good a moment ago: what fails here is the conversation, not the agent, but for a
// version that the agent refuses.
Poller::Round Poller::TakeFailure(const std::string& pane, const ReadFailure& failure,
                                  SourceNews* news) {
  using Kind = ReadFailure::Kind;
  if (failure.kind == Kind::kCancelled) return Round::kIsOver;
  if (failure.kind == Kind::kIncompatible) {
    state_.OnFailure(failure, host_.clock.Now());
    return Round::kIsBad;
  }
  ConversationNews missing;
  missing.pane = pane;
  missing.failure =
      failure.code == "no-such-pane" ? SourceReason::kNoSuchConversation : failure.reason;
  news->conversations.push_back(std::move(missing));
  if (failure.kind == Kind::kRefused) return Round::kGoesOn;
  if (panes_.NoReply(pane, failure.reason)) {
    log::Warn("poll", absl::StrCat(entry_.name, ": conversation ", pane,
                                   " cannot be read: ", failure.detail));
  }
  return Round::kIsOver;
}

void Poller::Show(SourceNews news, bool with_panes) {
  news.source = ShowSource();
  if (with_panes) news.panes = ShowPanes();
  host_.view.Put(entry_.name, std::move(news));
}

ShownSource Poller::ShowSource() const {
  ShownSource shown;
  v1::Source& source = shown.source;
  source = snapshot_ ? shown_hello_.source : hello_.source;
  source.set_name(entry_.name);
  source.set_remote(entry_.remote());
  source.set_state(state_.ToProto());
  source.set_reason(ApiWord(state_.reason()));
  source.set_detail(state_.detail());
  shown.address_id = address_id_;
  shown.last_read = state_.last_read();
  source.set_was_read(shown.last_read.has_value());
  if (!snapshot_) return shown;
  source.set_epoch(snapshot_->epoch);
  source.set_left_out(SnapshotLeftOut());
  const bool shows =
      source.state() == v1::SOURCE_STATE_LIVE || source.state() == v1::SOURCE_STATE_STALE;
  const ids::SourceName earlier =
      host_.epochs.EarlierWith(ids::SourceName(entry_.name), ids::Epoch(snapshot_->epoch));
  if (!shows || earlier.empty()) return shown;
  source.set_state(v1::SOURCE_STATE_DUPLICATE_SOURCE);
  source.set_reason(ApiWord(SourceReason::kDuplicateSource));
  source.set_detail(
      absl::StrCat("It is the same agent as ", earlier.value(), ": detach one of the two."));
  return shown;
}

std::vector<ShownPane> Poller::ShowPanes() {
  std::vector<ShownPane> shown;
  int left_out = SnapshotLeftOut();
  for (const wire::SnapshotPane& pane : snapshot_->panes) {
    left_out += shown.emplace_back(panes_.Show(pane)).pane.left_out();
  }
  ReportLeftOut(left_out);
  return shown;
}

int Poller::SnapshotLeftOut() const { return snapshot_->bad_entries + snapshot_->over_limit; }

void Poller::ReportLeftOut(int count) {
  if (std::exchange(left_out_, count) == count) return;
  if (count == 0) {
    log::Info("poll", absl::StrCat(entry_.name, ": nothing is left out any more"));
  } else {
    log::Warn("poll", absl::StrCat(entry_.name, ": ", count,
                                   " entries are left out, since they are bad or over a limit of "
                                   "the wire: see the limits in protos/WIRE.md"));
  }
}

}  // namespace collie::edge
