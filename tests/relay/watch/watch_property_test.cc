// Every watcher has the crew as it was after one step of the relay whenever it has read a step
// whole, and the newest in the end, after any schedule of changes, filters, resumes and restarts.

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "relay/watch/watch_feed.h"
#include "tests/relay/watch/watch_reader.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

constexpr int kSeeds = 1000;
constexpr int kMoves = 120;
constexpr int kWatchers = 5;

int Seeds() {
  const char* wanted = std::getenv("COLLIE_SEEDS");
  int seeds = kSeeds;
  if (wanted != nullptr && !absl::SimpleAtoi(wanted, &seeds)) return kSeeds;
  return seeds;
}

// One relay, some watchers, and a source of chance.
class Schedule {
 public:
  explicit Schedule(unsigned seed) : random_(seed) {
    StartRelay({});
    for (int i = 0; i < kWatchers; ++i) watchers_.push_back(NewWatcher());
  }

  void Run() {
    for (int i = 0; i < kMoves; ++i) Move();
    for (Watcher& watcher : watchers_) {
      if (!watcher.feed) Connect(watcher);
      while (Read(watcher)) {
      }
      EXPECT_TRUE(watcher.reader.is_whole());
      EXPECT_EQ(watcher.reader.crew(), tests::TextOf(*view_->Cut(), watcher.filter));
      ExpectReceipts(watcher);
    }
  }

 private:
  struct Watcher {
    ViewFilter filter;
    size_t most_bytes = 0;
    std::unique_ptr<WatchFeed> feed;
    tests::WatchReader reader;
    std::map<std::string, std::string> due;  // receipts that changed while it was connected
  };

  unsigned Any(unsigned below) { return static_cast<unsigned>(random_() % below); }
  std::string Member() { return absl::StrCat("m", Any(3)); }
  std::string Source() { return absl::StrCat("s", Any(2)); }
  std::string Pane() { return absl::StrCat("p", Any(4)); }
  StreamId StreamOf(const std::string& member) { return {member, streams_[member]}; }

  void StartRelay(const std::vector<MemberSnapshot>& kept) {
    for (Watcher& watcher : watchers_) Break(watcher);
    CrewOptions options;
    options.incarnation = absl::StrCat("i-", ++incarnations_);
    options.ask_key = std::string(32, 'k');
    options.held_bytes = 8'000;  // some are given up
    view_ = std::make_unique<CrewView>(options, clock_, [](const ViewChanges&) {});
    receipts_ = std::make_unique<ReceiptNews>();
    view_->Restore(kept);
    states_.clear();
    streams_.clear();
    Note();
  }

  Watcher NewWatcher() {
    Watcher watcher;
    const unsigned depth = Any(4);
    if (depth > 0) watcher.filter.member = Member();
    if (depth > 1) watcher.filter.source = Source();
    if (depth > 2) watcher.filter.pane = Pane();
    watcher.most_bytes = Any(2) == 0 ? 150 : WatchFeed::kMostBytes;
    return watcher;
  }

  void Connect(Watcher& watcher) {
    v1::WatchRequest request;
    request.set_member(watcher.filter.member);
    request.set_source(watcher.filter.source);
    request.set_pane(watcher.filter.pane);
    if (!watcher.reader.incarnation().empty() && Any(4) > 0) {
      request.mutable_resume()->set_incarnation(watcher.reader.incarnation());
      request.mutable_resume()->set_revision(std::to_string(watcher.reader.revision()));
    }
    watcher.feed = std::make_unique<WatchFeed>(
        WatchFeed::Sources{*view_, *receipts_, clock_}, request,
        [](const CrewRow& row, clock::Steady base) { return row.Wire(base); }, watcher.most_bytes);
  }

  void Break(Watcher& watcher) {
    watcher.feed.reset();
    watcher.reader.Break();
    watcher.due.clear();
  }

  // Whether there was something.
  bool Read(Watcher& watcher) {
    const std::optional<WatchStep> step = watcher.feed->Next();
    if (!step) return false;
    watcher.reader.Take(*step);
    if (!watcher.reader.is_whole()) return true;
    const auto state = states_.find(watcher.reader.revision());
    EXPECT_NE(state, states_.end()) << "a revision in the middle of a step";
    if (state == states_.end()) return true;
    EXPECT_EQ(watcher.reader.crew(), tests::TextOf(*state->second, watcher.filter));
    return true;
  }

