#include "edge/view/host_view.h"

#include "tests/edge/view/host_view_fixture.h"

namespace collie::edge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST_F(HostViewTest, KnowsHowAQuestionEndedInThisRunOfTheAgentAlone) {
  const auto put = [this](const std::string& epoch, std::vector<v1::ClosedAsk> closed) {
    SourceNews news{.source = Source("deck")};
    ConversationNews conversation{.pane = "p", .epoch = epoch};
    conversation.closed_asks = std::move(closed);
    news.conversations.push_back(std::move(conversation));
    view_.Put("deck", std::move(news));
  };
  const auto knows_end = [this](const std::string& epoch) {
    return view_.FindDecision(Key("deck", "p"), ids::Epoch(epoch), ids::AskId("a-1")).has_value();
  };
  v1::ClosedAsk closed;
  closed.set_ask_id("a-1");
  EXPECT_FALSE(knows_end("e-1"));
  put("e-1", {closed});
  EXPECT_TRUE(knows_end("e-1"));
  EXPECT_FALSE(knows_end("e-2"));
  put("e-2", {});
  EXPECT_FALSE(knows_end("e-2")) << "another run may ask anew under that id";
  put("e-1", {});
  EXPECT_FALSE(knows_end("e-1"));
}

TEST_F(HostViewTest, ANewStreamGetsTheWholeStateAndThenTheInSyncMarkOnce) {
  PutPanes("a", {Pane("p"), Pane("q")});
  PutPanes("b", {});
  view_.BeginStream();
  EXPECT_THAT(Drain(), ElementsAre("whole a +p +q commit", "whole b commit", "in-sync"));
  EXPECT_THAT(Drain(), IsEmpty());
  view_.BeginStream();
  EXPECT_THAT(Drain(), ElementsAre("whole a +p +q commit", "whole b commit", "in-sync"));
}

TEST_F(HostViewTest, LaterOnlyWhatChangedIsSent) {
  PutPanes("a", {Pane("p"), Pane("q"), Pane("r")});
  view_.BeginStream();
  Drain();
  PutPanes("a", {Pane("p"), Pane("q", "!"), Pane("s")});
  EXPECT_THAT(Drain(), ElementsAre("delta a +q! +s -r commit"));
  PutPanes("a", {Pane("p"), Pane("q", "!"), Pane("s")});
  EXPECT_THAT(Drain(), IsEmpty());
}

TEST_F(HostViewTest, WhatWasNotTakenIsReplacedByTheNewer) {
  PutPanes("a", {Pane("p")});
  view_.BeginStream();
  Drain();
  PutPanes("a", {Pane("p", "1"), Pane("q")});
  PutPanes("a", {Pane("p", "2")});
  EXPECT_THAT(Drain(), ElementsAre("delta a +p2 -q commit"));
}

TEST_F(HostViewTest, APaneThatLeftAndCameBackIsNotRemoved) {
  PutPanes("a", {Pane("p")});
  view_.BeginStream();
  Drain();
  PutPanes("a", {});
  PutPanes("a", {Pane("p")});
  EXPECT_THAT(Drain(), ElementsAre("delta a +p commit"));
}

TEST_F(HostViewTest, PanesThatComeAndGoWithoutEndAreSentWhole) {
  PutPanes("a", {Pane("p")});
  view_.BeginStream();
  Drain();
  for (int i = 0; i < 1100; ++i) PutPanes("a", {Pane("p"), Pane(absl::StrCat("q", i))});
  EXPECT_THAT(Drain(), ElementsAre("whole a +p +q1099 commit"));
}

TEST_F(HostViewTest, TheListCountsWhatIsLeftOutOfPanesToo) {
  ShownPane pane = Pane("p");
  pane.pane.set_left_out(2);
  SourceNews news{.source = Source("a"), .panes = std::vector<ShownPane>{pane}};
  news.source.source.set_left_out(3);
  view_.Put("a", std::move(news));
  EXPECT_EQ(view_.List()[0].left_out(), 5);
}

TEST_F(HostViewTest, TheSourceThatWaitsLongestGoesFirst) {
  PutPanes("a", {});
  PutPanes("b", {});
  view_.BeginStream();
  Drain();
  PutPanes("b", {Pane("p")});
  PutPanes("a", {Pane("p")});
  PutPanes("b", {Pane("p", "newer")});
  EXPECT_THAT(Drain(), ElementsAre("delta b +pnewer commit", "delta a +p commit"));
}

