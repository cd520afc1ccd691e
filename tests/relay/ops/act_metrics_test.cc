#include "relay/ops/act_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::relay {
namespace {

using testing::HasSubstr;
using testing::Not;

class ActMetricsTest : public testing::Test {
 protected:
  void Changed(const std::string& request_id, v1::Outcome outcome,
               v1::Reason reason = v1::REASON_UNSPECIFIED) {
    v1::Receipt receipt;
    receipt.set_request_id(request_id);
    receipt.set_act(v1::ACT_KIND_SEND);
    receipt.set_outcome(outcome);
    receipt.set_reason(reason);
    receipt.mutable_accepted_at()->set_seconds(100);
    receipt.mutable_finished_at()->set_seconds(103);
    metrics_.OnReceipt(receipt);
  }
  std::string Text() const {
    ops::MetricsPage page;
    metrics_.AddTo(page);
    return page.Text();
  }
  ActMetrics metrics_;
};

TEST_F(ActMetricsTest, CountsAnActOnceForEachOutcome) {
  Changed("r-1", v1::OUTCOME_PENDING);
  Changed("r-1", v1::OUTCOME_SENT);
  Changed("r-1", v1::OUTCOME_SENT);  // it became effective
  Changed("r-2", v1::OUTCOME_UNKNOWN);
  Changed("r-2", v1::OUTCOME_SENT);  // healed
  Changed("r-3", v1::OUTCOME_REFUSED, v1::REASON_BUSY);
  const std::string text = Text();
  EXPECT_THAT(text, HasSubstr(R"(collie_acts_total{act="send",outcome="sent",reason=""} 2)"));
  EXPECT_THAT(text, HasSubstr(R"(collie_acts_total{act="send",outcome="unknown",reason=""} 1)"));
  EXPECT_THAT(text,
              HasSubstr(R"(collie_acts_total{act="send",outcome="refused",reason="busy"} 1)"));
  EXPECT_THAT(text, Not(HasSubstr("pending")));
}

TEST_F(ActMetricsTest, MeasuresHowLongActsTake) {
  Changed("r-1", v1::OUTCOME_SENT);
  const std::string text = Text();
  EXPECT_THAT(text, HasSubstr(R"(collie_act_duration_seconds_bucket{act="send",le="2.5"} 0)"));
  EXPECT_THAT(text, HasSubstr(R"(collie_act_duration_seconds_bucket{act="send",le="5"} 1)"));
  EXPECT_THAT(text, HasSubstr(R"(collie_act_duration_seconds_sum{act="send"} 3)"));
}

TEST_F(ActMetricsTest, RemembersABoundedNumberOfActs) {
  for (size_t i = 0; i <= ActMetrics::kRemembered; ++i) {
    Changed("r-" + std::to_string(i), v1::OUTCOME_SENT);
  }
  Changed("r-0", v1::OUTCOME_SENT);  // forgotten, so it counts anew
  Changed("r-9", v1::OUTCOME_SENT);
  EXPECT_THAT(Text(), HasSubstr(R"(outcome="sent",reason=""} 10002)"));
}

}  // namespace
}  // namespace collie::relay
