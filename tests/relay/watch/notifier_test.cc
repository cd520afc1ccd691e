#include "relay/watch/notifier.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "crew/threads/serial_executor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/inline_executor.h"

namespace collie::relay {
namespace {

using ids::ConversationKey;
using ::testing::UnorderedElementsAre;

// Stops in its first wake until it is let go.
class SlowWatcher final : public Notifiable {
 public:
  absl::Notification woken;
  absl::Notification let_go;
  std::atomic<int> wakes = 0;
  std::thread::id where;

  void Notify() override {
    where = std::this_thread::get_id();
    if (++wakes > 1) return;
    woken.Notify();
    let_go.WaitForNotification();
  }
};

class NamedWatcher final : public Notifiable {
 public:
  NamedWatcher(std::string name, std::vector<std::string>& woken)
      : name_(std::move(name)), woken_(woken) {}
  void Notify() override { woken_.push_back(name_); }

 private:
  const std::string name_;
  std::vector<std::string>& woken_;
};

class NotifierTest : public ::testing::Test {
 protected:
  uint64_t Add(const std::string& name, const ConversationKey& scope,
               const std::set<Topic>& topics = {Topic::kRows}) {
    watchers_.push_back(std::make_shared<NamedWatcher>(name, woken_));
    return notifier_.Add(scope, topics, watchers_.back());
  }
  // Who is woken by news of these keys.
  std::vector<std::string> Woken(Topic topic, const std::vector<ConversationKey>& keys) {
    woken_.clear();
    notifier_.Notify(topic, keys);
    return woken_;
  }

  tests::InlineExecutor executor_;
  std::vector<std::string> woken_;
  std::vector<std::shared_ptr<NamedWatcher>> watchers_;
  Notifier notifier_{executor_};
};

TEST_F(NotifierTest, OnlyThoseWhoseScopeTheNewsAreInAreWoken) {
  Add("crew", {});
  Add("member", {"deck", "", ""});
  Add("source", {"deck", "hello", ""});
  Add("pane", {"deck", "hello", "main"});
  Add("other pane", {"deck", "hello", "other"});
  Add("other source", {"deck", "shell", ""});
  Add("other member", {"pod", "", ""});
  EXPECT_THAT(Woken(Topic::kRows, {{"deck", "hello", "main"}}),
              UnorderedElementsAre("crew", "member", "source", "pane"));
  EXPECT_THAT(Woken(Topic::kRows, {{"deck", "hello", ""}}),
              UnorderedElementsAre("crew", "member", "source", "pane", "other pane"));
  EXPECT_THAT(Woken(Topic::kRows, {{"pod", "", ""}}), UnorderedElementsAre("crew", "other member"));
  EXPECT_EQ(Woken(Topic::kRows, {{}}).size(), 7u);
}

TEST_F(NotifierTest, AWatcherIsWokenOnceARoundForItsTopicsAlone) {
  Add("rows", {});
  Add("receipts", {}, {Topic::kReceipts});
  EXPECT_THAT(Woken(Topic::kRows, {{"deck", "hello", "a"}, {"deck", "hello", "b"}}),
              UnorderedElementsAre("rows"));
  EXPECT_THAT(Woken(Topic::kReceipts, {{"deck", "hello", "a"}}), UnorderedElementsAre("receipts"));
}

TEST_F(NotifierTest, WhoIsDroppedOrGoneIsNotWoken) {
  Add("stays", {});
  notifier_.Drop(Add("dropped", {}));
  Add("gone", {});
  watchers_.pop_back();
  EXPECT_THAT(Woken(Topic::kRows, {{}}), UnorderedElementsAre("stays"));
}

TEST_F(NotifierTest, MoreNewsThanAreKeptApartAreNewsForEverybody) {
  Add("pane", {"deck", "hello", "main"});
  std::vector<ConversationKey> many;
  for (size_t i = 0; i <= Notifier::kDue; ++i) many.push_back({"pod", "s", std::to_string(i)});
  EXPECT_THAT(Woken(Topic::kRows, many), UnorderedElementsAre("pane"));
}

TEST(NotifierThreadsTest, WhoMakesAChangeWaitsForNoWatcherAndManyChangesShareARound) {
  threads::SerialExecutor executor("test");
  auto slow = std::make_shared<SlowWatcher>();
  {
    Notifier notifier(executor);
    notifier.Add({}, {Topic::kRows}, slow);
    notifier.Notify(Topic::kRows, {{}});
    slow->woken.WaitForNotification();
    // Each returns although the watcher hangs.
    for (int i = 0; i < 1000; ++i) notifier.Notify(Topic::kRows, {{"deck", "s", "p"}});
    slow->let_go.Notify();
  }
  EXPECT_EQ(slow->wakes, 2);
  EXPECT_NE(slow->where, std::this_thread::get_id());
}

}  // namespace
}  // namespace collie::relay
