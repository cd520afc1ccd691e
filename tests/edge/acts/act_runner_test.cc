#include "edge/acts/act_runner.h"

#include <functional>
#include <memory>
#include <vector>

#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"
#include "tests/edge/acts/fake_edge_store.h"
#include "tests/edge/acts/scripted_agents.h"
#include "tests/support/simulated_clock.h"

namespace collie::edge {
namespace {

class ActRunnerTest : public testing::Test {
 protected:
  ActRunnerTest() { Start(); }

  // A start of the edge on the same store, after the one before has ended.
  void Start(const ActRunnerOptions& options = {.threads = 3, .stop_threads = 1}) {
    runner.reset();
    const ActEvents events = {.tell =
                                  [this](const v1::ActResult& result) {
                                    {
                                      absl::MutexLock lock(&mu);
                                      told.push_back(result);
                                    }
                                    if (on_told) on_told(result);
                                  },
                              .poll_now =
                                  [this](const std::string& source, const std::string& pane) {
                                    absl::MutexLock lock(&mu);
                                    polled.push_back(source + "/" + pane);
                                  }};
    runner = std::make_unique<ActRunner>(store, agents, clock, events, options);
  }

  // The result number `count`, once that many were told.
  v1::ActResult Reported(size_t count) {
    absl::MutexLock lock(&mu);
    const auto has_come = [this, count]()
                              ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu) { return told.size() >= count; };
    if (mu.AwaitWithTimeout(absl::Condition(&has_come), absl::Seconds(10))) return told[count - 1];
    ADD_FAILURE() << "Result number " << count << " was not told.";
    return {};
  }
  size_t CountReported() {
    absl::MutexLock lock(&mu);
    return told.size();
  }
  // Until an act that reached the agent is through.
  void WaitForPoll() {
    absl::MutexLock lock(&mu);
    const auto has_come = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu) { return !polled.empty(); };
    mu.Await(absl::Condition(&has_come));
  }
  std::vector<std::string> Polled() {
    absl::MutexLock lock(&mu);
    return polled;
  }

  // Called after a result was told, with no lock held.
  std::function<void(const v1::ActResult&)> on_told;
  tests::SimulatedClock clock;
  FakeEdgeStore store;
  ScriptedAgents agents;
  absl::Mutex mu;
  std::vector<v1::ActResult> told ABSL_GUARDED_BY(mu);
  std::vector<std::string> polled ABSL_GUARDED_BY(mu);
  std::unique_ptr<ActRunner> runner;
};

TEST_F(ActRunnerTest, ReceiptWithFenceAndEpochIsOnDiskBeforeTheOnePost) {
  agents.on_post = [this](const std::string& path) {
    EXPECT_EQ(path, "/session/v1/panes/deploy/send");
    const auto record = store.Find("r-1", 1);
    EXPECT_TRUE(record.ok());
    EXPECT_FALSE(record->settled);
    EXPECT_EQ(record->epoch.value(), "e-1");
    EXPECT_EQ(record->address.value(), "/run/hello.sock");
    EXPECT_EQ(store.NewestFence({"deck", "hello", "deploy"})->number(), 1);
    return Replied(200, R"({"requestId":"r-1"})");
  };
  runner->Run(SendCommand("r-1", 1));
  EXPECT_EQ(Reported(1).outcome(), v1::OUTCOME_SENT);
  EXPECT_TRUE(store.Find("r-1", 1)->settled);
  EXPECT_EQ(agents.Posts().size(), 1u);
  EXPECT_EQ(agents.Most()[0], absl::Seconds(20));
  EXPECT_NE(agents.Bodies()[0].find("\"e-1\""), std::string::npos);
  runner->Drain();
  EXPECT_EQ(Polled(), std::vector<std::string>{"hello/deploy"});
}

TEST_F(ActRunnerTest, ChecksOnTheAgentAsItIsNowRefuseWithNothingPosted) {
  agents.fresh.pane->mutable_turn()->set_id("t-2");
  runner->Run(SendCommand("r-1", 1));
  EXPECT_EQ(Reported(1).state(), v1::ATTEMPT_STATE_NEVER);
  EXPECT_EQ(Reported(1).reason(), v1::REASON_TURN_MOVED);
  EXPECT_TRUE(agents.Posts().empty());
  EXPECT_TRUE(Polled().empty());
  EXPECT_FALSE(store.Find("r-1", 1).ok());
}

