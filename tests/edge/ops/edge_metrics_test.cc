#include "edge/ops/edge_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::edge {
namespace {

using testing::HasSubstr;

TEST(EdgeMetricsTest, ShowsTheLinkAndTheSources) {
  v1::Source live;
  live.set_name("deck");
  live.set_state(v1::SOURCE_STATE_LIVE);
  live.set_was_read(true);
  live.set_read_age_ms(1500);
  v1::Source away;
  away.set_name("shell");
  away.set_state(v1::SOURCE_STATE_UNREACHABLE);
  away.set_reason("not-connected");
  away.set_left_out(3);
  ops::MetricsPage page;
  AddEdgeMetrics(true, {live, away}, page);
  const std::string text = page.Text();
  EXPECT_THAT(text, HasSubstr("collie_link_up 1\n"));
  EXPECT_THAT(text,
              HasSubstr("collie_sources{state=\"unreachable\",reason=\"not-connected\"} 1\n"));
  EXPECT_THAT(text, HasSubstr("collie_source_read_age_seconds{source=\"deck\"} 1.5\n"));
  EXPECT_THAT(text, HasSubstr("collie_source_left_out{source=\"shell\"} 3\n"));
  EXPECT_EQ(text.find("read_age_seconds{source=\"shell\""), std::string::npos)
      << "it was never read";
}

}  // namespace
}  // namespace collie::edge
