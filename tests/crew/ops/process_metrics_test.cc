#include "crew/ops/process_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::ops {
namespace {

TEST(ProcessMetricsTest, ShowsTheBuildAndWhatTheProcessUses) {
  MetricsPage page;
  AddProcessMetrics("collie-relay", page);
  const std::string text = page.Text();
  EXPECT_THAT(text, testing::HasSubstr("collie_build_info{program=\"collie-relay\",version="));
  for (const char* name : {"process_open_fds ", "process_max_fds ", "process_threads ",
                           "process_resident_memory_bytes ", "process_cpu_seconds_total "}) {
    EXPECT_THAT(text, testing::HasSubstr(std::string("\n") + name));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr(std::string("\n") + name + "0\n")));
  }
}

}  // namespace
}  // namespace collie::ops
