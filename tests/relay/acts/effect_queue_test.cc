#include "relay/acts/effect_queue.h"

#include <algorithm>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "crew/threads/pool_executor.h"
#include "crew/threads/serial_executor.h"
#include "gtest/gtest.h"
#include "relay/acts/effect_lane.h"
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

ActEffect At(const std::string& pane, const std::string& id) {
  return LookUp{id, {"deck", "hello", pane}};
}

TEST(EffectQueueTest, AnEffectThatHangsHoldsUpItsOwnConversationAlone) {
  absl::Notification released;
  absl::BlockingCounter others(50);
  std::vector<std::string> hung;
  threads::PoolExecutor executor("test", 2);
  EffectQueue effects(executor, [&](const ActEffect& effect) {
    if (NameOf(effect) == "hang") released.WaitForNotification();
    const bool is_of_hung = std::get<LookUp>(effect).conversation.pane == "hung";
    if (is_of_hung) {
      hung.push_back(NameOf(effect));
    } else {
      others.DecrementCount();
    }
  });
  effects.Add({At("hung", "hang"), At("hung", "after")});
  effects.Run();
  // Conversations are more than lanes: the others are those that do not share the hung one's.
  const size_t lanes = 2 * 16;
  const size_t hung_lane = LaneOf(At("hung", "")) % lanes;
  for (int i = 0, added = 0; added < 50; ++i) {
    ActEffect other = At("pane-" + std::to_string(i), "x");
    if (LaneOf(other) % lanes == hung_lane) continue;
    effects.Add({std::move(other)});
    effects.Run();
    ++added;
  }
  others.Wait();
  EXPECT_TRUE(hung.empty());
  released.Notify();
  effects.Finish();
  EXPECT_EQ(hung, (std::vector<std::string>{"hang", "after"}));
}

TEST(EffectQueueTest, ManyThreadsKeepTheOrderOfEachConversation) {
  constexpr int kConversations = 20;
  constexpr int kEach = 200;
  absl::Mutex mu;
  std::map<std::string, std::vector<int>> done;
  threads::PoolExecutor executor("test", 4);
  EffectQueue effects(executor, [&](const ActEffect& effect) {
    absl::MutexLock lock(&mu);
    done[std::get<LookUp>(effect).conversation.pane].push_back(std::stoi(NameOf(effect)));
  });
  for (int i = 0; i < kEach; ++i) {
    for (int c = 0; c < kConversations; ++c) {
      effects.Add({At("pane-" + std::to_string(c), std::to_string(i))});
    }
    effects.Run();
  }
  effects.Finish();
  ASSERT_EQ(done.size(), static_cast<size_t>(kConversations));
  for (const auto& [pane, numbers] : done) {
    EXPECT_EQ(numbers.size(), static_cast<size_t>(kEach)) << pane;
    EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end())) << pane;
  }
}

}  // namespace
}  // namespace collie::relay
