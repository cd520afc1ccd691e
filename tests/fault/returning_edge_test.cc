// An edge and a relay under a random fate: changes, cut links, restarts of both. What the relay
// shows of a source is always something that the edge showed as a whole, never blank where there
// was something; and once all is sent, what a relay shows that was sent everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "edge/view/host_view.h"
#include "tests/relay/link/link_components.h"

namespace collie::tests {
namespace {

constexpr char kMember[] = "deck";
constexpr size_t kPartBytes = 60;    // so that an update has several frames
constexpr int64_t kUpdateMs = 1000;  // that an update may be under way: MergedCrew

// A number from the environment, to look at one fate again or at more of them.
unsigned Setting(const char* name, unsigned otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : static_cast<unsigned>(std::strtoul(value, nullptr, 10));
}

class DirectStream final : public relay::SessionStream {
 public:
  relay::EdgeSession* session = nullptr;
  std::vector<v1::KnownSource> known;
  bool has_ended = false;

  bool Send(v1::RelayFrame frame) override {
    if (frame.has_hello()) known = {frame.hello().known().begin(), frame.hello().known().end()};
    return true;
  }
  void End(const absl::Status&) override { has_ended = true; }
  void Resume(std::function<absl::Status(relay::EdgeSession&)> work) override {
    EXPECT_TRUE(work(*session).ok());
  }
};

using Panes = std::map<std::string, v1::Pane>;

// What a person sees of a source: its panes and their questions.
std::string SeenOf(const Panes& panes) {
  std::string seen;
  for (const auto& [id, pane] : panes) {
    absl::StrAppend(&seen, id, "=", pane.title());
    for (const v1::Ask& ask : pane.asks()) absl::StrAppend(&seen, "?", ask.ask_id());
    absl::StrAppend(&seen, ";");
  }
  return seen;
}

// A relay with its disk, which lags behind: what waits for it is lost when the relay is killed.
class Relay {
 public:
  void Start(tests::SimulatedClock& clock) {
    components = std::make_unique<relay::LinkComponents>(
        clock, [this](const relay::ViewChanges& changes) { waiting_.push_back(changes); });
    components->view.Restore(Kept());
    components->view.PutMember(ids::MemberId(kMember), kMember, false);
  }
  void Write(size_t most) {
    for (; most > 0 && !waiting_.empty(); --most) {
      disk_.Append(waiting_.front());
      waiting_.erase(waiting_.begin());
    }
  }
  void Kill() {
    waiting_.clear();
    components.reset();
  }
  size_t waiting() const { return waiting_.size(); }

  // By source.
  std::map<std::string, Panes> Shows() const {
    std::map<std::string, Panes> shows;
    for (const auto& member : components->view.Snapshot({kMember, "", ""}).members) {
      for (const auto& source : member.sources) {
        Panes& panes = shows[source.source.name()];
        for (const v1::Pane& pane : source.panes) panes[pane.id()] = pane;
      }
    }
    return shows;
  }

  std::unique_ptr<relay::LinkComponents> components;

 private:
  std::vector<relay::MemberSnapshot> Kept() const {
    relay::MemberSnapshot member;
    member.member.set_id(kMember);
    for (const auto& [key, change] : disk_.changes()) {
      if (!change.writes || key.source.empty()) continue;
      if (key.pane.empty()) {
        EXPECT_TRUE(member.sources.emplace_back().source.ParseFromString(change.state));
      } else {
        EXPECT_TRUE(member.sources.back().panes.emplace_back().ParseFromString(change.state));
      }
    }
    return {member};
  }

  relay::ViewChanges disk_;
  std::vector<relay::ViewChanges> waiting_;
};

// The edge, its agents, and the link.
class World {
 public:
  explicit World(unsigned seed) : random_(seed) {
    relay_.Start(clock_);
    StartEdge();
  }

  void Live() {
    for (int step = 0; step < 120; ++step) {
      Step();
      if (::testing::Test::HasFailure()) return;
    }
    if (session_ == nullptr) Connect();
    Send(100000);
    ExpectSameAsWhole();
    ExpectNothingSentAgain();
  }

 private:
  struct Agent {
    std::string epoch;
    bool is_read = false;
    std::map<std::string, edge::ShownPane> panes;
  };

  unsigned Draw(unsigned below) { return static_cast<unsigned>(random_() % below); }

