#include "relay/link/edge_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crew/link/pane_digest.h"
#include "tests/relay/acts/act_flow_fixture.h"
#include "tests/support/inline_executor.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A store that a test answers for: each call waits until then.
class ScriptedMembers final : public MemberStore {
 public:
  OpenedDone hello;
  OpenedDone resync;
  std::vector<v1::HeldAttempt> held;
  std::vector<int64_t> sequences;

  void Hello(const std::string&, const v1::EdgeHello&, OpenedDone done) override {
    hello = std::move(done);
  }
  void Resync(const std::string&, const v1::EdgeHello&, std::vector<v1::HeldAttempt> all,
              OpenedDone done) override {
    held = std::move(all);
    resync = std::move(done);
  }
  void SawSequence(const ids::MemberId&, const ids::StoreId&, int64_t sequence) override {
    sequences.push_back(sequence);
  }
  absl::Status MarkAll() override { return absl::OkStatus(); }
  absl::Status Unlock(const std::string&) override { return absl::OkStatus(); }
  absl::StatusOr<std::vector<LockedMember>> Locked() override {
    return std::vector<LockedMember>();
  }
};

class KeepingStream final : public SessionStream {
 public:
  EdgeSession* session = nullptr;
  std::vector<v1::RelayFrame> frames;
  absl::Status ended;

  bool Send(v1::RelayFrame frame) override {
    frames.push_back(std::move(frame));
    return true;
  }
  void End(const absl::Status& status) override { ended = status; }
  void Resume(std::function<absl::Status(EdgeSession&)> work) override { ended = work(*session); }
};

class EdgeSessionTest : public testing::Test {
 protected:
  EdgeSessionTest() {
    view_.PutMember(ids::MemberId("deck"), "deck", /*ephemeral=*/false);
    stream_->session = &session_;
    v1::EdgeFrame frame;
    frame.mutable_hello()->mutable_link()->set_min(1);
    frame.mutable_hello()->mutable_link()->set_max(2);
    frame.mutable_hello()->set_store_incarnation("store-1");
    EXPECT_TRUE(session_.OnFrame(frame, stream_).ok());
  }

  void Admit(bool needs_resync, const std::string& lock = "") {
    MemberOpened opened;
    opened.admission.term = 41;
    opened.admission.needs_resync = needs_resync;
    opened.admission.lock = lock;
    members_.hello(opened);
  }
  absl::Status Result(int64_t sequence = 0) {
    v1::EdgeFrame frame;
    frame.mutable_result()->set_request_id("r-1");
    frame.mutable_result()->set_attempt(1);
    frame.mutable_result()->set_state(v1::ATTEMPT_STATE_DONE);
    frame.mutable_result()->set_outcome(v1::OUTCOME_SENT);
    frame.mutable_result()->set_store_sequence(sequence);
    return session_.OnFrame(frame, stream_);
  }
  static v1::EdgeFrame Held() {
    v1::EdgeFrame frame;
    v1::Command& command = *frame.mutable_held()->mutable_command();
    command.mutable_request()->set_request_id("r-1");
    *command.mutable_request()->mutable_conversation() =
        ids::ConversationKey{"deck", "hello", "deploy"}.ToProto();
    command.mutable_request()->mutable_stop();
    command.set_attempt(1);
    frame.mutable_held()->mutable_result()->set_request_id("r-1");
    frame.mutable_held()->mutable_result()->set_attempt(1);
    frame.mutable_held()->mutable_result()->set_state(v1::ATTEMPT_STATE_UNDER_WAY);
    return frame;
  }
  v1::Member Member() { return *view_.FindTarget({"deck", "", ""}).member; }

