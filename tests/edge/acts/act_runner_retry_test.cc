// Later attempts through the runner: what its store holds and what it tells afterwards.
#include <memory>
#include <vector>

#include "edge/acts/act_runner.h"
#include "gtest/gtest.h"
#include "tests/edge/acts/fake_edge_store.h"
#include "tests/edge/acts/scripted_agents.h"
#include "tests/support/simulated_clock.h"

namespace collie::edge {
namespace {

class ActRunnerRetryTest : public testing::Test {
 protected:
  ActRunnerRetryTest() {
    const ActEvents events = {.tell =
                                  [this](const v1::ActResult& result) {
                                    absl::MutexLock lock(&mu);
                                    told.push_back(result);
                                  },
                              .poll_now = [](const std::string&, const std::string&) {}};
    runner = std::make_unique<ActRunner>(store, agents, clock, events, ActRunnerOptions());
  }
  v1::ActResult Reported(size_t count) {
    absl::MutexLock lock(&mu);
    const auto has_come = [this, count]()
                              ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu) { return told.size() >= count; };
    if (mu.AwaitWithTimeout(absl::Condition(&has_come), absl::Seconds(10))) return told[count - 1];
    ADD_FAILURE() << "Result number " << count << " was not told.";
    return {};
  }
  static v1::Command Attempt(int attempt) {
    v1::Command command = SendCommand("r-1", attempt);
    command.set_attempt(attempt);
    return command;
  }
  void Reply(PostReply reply) {
    agents.on_post = [reply](const std::string&) { return reply; };
  }

  tests::SimulatedClock clock;
  FakeEdgeStore store;
  ScriptedAgents agents;
  absl::Mutex mu;
  std::vector<v1::ActResult> told ABSL_GUARDED_BY(mu);
  std::unique_ptr<ActRunner> runner;
};

TEST_F(ActRunnerRetryTest, AnUnknownIsRetriedAndItsResultIsKept) {
  Reply(PostReply());
  runner->Run(Attempt(1));
  EXPECT_EQ(Reported(1).outcome(), v1::OUTCOME_UNKNOWN);
  Reply(Replied(200, R"({"requestId":"r-1","replayed":true})"));
  runner->Run(Attempt(2));
  EXPECT_EQ(Reported(2).outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(Reported(2).posts(), 2);
  EXPECT_EQ(store.Find("r-1", 2)->result.outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(store.Find("r-1", 1)->result.outcome(), v1::OUTCOME_UNKNOWN);
}

TEST_F(ActRunnerRetryTest, Rule2AnAttemptThatWasNotPostedCountsForNothing) {
  Reply(PostReply());
  runner->Run(Attempt(1));
  Reported(1);
  Reply({.kind = PostReply::Kind::kNeverLeft});
  runner->Run(Attempt(2));
  EXPECT_EQ(Reported(2).state(), v1::ATTEMPT_STATE_NEVER);
  EXPECT_FALSE(store.Find("r-1", 2).ok());
  Reply(Replied(200, R"({"requestId":"r-1","replayed":true})"));
  runner->Run(Attempt(3));
  EXPECT_EQ(Reported(3).outcome(), v1::OUTCOME_SENT);
  EXPECT_EQ(Reported(3).attempt(), 3);
  EXPECT_EQ(Reported(3).posts(), 2);
}

TEST_F(ActRunnerRetryTest, AfterTwoPostsNothingIsPostedAgain) {
  Reply(PostReply());
  for (int attempt = 1; attempt <= 2; ++attempt) runner->Run(Attempt(attempt)), Reported(attempt);
  EXPECT_EQ(Reported(2).outcome(), v1::OUTCOME_MAYBE_APPLIED);
  runner->Run(Attempt(3));
  EXPECT_EQ(Reported(3).outcome(), v1::OUTCOME_MAYBE_APPLIED);
  EXPECT_EQ(agents.Posts().size(), 2u);
}

TEST_F(ActRunnerRetryTest, Rule10NeverOfALaterAttemptIsAPromiseToo) {
  Reply(PostReply());
  runner->Run(Attempt(1));
  Reported(1);
  runner->Reconcile(SettleOf(Attempt(2)));
  EXPECT_EQ(Reported(2).state(), v1::ATTEMPT_STATE_NEVER);
  runner->Run(Attempt(2));
  EXPECT_EQ(Reported(3).reason(), v1::REASON_FENCED);
  EXPECT_EQ(agents.Posts().size(), 1u);
}

}  // namespace
}  // namespace collie::edge
