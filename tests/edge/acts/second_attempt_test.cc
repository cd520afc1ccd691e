// To which agent a second POST may go at all (rules 1 to 3), and what it carries.
#include "edge/acts/second_attempt.h"

#include "crew/wire/encode_act.h"
#include "tests/edge/acts/second_attempt_fixture.h"

namespace collie::edge {
namespace {

class SecondAttemptTest : public SecondAttemptFixture {};

TEST_F(SecondAttemptTest, ReplayedAndFreshSuccessAreSent) {
  First(v1::OUTCOME_UNKNOWN);
  agents.on_post = [](const std::string&) {
    return Replied(200, R"({"requestId":"r-1","replayed":true})");
  };
  AttemptEnd end = Run();
  EXPECT_EQ(end.result.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(end.result.evidence(), v1::EVIDENCE_REPLAYED_REPLY);
  EXPECT_EQ(end.result.attempt(), 2);
  EXPECT_EQ(end.result.posts(), 2);
  EXPECT_TRUE(end.is_begun);
  EXPECT_TRUE(end.is_posted);
  ASSERT_TRUE(store.Withdraw("r-1", 2).ok());
  agents.on_post = [](const std::string&) { return Replied(200, R"({"requestId":"r-1"})"); };
  v1::Command command = AsSecond(SendCommand("r-1", 1));
  command.mutable_fence()->set_number(3);
  end = Run(command);
  EXPECT_EQ(end.result.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(end.result.evidence(), v1::EVIDENCE_REPLY);
}

TEST_F(SecondAttemptTest, Rule1AnotherEpochAtTheReadGetsNoSecondPost) {
  First(v1::OUTCOME_UNKNOWN);
  agents.fresh.source.set_epoch("e-2");
  ExpectSpent(Run(), v1::REASON_TURN_MOVED);
  EXPECT_EQ(agents.Hellos(), 0);
}

TEST_F(SecondAttemptTest, Rule1AnotherEpochAtTheHelloGetsNoSecondPost) {
  First(v1::OUTCOME_UNKNOWN);
  agents.hello = agents.fresh.source;
  agents.hello->set_epoch("e-2");
  ExpectSpent(Run(), v1::REASON_TURN_MOVED);
  EXPECT_EQ(agents.Hellos(), 1);
}

TEST_F(SecondAttemptTest, Rule1TheEpochOfTheFirstTryCountsNotTheCommands) {
  First(v1::OUTCOME_UNKNOWN);
  agents.fresh.source.set_epoch("e-2");
  v1::Command command = AsSecond(SendCommand("r-1", 1));
  command.set_epoch("e-2");
  ExpectSpent(Run(command), v1::REASON_TURN_MOVED);
}

TEST_F(SecondAttemptTest, Rule1IdsThatOutliveEpochsMayBeAskedInAnotherOne) {
  First(v1::OUTCOME_UNKNOWN);
  agents.fresh.source.set_epoch("e-2");
  agents.fresh.source.mutable_capabilities()->set_ids_outlive_epoch(true);
  EXPECT_EQ(Run().result.outcome(), v1::OUTCOME_SENT);
  ASSERT_EQ(agents.Bodies().size(), 1u);
  EXPECT_NE(agents.Bodies()[0].find("\"e-1\""), std::string::npos);
}

TEST_F(SecondAttemptTest, TheFirstTrysBytesAndEpochAreRepeated) {
  First(v1::OUTCOME_UNKNOWN);
  v1::Command command = AsSecond(SendCommand("r-1", 1));
  command.set_epoch("e-9");
  command.mutable_request()->mutable_send()->set_text("Something else");
  EXPECT_EQ(Run(command).result.outcome(), v1::OUTCOME_SENT);
  const auto first = wire::EncodeAct(SendCommand("r-1", 1).request(), "e-1");
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(agents.Posts(), std::vector<std::string>{first->path});
  EXPECT_EQ(agents.Bodies(), std::vector<std::string>{first->body});
}

TEST_F(SecondAttemptTest, ItsReceiptWithAddressAndEpochIsOnDiskBeforeThePost) {
  First(v1::OUTCOME_UNKNOWN);
  agents.on_post = [this](const std::string&) {
    const auto record = store.Find("r-1", 2);
    EXPECT_TRUE(record.ok());
    EXPECT_FALSE(record->settled);
    EXPECT_EQ(record->address.value(), "/run/hello.sock");
    EXPECT_EQ(record->epoch.value(), "e-1");
    EXPECT_EQ(store.NewestFence({"deck", "hello", "deploy"})->number(), 2);
    return Replied(200, R"({"requestId":"r-1"})");
  };
  EXPECT_EQ(Run().result.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(agents.Most()[0], absl::Seconds(20));
}

TEST_F(SecondAttemptTest, Rule2TheSecondPostGoesOverTheConnectionOfTheHello) {
  First(v1::OUTCOME_UNKNOWN);
  EXPECT_EQ(Run().result.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(agents.Hellos(), 1);
  EXPECT_EQ(agents.VisitPosts(), 1);
  EXPECT_EQ(agents.Posts().size(), 1u);
}

TEST_F(SecondAttemptTest, Rule2AConnectionThatClosedBeforeThePostLeavesItUnknown) {
  First(v1::OUTCOME_UNKNOWN);
  agents.on_post = [](const std::string&) {
    return PostReply{.kind = PostReply::Kind::kNeverLeft};
  };
  const AttemptEnd end = Run();
  EXPECT_EQ(end.result.state(), v1::ATTEMPT_STATE_NEVER);
  EXPECT_EQ(end.result.reason(), v1::REASON_SOURCE_UNREACHABLE);
  EXPECT_EQ(end.result.posts(), 0);
  EXPECT_TRUE(end.is_begun);  // so that its record is taken back
  EXPECT_FALSE(end.is_posted);
}

TEST_F(SecondAttemptTest, Rule2AConnectionThatDiedAfterwardsEndsMaybeApplied) {
  First(v1::OUTCOME_UNKNOWN);
  agents.on_post = [](const std::string&) { return PostReply(); };
  const AttemptEnd end = Run();
  EXPECT_EQ(end.result.state(), v1::ATTEMPT_STATE_DONE);
  EXPECT_EQ(end.result.outcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(end.result.posts(), 2);
  EXPECT_TRUE(end.is_posted);
}

TEST_F(SecondAttemptTest, Rule3OverAUrlAnAgentThatClaimsNothingGetsNoSecondPost) {
  First(v1::OUTCOME_UNKNOWN);
  agents.fresh.source.set_remote(true);
  ExpectSpent(Run());
}

TEST_F(SecondAttemptTest, Rule3OverAUrlAnAgentThatChecksEpochsGetsThePostWithItsEpoch) {
  First(v1::OUTCOME_UNKNOWN);
  agents.fresh.source.set_remote(true);
  agents.fresh.source.mutable_capabilities()->set_checks_epoch(true);
  EXPECT_EQ(Run().result.outcome(), v1::OUTCOME_SENT);
  EXPECT_NE(agents.Bodies()[0].find("\"epoch\":\"e-1\""), std::string::npos);
}

TEST_F(SecondAttemptTest, Rule3OverAUrlIdsThatOutliveEpochsAreEnough) {
  First(v1::OUTCOME_UNKNOWN);
  agents.fresh.source.set_remote(true);
  agents.fresh.source.mutable_capabilities()->set_ids_outlive_epoch(true);
  EXPECT_EQ(Run().result.outcome(), v1::OUTCOME_SENT);
}

TEST_F(SecondAttemptTest, Rule3OverAUrlTheHelloDecidesNotWhatWasClaimedBefore) {
  First(v1::OUTCOME_UNKNOWN);
  agents.fresh.source.set_remote(true);
  agents.hello = agents.fresh.source;
  agents.fresh.source.mutable_capabilities()->set_checks_epoch(true);
  ExpectSpent(Run());
}

TEST_F(SecondAttemptTest, AnotherAddressIsAnotherAgent) {
  First(v1::OUTCOME_UNKNOWN);
  agents.address = "/run/other.sock";
  ExpectSpent(Run());
  EXPECT_EQ(agents.Hellos(), 0);
}

TEST_F(SecondAttemptTest, ASourceThatIsNotNamedAnyMoreLeavesItUnknown) {
  First(v1::OUTCOME_UNKNOWN);
  agents.is_named = false;
  ExpectNever(Run(), v1::REASON_SOURCE_UNREACHABLE);
}

TEST_F(SecondAttemptTest, AnAddressThatChangedMeanwhileLeavesItUnknown) {
  First(v1::OUTCOME_UNKNOWN);
  agents.on_read = [this] { agents.address = "/run/other.sock"; };
  ExpectNever(Run(), v1::REASON_SOURCE_UNREACHABLE);
}

TEST_F(SecondAttemptTest, WithFourHundredOtherActsSinceTheAgentMayHaveForgotten) {
  First(v1::OUTCOME_UNKNOWN);
  store.others_since = 400;
  ExpectSpent(Run());
  store.others_since = 399;
  EXPECT_EQ(Run().result.outcome(), v1::OUTCOME_SENT);
}

TEST_F(SecondAttemptTest, OneAgentUnderTwoNamesTakesOneActAtATime) {
  First(v1::OUTCOME_UNKNOWN);
  AttemptRecord other;
  other.command = SendCommand("r-9", 1);
  other.command.mutable_request()->mutable_conversation()->set_source("second-name");
  other.address = ids::AgentAddress("/run/hello.sock");
  other.epoch = ids::Epoch("e-1");
  ASSERT_TRUE(store.Begin(other).ok());
  ExpectNever(Run(), v1::REASON_DUPLICATE_SOURCE);
}

TEST_F(SecondAttemptTest, AStartIsRetriedWithoutAPane) {
  agents.fresh.pane.reset();
  agents.fresh.source.mutable_capabilities()->set_starters(true);
  agents.fresh.source.add_starters()->set_id("new");
  First(v1::OUTCOME_UNKNOWN, Start());
  agents.on_post = [](const std::string&) {
    return Replied(200, R"({"requestId":"r-1","paneId":"chat-7","replayed":true})");
  };
  const AttemptEnd end = Run(AsSecond(Start()));
  EXPECT_EQ(end.result.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(end.result.started_pane(), "chat-7");
  EXPECT_EQ(agents.Posts(), std::vector<std::string>{"/session/v1/start"});
}

TEST_F(SecondAttemptTest, AStopIsRetriedWithAHelloAndNoRead) {
  First(v1::OUTCOME_UNKNOWN, StopCommand("r-1", 1));
  EXPECT_EQ(Run(AsSecond(StopCommand("r-1", 1))).result.outcome(), v1::OUTCOME_SENT);
  EXPECT_TRUE(agents.Reads().empty());
  EXPECT_EQ(agents.Hellos(), 1);
  EXPECT_EQ(agents.Posts(), std::vector<std::string>{"/session/v1/panes/deploy/abort"});
}

TEST_F(SecondAttemptTest, Rule1AStopOfAnotherEpochIsNotRetried) {
  First(v1::OUTCOME_UNKNOWN, StopCommand("r-1", 1));
  agents.fresh.source.set_epoch("e-2");
  ExpectSpent(Run(AsSecond(StopCommand("r-1", 1))), v1::REASON_TURN_MOVED);
}

}  // namespace
}  // namespace collie::edge