TEST_F(ActRunnerTest, ASourceThatIsNotNamedAnyMoreIsRefused) {
  agents.is_named = false;
  runner->Run(SendCommand("r-1", 1));
  EXPECT_EQ(Reported(1).reason(), v1::REASON_NO_SUCH_CONVERSATION);
  EXPECT_TRUE(agents.Posts().empty());
}

TEST_F(ActRunnerTest, Rule15AFencedCommandIsAnswered) {
  runner->Run(SendCommand("r-1", 5));
  Reported(1);
  runner->Run(SendCommand("r-2", 5));
  EXPECT_EQ(Reported(2).state(), v1::ATTEMPT_STATE_NEVER);
  EXPECT_EQ(Reported(2).reason(), v1::REASON_FENCED);
  EXPECT_EQ(Reported(2).request_id(), "r-2");
  EXPECT_EQ(agents.Posts().size(), 1u);
}

TEST_F(ActRunnerTest, Rule10NeverIsAPromise) {
  const v1::Command command = SendCommand("r-1", 1);
  runner->Reconcile(SettleOf(command));
  EXPECT_EQ(Reported(1).state(), v1::ATTEMPT_STATE_NEVER);
  runner->Run(command);  // it was delayed on the old stream
  EXPECT_EQ(Reported(2).state(), v1::ATTEMPT_STATE_NEVER);
  EXPECT_EQ(Reported(2).reason(), v1::REASON_FENCED);
  EXPECT_TRUE(agents.Posts().empty());
}

TEST_F(ActRunnerTest, Rule10WithoutTheFenceOnDiskThereIsNoAnswer) {
  store.FailWrites(absl::UnavailableError("The disk is full."));
  runner->Reconcile(SettleOf(SendCommand("r-1", 1)));
  runner->Drain();
  EXPECT_EQ(CountReported(), 0u);
}

TEST_F(ActRunnerTest, Rule12AFenceThatRisesDuringTheChecksIsNotFollowedByAPost) {
  const v1::Command command = SendCommand("r-1", 1);
  agents.on_read = [&] {
    ASSERT_TRUE(store.RaiseFence({"deck", "hello", "deploy"}, command.fence()).ok());
  };
  runner->Run(command);
  EXPECT_EQ(Reported(1).state(), v1::ATTEMPT_STATE_NEVER);
  EXPECT_EQ(Reported(1).reason(), v1::REASON_FENCED);
  EXPECT_TRUE(agents.Posts().empty());
}