  void Step() {
    const unsigned fate = Draw(100);
    const std::string source = absl::StrCat("source-", Draw(3));
    if (fate < 45) return Poll(source);
    if (fate < 75) return Send(1 + Draw(6));
    if (fate < 80) return Cut();
    if (fate < 88) return Connect();
    if (fate < 91) return RestartRelay();
    if (fate < 93) return StartEdge();
    if (fate < 95) return Remove(source);
    if (fate < 98) return relay_.Write(Draw(20));
    Send(100000);  // a relay counts times left from the commit of an update
    clock_.Advance(absl::Milliseconds(Draw(5000)));
  }

  void Poll(const std::string& name) {
    Agent& agent = agents_[name];
    if (agent.epoch.empty() || Draw(10) == 0) agent.epoch = absl::StrCat("e-", ++epochs_);
    for (unsigned changes = Draw(4); changes > 0; --changes) Change(agent);
    agent.is_read = true;
    edge_->Put(name, News(name, agent));
    seen_[name].insert(SeenOf(PanesOf(agent)));
  }
  void Change(Agent& agent) {
    const std::string id = absl::StrCat("pane-", Draw(8));
    if (Draw(3) == 0) {
      agent.panes.erase(id);
      return;
    }
    edge::ShownPane& pane = agent.panes[id];
    pane.pane.set_id(id);
    pane.pane.mutable_workspace()->set_id("w");
    pane.pane.mutable_tab()->set_id("t");
    pane.pane.mutable_turn()->set_id("t-1");
    pane.pane.mutable_turn()->set_state(v1::TURN_STATE_WORKING);
    pane.pane.set_title(absl::StrCat("title-", Draw(3)));
    pane.asks.clear();
    if (Draw(2) == 0) return;
    edge::ShownAsk& ask = pane.asks.emplace_back();
    ask.ask.set_ask_id(absl::StrCat("ask-", Draw(3)));
    ask.ask.set_hash(std::string(64, 'a'));
    ask.ask.set_kind(v1::ASK_KIND_PERMISSION);
    ask.ask.add_options()->set_id("allow");
    if (Draw(2) == 0) ask.deadline = clock_.Now() + absl::Seconds(3 + Draw(60));
  }
  edge::SourceNews News(const std::string& name, const Agent& agent) const {
    edge::SourceNews news;
    news.source.source.set_name(name);
    news.source.source.set_state(v1::SOURCE_STATE_LIVE);
    news.source.source.set_epoch(agent.epoch);
    news.source.address_id = absl::StrCat("at-", name);
    news.source.last_read = clock_.Now();
    news.panes.emplace();
    for (const auto& [id, pane] : agent.panes) news.panes->push_back(pane);
    return news;
  }

  void StartEdge() {
    Cut();
    edge_ = std::make_unique<edge::HostView>(clock_);
    for (auto& [name, agent] : agents_) {
      agent.is_read = false;
      edge::SourceNews news;
      news.source.source.set_name(name);
      news.source.source.set_state(v1::SOURCE_STATE_STARTING);
      news.source.address_id = absl::StrCat("at-", name);
      edge_->Put(name, std::move(news));
    }
  }
  void Remove(const std::string& name) {
    removed_.insert(name);
    agents_.erase(name);
    edge_->Remove(name);
  }
  void Cut() {
    if (session_ != nullptr) session_->End();
    session_.reset();
    stream_.reset();
  }
  void RestartRelay() {
    relay_.Write(Draw(static_cast<unsigned>(relay_.waiting()) + 1));
    Cut();
    relay_.Kill();
    relay_.Start(clock_);
    showed_panes_.clear();
    ExpectOnlyWholes();
  }
  void Connect() {
    Cut();
    stream_ = std::make_shared<DirectStream>();
    session_ =
        std::make_unique<relay::EdgeSession>(kMember, relay_.components->Targets(), *budget_);
    stream_->session = session_.get();
    EXPECT_TRUE(session_->OnFrame(relay::LinkComponents::Hello(), stream_).ok());
    edge_->BeginStream(stream_->known);
  }
  void Send(unsigned frames) {
    if (session_ == nullptr) return;
    v1::EdgeFrame frame;
    for (; frames > 0 && edge_->NextFrame(&frame, kPartBytes); --frames) {
      EXPECT_TRUE(session_->OnFrame(frame, stream_).ok());
      ExpectOnlyWholes();
    }
  }