TEST_F(HostViewTest, PartsOfOneSourceStayTogetherWhateverComesBetween) {
  PutPanes("a", {Pane("p", std::string(600, 'x')), Pane("q", std::string(600, 'x'))});
  view_.BeginStream();
  v1::EdgeFrame frame;
  ASSERT_TRUE(view_.NextFrame(&frame, 700));
  EXPECT_FALSE(frame.source().commit());
  EXPECT_EQ(frame.source().panes_size(), 1);
  PutPanes("b", {});
  view_.Remove("b");
  PutPanes("a", {Pane("p", "newer"), Pane("q", std::string(600, 'x'))});
  ASSERT_TRUE(view_.NextFrame(&frame, 700));
  EXPECT_EQ(frame.source().panes(0).id(), "q");
  EXPECT_TRUE(frame.source().commit());
  EXPECT_THAT(Drain(), ElementsAre("removed b", "delta a +pnewer commit", "in-sync"));
}

TEST_F(HostViewTest, ASourceThatWasNeverReadIsSentWithoutWholeSoThatTheRelayKeepsItsPanes) {
  view_.Put("a", {.source = Source("a", v1::SOURCE_STATE_UNREACHABLE)});
  view_.BeginStream();
  EXPECT_THAT(Drain(), ElementsAre("delta a commit", "in-sync"));
  PutPanes("a", {Pane("p")});
  EXPECT_THAT(Drain(), ElementsAre("whole a +p commit"));
}

TEST_F(HostViewTest, ARemovedSourceIsReportedAndItsNameStartsEmpty) {
  PutPanes("a", {Pane("p")});
  view_.BeginStream();
  Drain();
  view_.Remove("a");
  view_.Put("a", {.source = Source("a", v1::SOURCE_STATE_STARTING)});
  EXPECT_THAT(Drain(), ElementsAre("removed a", "whole a commit"));
  view_.BeginStream();
  EXPECT_THAT(Drain(), ElementsAre("whole a commit", "in-sync"));
}

TEST_F(HostViewTest, AgesAndTimesLeftAreThoseOfTheMomentOfTaking) {
  ShownPane pane = Pane("p");
  pane.asks.push_back({.deadline = clock_.Now() + absl::Seconds(30)});
  PutPanes("a", {pane});
  view_.BeginStream();
  clock_.Advance(absl::Seconds(10));
  v1::EdgeFrame frame;
  ASSERT_TRUE(view_.NextFrame(&frame, kPartBytes));
  EXPECT_EQ(frame.source().source().read_age_ms(), 10000);
  EXPECT_TRUE(frame.source().panes(0).asks(0).expires());
  EXPECT_EQ(frame.source().panes(0).asks(0).expires_in_ms(), 20000);
  EXPECT_EQ(view_.Ages().at(0).read_age_ms(), 10000);
  EXPECT_EQ(view_.List().at(0).read_age_ms(), 10000);
  clock_.Advance(absl::Seconds(100));
  view_.BeginStream();
  ASSERT_TRUE(view_.NextFrame(&frame, kPartBytes));
  EXPECT_EQ(frame.source().panes(0).asks(0).expires_in_ms(), 0);
}

TEST_F(HostViewTest, TimeAloneIsNoChange) {
  PutPanes("a", {Pane("p")});
  view_.BeginStream();
  Drain();
  clock_.Advance(absl::Seconds(2));
  view_.Put("a", {.source = Source("a")});
  EXPECT_THAT(Drain(), IsEmpty());
  EXPECT_EQ(view_.Ages().at(0).read_age_ms(), 0);
}

TEST_F(HostViewTest, AWantedConversationIsSentFromItsStartAndThenWhatIsNew) {
  PutPanes("a", {Pane("p")});
  PutItems("a", "p", {Item("1"), Item("2")}, /*reset=*/true);
  view_.BeginStream();
  Drain();
  view_.SetWanted({Key("a", "p")});
  EXPECT_THAT(Drain(), ElementsAre("reset p +1 +2"));
  PutItems("a", "p", {Item("3")}, false);
  EXPECT_THAT(Drain(), ElementsAre("news p +3"));
  EXPECT_THAT(Drain(), IsEmpty());
  view_.SetWanted({});
  PutItems("a", "p", {Item("4")}, false);
  EXPECT_THAT(Drain(), IsEmpty());
  view_.SetWanted({Key("a", "p")});
  EXPECT_THAT(Drain(), ElementsAre("reset p +1 +2 +3 +4"));
  view_.BeginStream();
  EXPECT_THAT(Drain(), ElementsAre("whole a +p commit", "in-sync", "reset p +1 +2 +3 +4"));
}

