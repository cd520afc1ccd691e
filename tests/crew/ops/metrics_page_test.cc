#include "crew/ops/metrics_page.h"

#include <gtest/gtest.h>

namespace collie::ops {
namespace {

TEST(MetricsPageTest, WritesPrometheusText) {
  MetricsPage page;
  page.Gauge("collie_members", "Members.", 2, {{"state", "connected"}});
  page.Gauge("collie_members", "Members.", 1, {{"state", "locked"}});
  page.Counter("collie_acts_total", "Acts.", 7);
  EXPECT_EQ(page.Text(),
            "# HELP collie_members Members.\n# TYPE collie_members gauge\n"
            "collie_members{state=\"connected\"} 2\ncollie_members{state=\"locked\"} 1\n"
            "# HELP collie_acts_total Acts.\n# TYPE collie_acts_total counter\n"
            "collie_acts_total 7\n");
}

TEST(MetricsPageTest, NoLabelBreaksALine) {
  MetricsPage page;
  page.Gauge("collie_x", "X.", 1, {{"source", "a\"b\nc\\"}});
  EXPECT_NE(page.Text().find(R"({source="a\"b\nc\\"} 1)"), std::string::npos) << page.Text();
}

}  // namespace
}  // namespace collie::ops
