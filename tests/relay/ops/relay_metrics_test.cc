#include "relay/ops/relay_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

using testing::HasSubstr;

TEST(RelayMetricsTest, CountsTheCrewWithoutNamingAnybody) {
  tests::SimulatedClock clock;
  CrewView view(
      {.incarnation = "i-1", .crew_id = "c", .crew_name = "crew", .ask_key = std::string(32, 'k')},
      clock, [](const ViewChanges&) {});
  view.PutMember(ids::MemberId("deck-1"), "Ann's laptop", false);
  view.PutMember(ids::MemberId("deck-2"), "Bob's laptop", false);
  view.LinkUp({"deck-1", 1}, "0.1.0");
  v1::SourceUpdate update;
  update.mutable_source()->set_name("hello");
  update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
  v1::Pane* pane = update.add_panes();
  pane->set_id("deploy");
  pane->set_title("Deploy to staging");
  pane->set_open(true);
  pane->set_open_asks(2);
  view.Apply({"deck-1", 1}, update);

  ops::MetricsPage page;
  AddCrewMetrics(view, clock.Now(), page);
  const std::string text = page.Text();
  EXPECT_THAT(text, HasSubstr("collie_members{state=\"connected\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("collie_members{state=\"disconnected\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("collie_sources{state=\"live\",reason=\"\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("collie_conversations_open 1\n"));
  EXPECT_THAT(text, HasSubstr("collie_conversations_waiting 1\n"));
  EXPECT_THAT(text, HasSubstr("collie_questions_open 2\n"));
  for (const char* name : {"laptop", "deck", "Deploy", "hello"}) {
    EXPECT_EQ(text.find(name), std::string::npos) << name;
  }
}

TEST(RelayMetricsTest, ShowsWhatTheListenersCount) {
  RelayCounts counts;
  counts.http.strangers = 3;
  counts.http.friends = 4;
  counts.http.evicted = 5;
  counts.http.is_accepting = false;
  counts.can_write = false;
  ops::MetricsPage page;
  AddCounts(counts, page);
  const std::string text = page.Text();
  EXPECT_THAT(text, HasSubstr("collie_http_connections{kind=\"stranger\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("collie_http_connections{kind=\"friend\"} 4\n"));
  EXPECT_THAT(text, HasSubstr("collie_http_evicted_total 5\n"));
  EXPECT_THAT(text, HasSubstr("collie_http_accepting 0\n"));
  EXPECT_THAT(text, HasSubstr("collie_store_writable 0\n"));
}

}  // namespace
}  // namespace collie::relay
