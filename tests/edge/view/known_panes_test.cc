// What is sent to a relay that has panes of before.
#include "tests/edge/view/host_view_fixture.h"

namespace collie::edge {
namespace {

using ::testing::ElementsAre;

class KnownPanesTest : public HostViewTest {
 protected:
  KnownPanesTest() {
    source_.source.set_epoch("e-1");
    source_.address_id = "at-1";
    known_.set_name("a");
    known_.set_epoch("e-1");
    known_.set_address_id("at-1");
    view_.Put("a", {.source = source_, .panes = std::vector<ShownPane>{Pane("p"), Pane("q")}});
    view_.Put("b", {.source = Source("b"), .panes = std::vector<ShownPane>{Pane("p")}});
  }
  void Know(const ShownPane& pane) {
    v1::KnownPane& known = *known_.add_panes();
    known.set_id(pane.pane.id());
    known.set_digest(pane.Digest());
  }
  std::vector<std::string> Return() {
    view_.BeginStream({known_});
    return Drain();
  }

  ShownSource source_ = Source("a");
  v1::KnownSource known_;
};

TEST_F(KnownPanesTest, WhatTheRelayHasIsNotSentAgain) {
  Know(Pane("p"));
  Know(Pane("q"));
  EXPECT_THAT(Return(), ElementsAre("delta a commit", "whole b +p commit", "in-sync"));
}

TEST_F(KnownPanesTest, WhatDiffersIsSentAndWhatIsGoneIsNamed) {
  Know(Pane("p", "of before"));
  Know(Pane("q"));
  Know(Pane("r"));
  EXPECT_THAT(Return(), ElementsAre("delta a +p -r commit", "whole b +p commit", "in-sync"));
}

TEST_F(KnownPanesTest, APaneWithoutADigestIsSent) {
  Know(Pane("p"));
  known_.add_panes()->set_id("q");
  EXPECT_THAT(Return(), ElementsAre("delta a +q commit", "whole b +p commit", "in-sync"));
}

TEST_F(KnownPanesTest, InAnyDoubtTheWholeIsSent) {
  const std::vector<std::string> whole = {"whole a +p +q commit", "whole b +p commit", "in-sync"};
  EXPECT_EQ(Return(), whole) << "no panes";
  Know(Pane("p"));
  Know(Pane("q"));
  known_.set_epoch("e-2");
  EXPECT_EQ(Return(), whole) << "another run";
  known_.set_epoch("");
  EXPECT_EQ(Return(), whole) << "of no run";
  known_.set_epoch("e-1");
  known_.set_address_id("at-2");
  EXPECT_EQ(Return(), whole) << "another agent";
  known_.set_address_id("");
  for (int i = 0; i < 1001; ++i) Know(Pane(absl::StrCat("gone-", i)));
  EXPECT_EQ(Return(), whole) << "more than an update can name";
}

TEST_F(KnownPanesTest, ARunThatBeginsBeforeItIsSentIsSentWhole) {
  Know(Pane("p"));
  Know(Pane("q"));
  view_.BeginStream({known_});
  source_.source.set_epoch("e-2");
  view_.Put("a", {.source = source_, .panes = std::vector<ShownPane>{Pane("p"), Pane("q")}});
  EXPECT_THAT(Drain(), ElementsAre("whole a +p +q commit", "whole b +p commit", "in-sync"));
}

TEST_F(KnownPanesTest, ASourceThatWasNotReadYetKeepsWhatTheRelayHas) {
  HostView fresh(clock_);
  fresh.Put("a", {.source = Source("a", v1::SOURCE_STATE_STARTING)});
  Know(Pane("p"));
  fresh.BeginStream({known_});
  v1::EdgeFrame frame;
  ASSERT_TRUE(fresh.NextFrame(&frame, kPartBytes));
  EXPECT_EQ(WordOf(frame), "delta a commit");
}

}  // namespace
}  // namespace collie::edge
