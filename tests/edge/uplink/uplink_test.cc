#include "edge/uplink/uplink.h"

#include <gtest/gtest.h>

#include <atomic>

#include "absl/synchronization/notification.h"
#include "crew/ids/random.h"
#include "edge/acts/act_runner.h"
#include "edge/acts/outbox.h"
#include "edge/uplink/ack_queue.h"
#include "tests/edge/acts/fake_edge_store.h"
#include "tests/edge/acts/scripted_agents.h"

namespace collie::edge {
namespace {

constexpr absl::Duration kMost = absl::Seconds(20);

class UplinkTest : public testing::Test {
 protected:
  UplinkTargets Targets() {
    return {.view = view_,
            .store = store_,
            .acts = acts_,
            .outbox = outbox_,
            .acks = acks_,
            .disk = disk_,
            .history = history_,
            .interest = [](const v1::Interest&) {},
            .read_history = [](const v1::HistoryRead&) { return v1::HistoryPage(); },
            .version = "0.1.0",
            .boot = "boot-1",
            .host = "host-1"};
  }
  // Dials where nobody listens.
  static Uplink::Options Options() {
    return {"unix:/nonexistent/relay.sock", grpc::InsecureChannelCredentials(), "",
            UplinkState::kBackoff};
  }

  const clock::Clock& clock_ = clock::SystemClock();
  HostView view_{clock_};
  FakeEdgeStore store_;
  ScriptedAgents agents_;
  ActRunner acts_{store_,
                  agents_,
                  clock_,
                  {[](const v1::ActResult&) {}, [](const std::string&, const std::string&) {}},
                  ActRunnerOptions{}};
  Outbox outbox_{store_};
  threads::BlockingCalls disk_{1};
  AckQueue acks_{outbox_, disk_};
  threads::FairPool history_{{}};
};

TEST_F(UplinkTest, HoldsNoLockWhileAStreamBegins) {
  Uplink uplink(Options(), Targets(), clock_, ids::SystemRandom());
  std::atomic<bool> is_first = true;
  absl::Notification asked;
  store_.on_standing = [&] {  // for the hello
    if (!is_first.exchange(false)) return;
    EXPECT_FALSE(uplink.is_up());
    asked.Notify();
  };
  uplink.Start();
  EXPECT_TRUE(asked.WaitForNotificationWithTimeout(kMost));
  uplink.Stop();
}

}  // namespace
}  // namespace collie::edge