TEST_F(HostViewTest, EveryPartOfAConversationNamesTheEpochItWasReadFrom) {
  view_.SetWanted({Key("hello", "deploy")});
  for (const char* epoch : {"e-1", "e-2"}) {
    SourceNews news{.source = Source("hello")};
    news.conversations.push_back({.pane = "deploy",
                                  .epoch = epoch,
                                  .reset = true,
                                  .items = {Item("i-1", std::string(1 << 10, 'x')),
                                            Item("i-2", std::string(1 << 10, 'x'))}});
    view_.Put("hello", std::move(news));
    int parts = 0;
    v1::EdgeFrame frame;
    while (view_.NextFrame(&frame, /*max_bytes=*/1 << 10)) {
      if (!frame.has_conversation()) continue;
      EXPECT_EQ(frame.conversation().epoch(), epoch);
      ++parts;
    }
    EXPECT_GE(parts, 2);
  }
}

TEST_F(HostViewTest, ALongConversationComesInParts) {
  PutPanes("a", {Pane("p")});
  PutItems("a", "p",
           {Item("1", std::string(600, 'x')), Item("2", std::string(600, 'x')), Item("3")}, true);
  view_.SetWanted({Key("a", "p")});
  view_.BeginStream();
  EXPECT_THAT(Drain(700),
              ElementsAre("whole a +p commit", "in-sync", "reset p +1 more", "news p +2 +3"));
}

TEST_F(HostViewTest, DroppedSendsAreReportedOnceAStream) {
  PutPanes("a", {Pane("p")});
  SourceNews news{.source = Source("a")};
  news.conversations.push_back({.pane = "p", .reset = true, .dropped_requests = {"r-1"}});
  view_.Put("a", std::move(news));
  view_.SetWanted({Key("a", "p")});
  view_.BeginStream();
  EXPECT_THAT(Drain(), ElementsAre("whole a +p commit", "in-sync", "reset p dropped r-1"));
  PutItems("a", "p", {Item("1")}, false);
  EXPECT_THAT(Drain(), ElementsAre("news p +1"));
}

TEST_F(HostViewTest, AConversationThatCannotBeReadSaysWhyOnce) {
  view_.Put("a", {.source = Source("a", v1::SOURCE_STATE_STARTING)});
  view_.SetWanted({Key("a", "p"), Key("z", "p")});
  view_.BeginStream();
  EXPECT_THAT(Drain(), ElementsAre("delta a commit", "in-sync", "news p reason starting",
                                   "news p reason no-such-conversation"));
  view_.Put("a", {.source = Source("a", v1::SOURCE_STATE_STARTING)});
  EXPECT_THAT(Drain(), IsEmpty());
  view_.Put("a", {.source = Source("a", v1::SOURCE_STATE_UNREACHABLE)});
  EXPECT_THAT(Drain(), ElementsAre("delta a commit", "news p reason source-unreachable"));
  PutPanes("a", {Pane("p")});
  PutItems("a", "p", {Item("1")}, true);
  EXPECT_THAT(Drain(), ElementsAre("whole a +p commit", "reset p +1"));
}

TEST_F(HostViewTest, AConversationThatWasReadStaysWhenItsSourceIsAway) {
  PutPanes("a", {Pane("p")});
  PutItems("a", "p", {Item("1")}, true);
  view_.Put("a", {.source = Source("a", v1::SOURCE_STATE_UNREACHABLE)});
  view_.SetWanted({Key("a", "p")});
  view_.BeginStream();
  EXPECT_THAT(Drain(), ElementsAre("whole a +p commit", "in-sync", "reset p +1"));
}

TEST_F(HostViewTest, ADroppedConversationIsSentFromItsStartWhenItIsReadAgain) {
  PutPanes("a", {Pane("p")});
  PutItems("a", "p", {Item("1")}, true);
  view_.SetWanted({Key("a", "p")});
  view_.BeginStream();
  Drain();
  view_.Put("a", {.source = Source("a"), .dropped_conversations = {"p"}});
  EXPECT_THAT(Drain(), IsEmpty());
  PutItems("a", "p", {Item("1")}, true);
  EXPECT_THAT(Drain(), ElementsAre("reset p +1"));
}

TEST_F(HostViewTest, PanesOfAnotherRunAreSentWholeHoweverAlikeTheyAre) {
  ShownSource source = Source("a");
  source.source.set_epoch("e-1");
  view_.Put("a", {.source = source, .panes = std::vector<ShownPane>{Pane("p")}});
  view_.BeginStream();
  Drain();
  source.source.set_epoch("e-2");
  view_.Put("a", {.source = source, .panes = std::vector<ShownPane>{Pane("p")}});
  EXPECT_THAT(Drain(), ElementsAre("whole a +p commit"));
}

TEST_F(HostViewTest, ChangesAreReportedWithoutLocks) {
  int changes = 0;
  view_.SetOnChange([&] {
    ++changes;
    view_.List();  // would hang if the mutex were held
  });
  PutPanes("a", {});
  EXPECT_EQ(changes, 1);
}

}  // namespace
}  // namespace collie::edge
