// What watchers cost: a start, a change, and how long the view's lock is held for them. Prints its
// figures; COLLIE_MEMBERS and COLLIE_WATCHERS make it large.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "relay/watch/notifier.h"
#include "relay/watch/watch_feed.h"
#include "tests/support/inline_executor.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

int FromEnvironment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  int value = otherwise;
  if (text != nullptr && !absl::SimpleAtoi(text, &value)) return otherwise;
  return value;
}

double Now() {
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

v1::SourceUpdate Update(int panes, const std::string& title) {
  v1::SourceUpdate update;
  update.mutable_source()->set_name("hello");
  update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
  update.mutable_source()->set_runtime("shell agent 1.2.0");
  for (int i = 0; i < panes; ++i) {
    v1::Pane* pane = update.add_panes();
    pane->set_id(absl::StrCat("pane-", i));
    pane->set_title(absl::StrCat(title, std::string(200, 'x')));
    pane->set_open(true);
    pane->mutable_turn()->set_id("t-1");
  }
  return update;
}

// A watcher that counts what it wakes for.
class Watcher final : public Notifiable {
 public:
  Watcher(const WatchFeed::Sources& sources, const v1::WatchRequest& request)
      : feed_(sources, request,
              [](const CrewRow& row, clock::Steady base) { return row.Wire(base); }) {}

  void Notify() override {
    ++wakes_;
    while (const auto step = feed_.Next()) {
      ++steps_;
      for (const WatchStep::Row& row : step->rows) bytes_ += row.bytes->size();
    }
  }
  ids::ConversationKey Scope() const { return feed_.Scope(); }
  int wakes() const { return wakes_; }
  int steps() const { return steps_; }
  size_t bytes() const { return bytes_; }

 private:
  WatchFeed feed_;
  int wakes_ = 0;
  int steps_ = 0;
  size_t bytes_ = 0;
};

// A crew of so many members with ten panes each.
class Crew {
 public:
  explicit Crew(int members) : members_(members) {
    for (int i = 0; i < members; ++i) {
      view_.PutMember(ids::MemberId(IdOf(i)), "deck", false);
      view_.LinkUp({IdOf(i), 1}, "0.1.0");
      view_.Apply({IdOf(i), 1}, Update(10, "old"));
    }
    view_.OnChange([this](const std::vector<ids::ConversationKey>& keys) {
      notifier_.Notify(Topic::kRows, keys);
    });
  }

  std::shared_ptr<Watcher> Watch(const v1::WatchRequest& request) {
    auto watcher = std::make_shared<Watcher>(sources_, request);
    numbers_[watcher.get()] = notifier_.Add(watcher->Scope(), {Topic::kRows}, watcher);
    return watcher;
  }
  void Leave(const std::shared_ptr<Watcher>& watcher) { notifier_.Drop(numbers_[watcher.get()]); }
  static std::string IdOf(int member) { return absl::StrCat("member-", member); }

  // Microseconds of one change of one pane, the least of many.
  double Change() {
    double least = 1e12;
    for (int i = 0; i < 200; ++i) {
      const v1::SourceUpdate update = Update(1, absl::StrCat("new ", ++changes_));
      const StreamId stream{IdOf(changes_ % members_), 1};
      const double start = Now();
      view_.Apply(stream, update);
      least = std::min(least, Now() - start);
    }
    return least;
  }
  CrewView& view() { return view_; }

 private:
  const int members_;
  int changes_ = 0;
  tests::SimulatedClock clock_;
  tests::InlineExecutor executor_;
  CrewView view_{
      {.incarnation = "i", .ask_key = std::string(32, 'k')}, clock_, [](const ViewChanges&) {}};
  ReceiptNews receipts_;
  Notifier notifier_{executor_};
  std::map<const Watcher*, uint64_t> numbers_;
  const WatchFeed::Sources sources_{view_, receipts_, clock_};
};

v1::WatchRequest OfMember(int member) {
  v1::WatchRequest request;
  request.set_member(Crew::IdOf(member));
  return request;
}

TEST(WatchCostTest, OneChangeCostsTheSameWhateverTheCrewAndItsHistory) {
  Crew small(20);
  Crew large(2000);
  const double before = small.Change();
  const double in_large = large.Change();
  for (int i = 0; i < 100; ++i) small.Change();  // 20,000 changes later
  const double later = small.Change();
  std::printf("one change: %.1f us of 20 members, %.1f us of 2,000, %.1f us after 20,000 changes\n",
              before, in_large, later);
  EXPECT_LT(in_large, 5 * before) << "a hundred times the crew";
  EXPECT_LT(later, 3 * before);
}

TEST(WatchCostTest, AChangeWakesThoseWhoWantItAlone) {
  Crew crew(200);
  std::vector<std::shared_ptr<Watcher>> watchers;
  for (int i = 0; i < 200; ++i) watchers.push_back(crew.Watch(OfMember(i)));
  crew.view().Apply({Crew::IdOf(7), 1}, Update(1, "new"));
  for (int i = 0; i < 200; ++i)
    EXPECT_EQ(watchers[static_cast<size_t>(i)]->wakes(), i == 7 ? 1 : 0);
}

TEST(WatchCostTest, WatchersThatComeAndGoLeaveNothing) {
  Crew crew(20);
  const double alone = crew.Change();
  for (int i = 0; i < 1000; ++i) {
    const auto watcher = crew.Watch({});
    watcher->Notify();
    crew.Leave(watcher);
  }
  std::printf("one change: %.1f us before, %.1f us after a thousand watchers\n", alone,
              crew.Change());
  EXPECT_LT(crew.Change(), 5 * alone);
}

TEST(WatchCostTest, PrintsWhatManyWatchersCost) {
  const int members = FromEnvironment("COLLIE_MEMBERS", 200);
  const int count = FromEnvironment("COLLIE_WATCHERS", 50);
  Crew crew(members);
  std::vector<std::shared_ptr<Watcher>> watchers;
  for (int i = 0; i < count; ++i) watchers.push_back(crew.Watch({}));
  const double first_start = Now();
  watchers.front()->Notify();
  const double first = Now() - first_start;
  const double others_start = Now();
  for (int i = 1; i < count; ++i) watchers[static_cast<size_t>(i)]->Notify();
  const double others = (Now() - others_start) / (count - 1);
  double most_locked = 0;
  for (int i = 0; i < 1000; ++i) {
    crew.view().Tick();
    const double start = Now();
    crew.view().Hold(0);
    most_locked = std::max(most_locked, Now() - start);
  }
  std::printf(
      "%d members x 10 panes, %d watchers: the first start %.1f ms, each other %.1f ms of %.1f MB "
      "in %d steps; the view's lock for a start at most %.1f us\n",
      members, count, first / 1e3, others / 1e3,
      static_cast<double>(watchers.front()->bytes()) / 1e6, watchers.front()->steps(), most_locked);
  std::printf("one change, read by all of them: %.1f us\n", crew.Change());
  EXPECT_EQ(watchers.back()->steps(), watchers.front()->steps());
}

}  // namespace
}  // namespace collie::relay