  tests::SimulatedClock clock_;
  CrewView view_{{.incarnation = "i", .crew_id = "c", .crew_name = "n", .ask_key = "k"},
                 clock_,
                 [](const ViewChanges&) {}};
  Interest interest_{clock_};
  ConversationCache cache_{clock_, view_, interest_};
  MemberStreams streams_{interest_, [](const StreamId&, const v1::Interest&) {}};
  FakeRelayStore store_;
  ScriptedCrew crew_;
  tests::InlineExecutor executor_;
  ActFlow acts_{{store_, streams_, crew_, clock_, executor_}, ActOptions(), nullptr};
  HistoryReads history_{streams_};
  ScriptedMembers members_;
  std::shared_ptr<ReadBudget> budget_ = std::make_shared<ReadBudget>();
  EdgeSession session_{
      "deck", {clock_, view_, cache_, acts_, history_, streams_, members_, "0.1.0"}, *budget_};
  std::shared_ptr<KeepingStream> stream_ = std::make_shared<KeepingStream>();
};

TEST_F(EdgeSessionTest, TheWelcomeWaitsUntilItsTermIsOnDisk) {
  EXPECT_THAT(stream_->frames, IsEmpty());
  Admit(/*needs_resync=*/false);
  ASSERT_FALSE(stream_->frames.empty());
  EXPECT_EQ(stream_->frames[0].hello().term(), 41);
  EXPECT_FALSE(stream_->frames[0].hello().resync());
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_CONNECTED);
}

TEST_F(EdgeSessionTest, Rule28AMarkedMemberIsOpenOnceAllItHoldsIsOnDisk) {
  Admit(/*needs_resync=*/true);
  EXPECT_TRUE(stream_->frames[0].hello().resync());
  EXPECT_NE(Member().state(), v1::MEMBER_STATE_CONNECTED);
  EXPECT_TRUE(Result().ok());
  EXPECT_TRUE(session_.OnFrame(Held(), stream_).ok());
  v1::EdgeFrame bad = Held();
  bad.mutable_held()->mutable_command()->set_attempt(2);
  EXPECT_TRUE(session_.OnFrame(bad, stream_).ok()) << "it is left out";
  bad = Held();
  bad.mutable_held()->mutable_command()->mutable_request()->set_request_id("r 1");
  EXPECT_TRUE(session_.OnFrame(bad, stream_).ok()) << "it is left out";
  v1::EdgeFrame end;
  end.mutable_held_end();
  EXPECT_TRUE(session_.OnFrame(end, stream_).ok());
  EXPECT_THAT(members_.held, SizeIs(1));
  EXPECT_NE(Member().state(), v1::MEMBER_STATE_CONNECTED);
  MemberOpened opened;
  opened.admission.term = 41;
  members_.resync(opened);
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_CONNECTED);
}

TEST_F(EdgeSessionTest, WhatAnEdgeShowsWhileItTellsWhatItHoldsIsKept) {
  Admit(/*needs_resync=*/true);
  v1::EdgeFrame shown;
  shown.mutable_source()->mutable_source()->set_name("hello");
  shown.mutable_source()->mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
  shown.mutable_source()->set_whole(true);
  shown.mutable_source()->set_commit(true);
  EXPECT_TRUE(session_.OnFrame(shown, stream_).ok());
  v1::EdgeFrame end;
  end.mutable_held_end();
  EXPECT_TRUE(session_.OnFrame(end, stream_).ok());
  shown.mutable_source()->mutable_source()->set_name("shell");
  EXPECT_TRUE(session_.OnFrame(shown, stream_).ok()) << "its held attempts are not on disk yet";
  MemberOpened opened;
  opened.admission.term = 41;
  members_.resync(opened);
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_CONNECTED);
  EXPECT_TRUE(view_.FindTarget({"deck", "hello", ""}).source.has_value());
  EXPECT_TRUE(view_.FindTarget({"deck", "shell", ""}).source.has_value());
}

TEST_F(EdgeSessionTest, ALockedMemberIsNotWelcomeAndItsRowSaysWhy) {
  Admit(/*needs_resync=*/false, "Two hosts.");
  EXPECT_THAT(stream_->frames, IsEmpty());
  EXPECT_EQ(stream_->ended.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_LOCKED);
  EXPECT_EQ(Member().detail(), "Two hosts.");
}