  void ExpectReceipts(const Watcher& watcher) {
    for (const auto& [request_id, detail] : watcher.due) {
      const auto found = watcher.reader.receipts().find(request_id);
      ASSERT_NE(found, watcher.reader.receipts().end()) << request_id;
      EXPECT_EQ(found->second.detail(), detail);
    }
  }

  void Note() { states_[view_->revision()] = view_->Cut(); }

  void Move() {
    Watcher& watcher = watchers_[Any(kWatchers)];
    switch (Any(12)) {
      case 0:
        Break(watcher);
        return;
      case 1:
      case 2:
      case 3:
      case 4:
        if (!watcher.feed) Connect(watcher);
        Read(watcher);
        return;
      case 5:
        if (watcher.feed) {
          while (Read(watcher)) {
          }
        }
        return;
      case 6:
        clock_.Advance(absl::Milliseconds(Any(20'000)));
        return;
      case 7:
        if (Any(8) == 0) StartRelay(view_->Snapshot().members);
        return;
      case 8:
        AddReceipt();
        return;
      default:
        Change();
        Note();
    }
  }

  void AddReceipt() {
    v1::Receipt receipt;
    receipt.set_request_id(absl::StrCat("r", Any(5)));
    receipt.mutable_conversation()->set_member("m0");
    receipt.mutable_conversation()->set_source("s0");
    receipt.mutable_conversation()->set_pane("p0");
    receipt.set_detail(absl::StrCat(random_()));
    receipts_->Add(receipt);
    for (Watcher& watcher : watchers_) {
      if (watcher.feed && watcher.filter.Wants({"m0", "s0", "p0"})) {
        watcher.due[receipt.request_id()] = receipt.detail();
      }
    }
  }

  void Change() {
    const std::string member = Member();
    switch (Any(10)) {
      case 0:
        view_->PutMember(ids::MemberId(member), absl::StrCat("label ", Any(9)), false);
        return;
      case 1:
        if (Any(4) == 0) view_->RemoveMember(member);
        return;
      case 2:
        view_->LinkUp({member, ++streams_[member]}, absl::StrCat("0.", Any(3)));
        return;
      case 3:
        view_->LinkLost(StreamOf(member));
        return;
      case 4:
        view_->RemoveSource(StreamOf(member), Source());
        return;
      case 5:
        view_->SetBusy({member, Source(), Pane()}, Any(2) == 0);
        return;
      case 6: {
        v1::Heartbeat heartbeat;
        heartbeat.add_ages()->set_source(Source());
        view_->ApplyHeartbeat(StreamOf(member), heartbeat);
        view_->Tick();
        return;
      }
      default:
        view_->PutMember(ids::MemberId(member), "deck", false);
        if (streams_[member] == 0) view_->LinkUp({member, ++streams_[member]}, "0.1");
        Note();
        view_->Apply(StreamOf(member), Update());
    }
  }

  v1::SourceUpdate Update() {
    v1::SourceUpdate update;
    update.mutable_source()->set_name(Source());
    update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
    update.mutable_source()->set_runtime(absl::StrCat("1.", Any(2)));
    update.set_whole(Any(3) == 0);
    for (unsigned i = Any(5); i > 0; --i) {
      v1::Pane* pane = update.add_panes();
      pane->set_id(Pane());
      pane->set_title(absl::StrCat("title ", Any(1000)));
      if (Any(3) == 0) {
        v1::Ask* ask = pane->add_asks();
        ask->set_ask_id(absl::StrCat("a", Any(3)));
        ask->set_expires(true);
        ask->set_expires_in_ms(Any(60'000));
      }
    }
    if (Any(3) == 0) update.add_removed_panes(Pane());
    return update;
  }

  std::mt19937 random_;
  tests::SimulatedClock clock_;
  int incarnations_ = 0;
  std::unique_ptr<CrewView> view_;
  std::unique_ptr<ReceiptNews> receipts_;
  std::map<std::string, int64_t> streams_;
  std::map<uint64_t, std::shared_ptr<const CrewCut>> states_;  // after each step, by revision
  std::vector<Watcher> watchers_;
};

TEST(WatchPropertyTest, EveryWatcherHasTheCrewOfOneStepAndInTheEndTheNewest) {
  for (int seed = 0; seed < Seeds(); ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    Schedule(static_cast<unsigned>(seed)).Run();
    ASSERT_FALSE(testing::Test::HasFailure());
  }
}

}  // namespace
}  // namespace collie::relay
