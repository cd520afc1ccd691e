#include "relay/api/grpc/call_meter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/synchronization/notification.h"
#include "tests/relay/api/grpc/listeners_fixture.h"

namespace collie::relay {
namespace {

class CallMeterTest : public ListenersFixture {
 protected:
  // An act that its backend does not answer yet.
  struct Held {
    grpc::ClientContext context;
    v1::ActRequest request;
    v1::Receipt reply;
    absl::Notification done;
    grpc::Status status;
  };

  static void Begin(v1::Dashboard::Stub& dashboard, Held& act) {
    dashboard.async()->Act(&act.context, &act.request, &act.reply, [&act](grpc::Status status) {
      act.status = std::move(status);
      act.done.Notify();
    });
  }
};

TEST_F(CallMeterTest, AConnectionIsThatOfThePeerWhoCalled) {
  const auto channel = Dial(Device("phone", v1::ROLE_VIEWER));
  ASSERT_TRUE(Call(channel, "/grpc.health.v1.Health/Check").ok());
  EXPECT_EQ(listeners_->connections().of_peers, 1u);
  EXPECT_EQ(listeners_->connections().waiting, 0u);
}

TEST_F(CallMeterTest, ACallOfAnUnknownMethodCountsToo) {
  const auto channel = Dial(Device("phone", v1::ROLE_VIEWER));
  EXPECT_EQ(Call(channel, "/other.Service/Call").error_code(), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_EQ(listeners_->connections().of_peers, 1u);
}

// 64 KiB are reserved for the receipt of each: 512 fill what a device may have under way.
TEST_F(CallMeterTest, RepliesUnderWayAreBoundedByDeviceAndFreedAfterwards) {
  backend_.HoldActs();
  const Holder phone = Device("phone", v1::ROLE_OPERATOR);
  std::vector<std::unique_ptr<v1::Dashboard::Stub>> connections;
  for (int i = 0; i < 5; ++i) connections.push_back(v1::Dashboard::NewStub(Dial(phone)));
  std::vector<std::unique_ptr<Held>> acts;
  for (size_t i = 0; i < 513; ++i) {
    acts.push_back(std::make_unique<Held>());
    Begin(*connections[i % connections.size()], *acts.back());
  }
  const auto refused = [&acts] {
    for (const auto& act : acts) {
      if (act->done.HasBeenNotified()) return act.get();
    }
    return static_cast<Held*>(nullptr);
  };
  while (refused() == nullptr) sched_yield();
  EXPECT_EQ(refused()->status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  // Others are served meanwhile.
  const auto other = v1::Dashboard::NewStub(Dial(Device("other", v1::ROLE_OPERATOR)));
  grpc::ClientContext context;
  v1::ListReceiptsReply list;
  EXPECT_TRUE(other->ListReceipts(&context, {}, &list).ok());
  ASSERT_TRUE(backend_.AwaitHeldActs(500));
  backend_.ReleaseActs();
  for (const auto& act : acts) act->done.WaitForNotification();
  Held again;
  Begin(*connections[0], again);
  again.done.WaitForNotification();
  EXPECT_NE(again.status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
}

}  // namespace
}  // namespace collie::relay