TEST_F(EdgeSessionTest, AHelloThatCannotBeIsReportedInTheMembersRow) {
  members_.hello(absl::InvalidArgumentError("A term that no relay drew."));
  EXPECT_EQ(stream_->ended.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(Member().detail(), HasSubstr("no relay drew"));
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_DISCONNECTED);
}

TEST_F(EdgeSessionTest, AStoreThatCannotBeWrittenEndsTheStream) {
  members_.hello(absl::UnavailableError("The disk is full."));
  EXPECT_TRUE(absl::IsUnavailable(stream_->ended));
  EXPECT_THAT(Member().detail(), IsEmpty());
}

TEST_F(EdgeSessionTest, WhatNobodyAskedForEndsTheStream) {
  Admit(/*needs_resync=*/false);
  EXPECT_EQ(session_.OnFrame(Held(), stream_).code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(EdgeSessionTest, TheSequenceThatAResultTellsIsKeptOnce) {
  EXPECT_TRUE(Result(3).ok());
  EXPECT_THAT(members_.sequences, IsEmpty()) << "before the welcome";
  Admit(/*needs_resync=*/false);
  EXPECT_TRUE(Result(4).ok());
  EXPECT_TRUE(Result(4).ok());
  EXPECT_THAT(members_.sequences, testing::ElementsAre(4));
}

TEST_F(EdgeSessionTest, AStreamThatEndsBeforeItIsOpenTakesTheMembersLinkWithIt) {
  Admit(/*needs_resync=*/false);
  EdgeSession next("deck", {clock_, view_, cache_, acts_, history_, streams_, members_, "0.1.0"},
                   *budget_);
  const auto stream = std::make_shared<KeepingStream>();
  stream->session = &next;
  v1::EdgeFrame hello;
  hello.mutable_hello()->mutable_link()->set_min(1);
  hello.mutable_hello()->mutable_link()->set_max(1);
  EXPECT_TRUE(next.OnFrame(hello, stream).ok());
  session_.End();
  next.End();
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_RECONNECTING);
}

TEST_F(EdgeSessionTest, AMemberWhoseStreamIsReplacedIsNotConnectedBeforeTheNewOneIsOpen) {
  Admit(/*needs_resync=*/false);
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_CONNECTED);
  auto next = std::make_shared<KeepingStream>();
  EdgeSession session("deck", {clock_, view_, cache_, acts_, history_, streams_, members_, "0.1.0"},
                      *budget_);
  next->session = &session;
  v1::EdgeFrame frame;
  frame.mutable_hello()->mutable_link()->set_min(1);
  frame.mutable_hello()->mutable_link()->set_max(1);
  frame.mutable_hello()->set_store_incarnation("store-1");
  EXPECT_TRUE(session.OnFrame(frame, next).ok());
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_RECONNECTING);
  Admit(/*needs_resync=*/false);
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_CONNECTED);
}

class OlderEdgeTest : public EdgeSessionTest {
 protected:
  // Its versions of the link.
  absl::Status SayHello(int min, int max) {
    older_stream_->session = &older_;
    v1::EdgeFrame frame;
    frame.mutable_hello()->mutable_link()->set_min(min);
    frame.mutable_hello()->mutable_link()->set_max(max);
    frame.mutable_hello()->set_store_incarnation("store-1");
    return older_.OnFrame(frame, older_stream_);
  }

  EdgeSession older_{
      "deck", {clock_, view_, cache_, acts_, history_, streams_, members_, "0.1.0"}, *budget_};
  std::shared_ptr<KeepingStream> older_stream_ = std::make_shared<KeepingStream>();
};

