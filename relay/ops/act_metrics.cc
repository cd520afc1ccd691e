#include "relay/ops/act_metrics.h"

#include "absl/time/time.h"
#include "crew/receipt/timestamp.h"
#include "crew/receipt/words.h"

namespace collie::relay {
namespace {

// Seconds: from what a local agent takes up to the longest deadline.
const prometheus::Histogram::BucketBoundaries kSeconds = {
    0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60};

}  // namespace

ActMetrics::ActMetrics()
    : acts_(prometheus::BuildCounter()
                .Name("collie_acts_total")
                .Help("Acts by what they do, what became of them, and why.")
                .Register(registry_)),
      seconds_(prometheus::BuildHistogram()
                   .Name("collie_act_duration_seconds")
                   .Help("From the acceptance of an act to its first outcome.")
                   .Register(registry_)) {}

bool ActMetrics::Remember(const v1::Receipt& receipt) {
  absl::MutexLock lock(&mu_);
  const auto [found, is_new] = outcomes_.try_emplace(receipt.request_id(), receipt.outcome());
  if (!is_new) {
    const bool changed = found->second != receipt.outcome();
    found->second = receipt.outcome();
    return changed;
  }
  order_.push_back(receipt.request_id());
  if (order_.size() > kRemembered) {
    outcomes_.erase(order_.front());
    order_.pop_front();
  }
  return true;
}

void ActMetrics::OnReceipt(const v1::Receipt& receipt) {
  const bool is_settled =
      receipt.outcome() != v1::OUTCOME_UNSPECIFIED && receipt.outcome() != v1::OUTCOME_PENDING;
  if (!is_settled || !Remember(receipt)) return;
  const std::string act = receipt::ApiWord(receipt.act());
  acts_
      .Add({{"act", act},
            {"outcome", receipt::ApiWord(receipt.outcome())},
            {"reason", receipt::ApiWord(receipt.reason())}})
      .Increment();
  if (!receipt.has_finished_at() || !receipt.has_accepted_at()) return;
  const absl::Duration took =
      receipt::ToTime(receipt.finished_at()) - receipt::ToTime(receipt.accepted_at());
  seconds_.Add({{"act", act}}, kSeconds).Observe(absl::ToDoubleSeconds(took));
}

}  // namespace collie::relay
