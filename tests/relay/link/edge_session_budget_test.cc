#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "relay/link/edge_session.h"
#include "tests/relay/link/link_components.h"

namespace collie::relay {
namespace {

class SilentStream final : public SessionStream {
 public:
  EdgeSession* session = nullptr;
  void Resume(std::function<absl::Status(EdgeSession&)> work) override {
    EXPECT_TRUE(work(*session).ok());
  }
  bool Send(v1::RelayFrame) override { return true; }
  void End(const absl::Status&) override {}
};

class EdgeSessionBudgetTest : public ::testing::Test {
 protected:
  EdgeSessionBudgetTest() {
    stream_->session = &session_;
    EXPECT_TRUE(Take(LinkComponents::Hello()).ok());
  }

  absl::Status Take(v1::EdgeFrame frame) { return session_.OnFrame(std::move(frame), stream_); }
  // A frame of a source's update with this many panes whose titles have about `bytes`.
  static v1::EdgeFrame Source(const std::string& name, int panes, bool commit, bool whole = true,
                              size_t asks_bytes = 0) {
    v1::EdgeFrame frame;
    v1::SourceUpdate& update = *frame.mutable_source();
    update.mutable_source()->set_name(name);
    update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
    update.set_whole(whole);
    update.set_commit(commit);
    for (int i = 0; i < panes; ++i) {
      v1::Pane& pane = *update.add_panes();
      pane.set_id(name + "-" + std::to_string(i));
      pane.mutable_workspace()->set_id("w");
      pane.mutable_tab()->set_id("t");
      pane.mutable_turn()->set_id("t-1");
      if (asks_bytes == 0) continue;
      for (int k = 0; k < 16; ++k) {
        v1::Ask& ask = *pane.add_asks();
        ask.set_ask_id("q-" + std::to_string(k));
        ask.set_hash(std::string(64, 'a'));
        ask.set_kind(v1::ASK_KIND_TEXT);
        ask.set_title("T");
        ask.set_detail(std::string(asks_bytes / 16, 'x'));
      }
    }
    return frame;
  }
  // More than a member may show.
  static v1::EdgeFrame TooLarge(const std::string& name) {
    constexpr int kPanes = 40;
    return Source(name, kPanes, true, true, 2 * LinkComponents::kMemberBytes / kPanes);
  }
  SourceSnapshot Shown(const std::string& name) {
    for (const MemberSnapshot& member : components_.view.Snapshot().members) {
      for (const SourceSnapshot& source : member.sources) {
        if (source.source.name() == name) return source;
      }
    }
    ADD_FAILURE() << name << " is not shown.";
    return {};
  }

  LinkComponents components_;
  std::shared_ptr<ReadBudget> budget_ = std::make_shared<ReadBudget>();
  std::shared_ptr<SilentStream> stream_ = std::make_shared<SilentStream>();
  EdgeSession session_{"deck", components_.Targets(), *budget_};
};

TEST_F(EdgeSessionBudgetTest, AnUpdateOverTheLimitsCostsItsSourceAndNotTheLink) {
  ASSERT_TRUE(Take(Source("good", 2, true)).ok());
  ASSERT_TRUE(Take(TooLarge("bad")).ok());
  EXPECT_EQ(Shown("bad").source.state(), v1::SOURCE_STATE_UNREACHABLE);
  EXPECT_EQ(Shown("bad").source.reason(), "over-budget");
  EXPECT_TRUE(Shown("bad").panes.empty());
  EXPECT_EQ(Shown("good").source.state(), v1::SOURCE_STATE_LIVE);
  EXPECT_EQ(Shown("good").panes.size(), 2u);
}

TEST_F(EdgeSessionBudgetTest, PanesPastTheMostAreCountedAndTheLinkStays) {
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(Take(Source("bad", 500, i == 2)).ok());
  EXPECT_EQ(Shown("bad").source.state(), v1::SOURCE_STATE_LIVE);
  EXPECT_EQ(Shown("bad").source.left_out(), 500);
}

TEST_F(EdgeSessionBudgetTest, TheBudgetOfTheMemberCostsTheSourceThatPassesIt) {
  constexpr int kPanes = 20;
  constexpr size_t kPaneBytes = LinkComponents::kMemberBytes / (2 * kPanes);
  std::string last;
  for (int source = 0; source < 3; ++source) {
    last = "s" + std::to_string(source);
    ASSERT_TRUE(Take(Source(last, kPanes, true, true, kPaneBytes)).ok()) << last;
  }
  EXPECT_EQ(Shown("s0").panes.size(), static_cast<size_t>(kPanes));
  EXPECT_EQ(Shown(last).source.reason(), "over-budget");
  // A part of what is not shown brings no half of it.
  ASSERT_TRUE(Take(Source(last, 1, true, /*whole=*/false)).ok());
  EXPECT_TRUE(Shown(last).panes.empty());
  // Sent whole and smaller, it is shown again.
  ASSERT_TRUE(Take(Source(last, 1, true)).ok());
  EXPECT_EQ(Shown(last).source.state(), v1::SOURCE_STATE_LIVE);
  EXPECT_EQ(Shown(last).panes.size(), 1u);
}

TEST_F(EdgeSessionBudgetTest, ASourceThatIsOverBudgetIsNotTakenForOneThatLeft) {
  ASSERT_TRUE(Take(TooLarge("bad")).ok());
  v1::EdgeFrame in_sync;
  in_sync.mutable_in_sync();
  ASSERT_TRUE(Take(std::move(in_sync)).ok());
  EXPECT_EQ(Shown("bad").source.reason(), "over-budget");
}

TEST_F(EdgeSessionBudgetTest, ResultsCountAgainstTheBudgetUntilTheStoreHasThem) {
  int resumed = 0;
  int read = 0;
  while (budget_->HasRoomOr([&resumed] { ++resumed; })) {
    ASSERT_TRUE(Take(LinkComponents::Unknown(read++)).ok());
    ASSERT_LT(read, 10'000) << "a flood of results is read without end";
  }
  EXPECT_LE(components_.store.Waiting(), ReadBudget::Options{}.frames);
  EXPECT_EQ(resumed, 0);
  ASSERT_TRUE(components_.store.Step());
  EXPECT_EQ(resumed, 1);
  while (components_.store.Step()) {
  }
}

TEST_F(EdgeSessionBudgetTest, AnEdgeThatIsNotReadIsNotSilent) {
  for (int i = 0; i < 10; ++i) {
    components_.clock.Advance(absl::Seconds(5));
    session_.NotRead();
    EXPECT_TRUE(session_.Tick().ok());
  }
  components_.clock.Advance(absl::Seconds(15));
  EXPECT_TRUE(absl::IsDeadlineExceeded(session_.Tick().status()));
}

}  // namespace
}  // namespace collie::relay
