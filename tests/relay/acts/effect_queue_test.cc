#include "relay/acts/effect_queue.h"

#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "crew/threads/serial_executor.h"
#include "gtest/gtest.h"
#include "tests/support/inline_executor.h"

namespace collie::relay {
namespace {

ActEffect Named(const std::string& id) { return LookUp{id, {}}; }
std::string NameOf(const ActEffect& effect) { return std::get<LookUp>(effect).request_id; }

TEST(EffectQueueTest, CarriesOutInOrderAlsoWhatAnEffectAdds) {
  tests::InlineExecutor executor;
  std::vector<std::string> done;
  EffectQueue* queue = nullptr;
  EffectQueue effects(executor, [&](const ActEffect& effect) {
    if (NameOf(effect) == "1") {
      queue->Add({Named("3")});
      queue->Run();  // already at it: nothing is carried out inside an effect
    }
    done.push_back(NameOf(effect));
  });
  queue = &effects;
  effects.Add({Named("1"), Named("2")});
  effects.Run();
  EXPECT_EQ(done, (std::vector<std::string>{"1", "2", "3"}));
}

TEST(EffectQueueTest, NothingIsCarriedOutOnTheThreadThatDecides) {
  threads::SerialExecutor executor("test");
  absl::Notification carried_out;
  std::thread::id where;
  EffectQueue effects(executor, [&](const ActEffect&) {
    where = std::this_thread::get_id();
    carried_out.Notify();
  });
  effects.Add({Named("1")});
  effects.Run();
  carried_out.WaitForNotification();
  EXPECT_NE(where, std::this_thread::get_id());
}

TEST(EffectQueueTest, OneIsCarriedOutAtATimeWhicheverThreadsAdd) {
  threads::SerialExecutor first("test");
  int running = 0;
  int done = 0;
  EffectQueue effects(first, [&](const ActEffect&) {
    EXPECT_EQ(++running, 1);
    ++done;
    --running;
  });
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 250; ++j) {
        effects.Add({Named("x")});
        effects.Run();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  effects.Finish();
  EXPECT_EQ(done, 1000);
}

}  // namespace
}  // namespace collie::relay