  void ExpectOnlyWholes() {
    for (const auto& [name, panes] : relay_.Shows()) {
      const auto seen = seen_.find(name);
      const bool is_whole = seen != seen_.end() && seen->second.contains(SeenOf(panes));
      // One that was not read yet has none, nor has another one under a name of before.
      const bool may_be_blank = !showed_panes_.contains(name) || removed_.contains(name);
      EXPECT_TRUE(is_whole || (panes.empty() && may_be_blank)) << name << " " << SeenOf(panes);
      if (!panes.empty()) showed_panes_.insert(name);
    }
  }
  Panes PanesOf(const Agent& agent) const {
    Panes panes;
    for (const auto& [id, pane] : agent.panes) panes[id] = pane.ToProto(clock_.Now());
    return panes;
  }

  // All is sent: it is what a relay shows that knew nothing before.
  void ExpectSameAsWhole() {
    Relay other;
    other.Start(clock_);
    for (const auto& [name, agent] : agents_) {
      if (agent.is_read) edge_->Put(name, News(name, agent));
    }
    Send(100000);
    const std::map<std::string, Panes> shows = relay_.Shows();
    SendWhole(other);
    const std::map<std::string, Panes> expected = other.Shows();
    for (const auto& [name, panes] : shows) {
      EXPECT_TRUE(agents_.contains(name)) << name << " is gone";
    }
    for (const auto& [name, agent] : agents_) {
      if (agent.is_read) ExpectSame(name, shows.at(name), expected.at(name));
    }
  }
  // It returns once more: only questions whose time passes are sent.
  void ExpectNothingSentAgain() {
    Connect();
    v1::EdgeFrame frame;
    while (edge_->NextFrame(&frame, kPartBytes)) {
      for (const v1::Pane& pane : frame.source().panes()) {
        const bool expires = std::any_of(pane.asks().begin(), pane.asks().end(),
                                         [](const v1::Ask& ask) { return ask.expires(); });
        EXPECT_TRUE(expires) << pane.DebugString();
      }
    }
  }
  void SendWhole(Relay& other) {
    auto stream = std::make_shared<DirectStream>();
    relay::EdgeSession session(kMember, other.components->Targets(), *budget_);
    stream->session = &session;
    EXPECT_TRUE(session.OnFrame(relay::LinkComponents::Hello(), stream).ok());
    edge_->BeginStream();
    v1::EdgeFrame frame;
    while (edge_->NextFrame(&frame, kPartBytes)) {
      EXPECT_TRUE(session.OnFrame(frame, stream).ok());
    }
  }
  // The relay keeps the row of a question whose time left differs by less than an update may take.
  static void ExpectSame(const std::string& name, const Panes& shown, const Panes& expected) {
    EXPECT_EQ(shown.size(), expected.size()) << name;
    for (const auto& [id, pane] : expected) {
      if (!shown.contains(id)) continue;
      v1::Pane row = shown.at(id);
      for (int i = 0; i < std::min(row.asks_size(), pane.asks_size()); ++i) {
        const int64_t left = pane.asks(i).expires_in_ms();
        EXPECT_NEAR(row.asks(i).expires_in_ms(), left, kUpdateMs) << name << "/" << id;
        row.mutable_asks(i)->set_expires_in_ms(left);
      }
      EXPECT_EQ(row.DebugString(), pane.DebugString()) << name << "/" << id;
    }
  }

  std::mt19937 random_;
  tests::SimulatedClock clock_;
  Relay relay_;
  std::shared_ptr<relay::ReadBudget> budget_ = std::make_shared<relay::ReadBudget>();
  std::unique_ptr<edge::HostView> edge_;
  std::map<std::string, Agent> agents_;
  int epochs_ = 0;
  std::map<std::string, std::set<std::string>> seen_;  // everything that a source ever showed
  std::set<std::string> showed_panes_;                 // sources, since the relay's start
  std::set<std::string> removed_;                      // sources, ever
  std::shared_ptr<DirectStream> stream_;
  std::unique_ptr<relay::EdgeSession> session_;
};

TEST(ReturningEdgeTest, WhatTheRelayShowsIsWhatTheEdgeShowsWholeOrNotAtAll) {
  const unsigned first = Setting("COLLIE_FIRST_SEED", 1);
  const unsigned count = Setting("COLLIE_SEEDS", 200);
  for (unsigned seed = first; seed < first + count; ++seed) {
    World(seed).Live();
    ASSERT_FALSE(HasFailure()) << "COLLIE_FIRST_SEED=" << seed;
  }
}

}  // namespace
}  // namespace collie::tests