// The link flaps while the agent is read for an act: the new stream asks about it.
TEST_F(ActRunnerTest, AQuestionDuringTheChecksIsAnsweredUnderWayAndRefusesNothing) {
  const v1::Command command = SendCommand("r-1", 1);
  agents.on_read = [&] {
    runner->Reconcile(SettleOf(command));
    EXPECT_EQ(Reported(1).state(), v1::ATTEMPT_STATE_UNDER_WAY);
  };
  runner->Run(command);
  EXPECT_EQ(Reported(2).outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(agents.Posts().size(), 1u);
}

// A result is lost with its stream, and the next one asks at that moment: whoever heard `under way`
// now would wait for a result that has come already.
TEST_F(ActRunnerTest, AQuestionAfterALostNeverIsAnsweredNever) {
  const v1::Command command = SendCommand("r-1", 1);
  agents.fresh.pane->mutable_turn()->set_id("t-2");
  on_told = [&](const v1::ActResult&) {
    if (CountReported() > 1) return;
    runner->Reconcile(SettleOf(command));
    EXPECT_EQ(Reported(2).state(), v1::ATTEMPT_STATE_NEVER);
  };
  runner->Run(command);
  EXPECT_EQ(Reported(2).reason(), v1::REASON_MEMBER_UNREACHABLE);
  runner->Drain();
}

TEST_F(ActRunnerTest, Rule13AnActThatAStopOvertookIsNotPosted) {
  store.on_begun = [this] {
    v1::Fence higher;
    higher.set_term(1);
    higher.set_number(2);
    ASSERT_TRUE(store.RaiseFence({"deck", "hello", "deploy"}, higher).ok());
  };
  runner->Run(SendCommand("r-1", 1));
  EXPECT_EQ(Reported(1).state(), v1::ATTEMPT_STATE_NEVER);
  EXPECT_EQ(Reported(1).reason(), v1::REASON_FENCED);
  EXPECT_TRUE(agents.Posts().empty());
  EXPECT_TRUE(absl::IsNotFound(store.Find("r-1", 1).status()));
}

TEST_F(ActRunnerTest, AFenceThatRoseToItsOwnDoesNotStopAnActThatWasBegun) {
  const v1::Command command = SendCommand("r-1", 1);
  store.on_begun = [this, &command] {
    ASSERT_TRUE(store.RaiseFence({"deck", "hello", "deploy"}, command.fence()).ok());
  };
  runner->Run(command);
  EXPECT_EQ(Reported(1).outcome(), v1::OUTCOME_SENT);
}

TEST_F(ActRunnerTest, Rule22ASettledAttemptAnswersWithItsResult) {
  const v1::Command command = SendCommand("r-1", 1);
  agents.on_post = [](const std::string&) { return PostReply(); };
  runner->Run(command);
  EXPECT_EQ(Reported(1).outcome(), v1::OUTCOME_UNKNOWN);
  runner->Reconcile(SettleOf(command));
  EXPECT_EQ(Reported(2).state(), v1::ATTEMPT_STATE_DONE);
  EXPECT_EQ(Reported(2).outcome(), v1::OUTCOME_UNKNOWN);
}

TEST_F(ActRunnerTest, ACommandThatComesTwiceIsPostedOnce) {
  absl::Notification posted;
  absl::Notification replied;
  agents.on_post = [&](const std::string&) {
    posted.Notify();
    replied.WaitForNotification();
    return Replied(200, R"({"requestId":"r-1"})");
  };
  runner->Run(SendCommand("r-1", 1));
  posted.WaitForNotification();
  runner->Run(SendCommand("r-1", 1));
  EXPECT_EQ(Reported(1).state(), v1::ATTEMPT_STATE_UNDER_WAY);
  replied.Notify();
  EXPECT_EQ(Reported(2).outcome(), v1::OUTCOME_SENT);
  runner->Drain();
  EXPECT_EQ(agents.Posts().size(), 1u);
}

TEST_F(ActRunnerTest, ACommandThatComesAgainAfterItsEndGetsItsResult) {
  runner->Run(SendCommand("r-1", 1));
  Reported(1);
  Start();
  runner->Run(SendCommand("r-1", 1));
  EXPECT_EQ(Reported(2).state(), v1::ATTEMPT_STATE_DONE);
  EXPECT_EQ(Reported(2).outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(agents.Posts().size(), 1u);
}

TEST_F(ActRunnerTest, HungSendsDoNotKeepAStopOut) {
  absl::Notification released;
  agents.on_post = [&](const std::string& path) {
    if (path.find("/abort") == std::string::npos) released.WaitForNotification();
    return Replied(200, R"({"requestId":"stop-1"})");
  };
  for (int i = 0; i < 8; ++i) {
    v1::Command command = SendCommand("r-" + std::to_string(i), 1);
    const std::string pane = "pane-" + std::to_string(i);
    command.mutable_request()->mutable_conversation()->set_pane(pane);
    runner->Run(command);
  }
  runner->Run(StopCommand("stop-1", 1));
  EXPECT_EQ(Reported(1).request_id(), "stop-1");
  EXPECT_EQ(Reported(1).outcome(), v1::OUTCOME_SENT);
  released.Notify();
  Reported(9);  // none of them hangs at `released` any more
}

TEST_F(ActRunnerTest, AnAgentThatHangsHoldsUpItsOwnActsAlone) {
  absl::Notification released;
  agents.on_read_of = [&](const std::string& source) {
    if (source == "hung") released.WaitForNotification();
  };
  agents.on_post = [&](const std::string&) { return Replied(200, R"({"requestId":"fast"})"); };
  for (int i = 0; i < 20; ++i) {
    v1::Command command = SendCommand("hung-" + std::to_string(i), 1);
    command.mutable_request()->mutable_conversation()->set_source("hung");
    command.mutable_request()->mutable_conversation()->set_pane("hung-" + std::to_string(i));
    runner->Run(command);
  }
  runner->Run(SendCommand("fast", 1));
  EXPECT_EQ(Reported(1).request_id(), "fast");
  EXPECT_EQ(Reported(1).outcome(), v1::OUTCOME_SENT);
  released.Notify();
  Reported(21);
}

TEST_F(ActRunnerTest, AnAgentsCommandsFillOnlyItsOwnPartOfTheQueue) {
  Start({.threads = 3, .stop_threads = 1, .queue_bytes = 64 << 10});
  absl::Notification released;
  agents.on_read_of = [&](const std::string& source) {
    if (source == "hung") released.WaitForNotification();
  };
  agents.on_post = [&](const std::string&) { return Replied(200, R"({"requestId":"fast"})"); };
  constexpr size_t kMost = 100;  // of some 600 bytes: a quarter of the queue has 26 of them
  for (size_t i = 0; i < kMost; ++i) {
    v1::Command command = SendCommand("hung-" + std::to_string(i), 1);
    command.mutable_request()->mutable_conversation()->set_source("hung");
    command.mutable_request()->mutable_conversation()->set_pane("hung-" + std::to_string(i));
    runner->Run(command);
  }
  const size_t expired = CountReported();
  EXPECT_GE(expired, kMost / 2);
  runner->Run(SendCommand("fast", 1));
  EXPECT_EQ(Reported(expired + 1).request_id(), "fast");
  released.Notify();
  Reported(kMost + 1);
}

// As many as a crowd of people may begin at one agent in a moment: none is refused for want of a
// thread.
TEST_F(ActRunnerTest, AThousandActsOfOneAgentWaitForItsThreads) {
  agents.on_read = [] {};
  constexpr size_t kActs = 1000;
  for (size_t i = 0; i < kActs; ++i) {
    v1::Command command = SendCommand("r-" + std::to_string(i), 1);
    command.mutable_request()->mutable_conversation()->set_pane("pane-" + std::to_string(i));
    runner->Run(command);
  }
  for (size_t i = 1; i <= kActs; ++i) ASSERT_NE(Reported(i).reason(), v1::REASON_EXPIRED) << i;
}

TEST_F(ActRunnerTest, AStopIsPostedWithoutARead) {
  agents.on_post = [](const std::string&) { return Replied(200, R"({"requestId":"s-1"})"); };
  runner->Run(StopCommand("s-1", 1));
  EXPECT_EQ(Reported(1).outcome(), v1::OUTCOME_SENT);
  EXPECT_TRUE(agents.Reads().empty());
}

TEST_F(ActRunnerTest, ACommandWhoseTimeIsOverExpires) {
  v1::Command command = SendCommand("r-1", 1);
  command.set_time_left_ms(0);
  runner->Run(command);
  EXPECT_EQ(Reported(1).reason(), v1::REASON_EXPIRED);
  agents.on_read = [this] { clock.Advance(absl::Seconds(21)); };
  runner->Run(SendCommand("r-2", 1));
  EXPECT_EQ(Reported(2).reason(), v1::REASON_EXPIRED);
  EXPECT_TRUE(agents.Posts().empty());
}

TEST_F(ActRunnerTest, AStoreThatCannotBeWrittenRefusesWithNothingPosted) {
  store.FailWrites(absl::UnavailableError("The disk is full."));
  runner->Run(SendCommand("r-1", 1));
  EXPECT_EQ(Reported(1).state(), v1::ATTEMPT_STATE_NEVER);
  EXPECT_EQ(Reported(1).reason(), v1::REASON_STORE_UNAVAILABLE);
  EXPECT_TRUE(agents.Posts().empty());
}

TEST_F(ActRunnerTest, AResultThatTheStoreCannotTakeIsReportedOnceItCan) {
  const v1::Command command = SendCommand("r-1", 1);
  agents.on_post = [this](const std::string&) {
    store.FailWrites(absl::UnavailableError("The disk is full."));
    return Replied(200, R"({"requestId":"r-1"})");
  };
  runner->Run(command);
  WaitForPoll();
  EXPECT_EQ(CountReported(), 0u);
  store.FailWrites(absl::OkStatus());
  runner->Reconcile(SettleOf(command));
  EXPECT_EQ(Reported(1).outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(store.Find("r-1", 1)->result.outcome(), v1::OUTCOME_SENT);
}

TEST_F(ActRunnerTest, AtShutdownWhatWasNotBegunIsAnsweredDraining) {
  runner->Drain();
  runner->Run(SendCommand("r-1", 1));
  EXPECT_EQ(Reported(1).reason(), v1::REASON_DRAINING);
  EXPECT_TRUE(agents.Posts().empty());
}

TEST(ActRunnerOptionsTest, TheDefaultsAreTheContract) {
  const ActRunnerOptions options;
  EXPECT_EQ(options.threads, 64);
  EXPECT_EQ(options.stop_threads, 16);
  EXPECT_EQ(options.per_source, 16);
  EXPECT_EQ(options.queue_bytes, 32 << 20);
  EXPECT_TRUE(options.Validate().ok());
}

TEST(ActRunnerOptionsTest, NamesTheOptionThatIsOutOfItsRange) {
  ActRunnerOptions options;
  options.stop_threads = 0;
  EXPECT_NE(options.Validate().ToString().find("stop_threads"), std::string::npos);
}

}  // namespace
}  // namespace collie::edge