TEST_F(OlderEdgeTest, OneThatCannotTellWhatItHoldsIsRefusedWhereThatIsNeeded) {
  ASSERT_TRUE(SayHello(1, 1).ok());
  Admit(/*needs_resync=*/true);
  EXPECT_EQ(older_stream_->ended.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(older_stream_->frames, IsEmpty());
  EXPECT_THAT(Member().detail(), HasSubstr("update collie on the member's host"));
  EXPECT_NE(Member().state(), v1::MEMBER_STATE_CONNECTED);
}

TEST_F(OlderEdgeTest, OneThatNeedNotTellIsWelcome) {
  ASSERT_TRUE(SayHello(1, 1).ok());
  Admit(/*needs_resync=*/false);
  EXPECT_EQ(older_stream_->frames.at(0).hello().link(), 1);
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_CONNECTED);
}

TEST_F(OlderEdgeTest, OneWhoseVersionsDoNotMeetIsReportedInItsMembersRow) {
  EXPECT_EQ(SayHello(3, 4).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Member().detail(), HasSubstr("update collie at the lead"));
  older_.End();
  EXPECT_EQ(Member().state(), v1::MEMBER_STATE_DISCONNECTED);
}

TEST_F(EdgeSessionTest, TheWelcomeNamesWhatTheRelayHasOfTheMember) {
  Admit(/*needs_resync=*/false);
  EXPECT_THAT(stream_->frames.at(0).hello().known(), IsEmpty());
  EXPECT_EQ(stream_->frames.at(0).hello().redial_within_ms(), 250);
  v1::EdgeFrame shown;
  v1::SourceUpdate& update = *shown.mutable_source();
  update.mutable_source()->set_name("hello");
  update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
  update.mutable_source()->set_epoch("e-1");
  update.set_address_id("at-1");
  update.set_whole(true);
  for (const char* id : {"calm", "asks"}) {
    v1::Pane& pane = *update.add_panes();
    pane.set_id(id);
    pane.mutable_workspace()->set_id("w");
    pane.mutable_tab()->set_id("t");
    pane.mutable_turn()->set_id("t-1");
    pane.mutable_turn()->set_state(v1::TURN_STATE_IDLE);
  }
  v1::Ask& ask = *update.mutable_panes(1)->add_asks();
  ask.set_ask_id("a-1");
  ask.set_hash(std::string(64, 'a'));
  ask.set_kind(v1::ASK_KIND_TEXT);
  ask.set_expires(true);
  update.set_commit(true);
  ASSERT_TRUE(session_.OnFrame(shown, stream_).ok());
  session_.End();
  EdgeSession next("deck", {clock_, view_, cache_, acts_, history_, streams_, members_, "0.1.0"},
                   *budget_);
  const auto stream = std::make_shared<KeepingStream>();
  stream->session = &next;
  v1::EdgeFrame hello;
  hello.mutable_hello()->mutable_link()->set_min(1);
  hello.mutable_hello()->mutable_link()->set_max(2);
  ASSERT_TRUE(next.OnFrame(hello, stream).ok());
  Admit(/*needs_resync=*/false);
  ASSERT_THAT(stream->frames.at(0).hello().known(), SizeIs(1));
  const v1::KnownSource& known = stream->frames[0].hello().known(0);
  EXPECT_EQ(known.name(), "hello");
  EXPECT_EQ(known.epoch(), "e-1");
  EXPECT_EQ(known.address_id(), "at-1");
  ASSERT_THAT(known.panes(), SizeIs(2));
  EXPECT_EQ(known.panes(0).id(), "asks");
  EXPECT_THAT(known.panes(0).digest(), IsEmpty()) << "its time left passes";
  EXPECT_EQ(known.panes(1).digest(), link::PaneDigest(update.panes(0)));
}

TEST_F(EdgeSessionTest, AReplacedStreamIsNotWelcome) {
  streams_.Attach("deck", std::make_shared<KeepingStream>());
  Admit(/*needs_resync=*/false);
  EXPECT_EQ(stream_->ended.code(), absl::StatusCode::kAborted);
  EXPECT_THAT(stream_->frames, IsEmpty());
}

}  // namespace
}  // namespace collie::relay
