#ifndef COLLIE_RELAY_OPS_ACT_METRICS_H_
#define COLLIE_RELAY_OPS_ACT_METRICS_H_

#include <prometheus/counter.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <cstddef>
#include <deque>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/receipt.pb.h"
#include "crew/ops/metrics_page.h"

namespace collie::relay {

// Counts acts by what became of them, and how long each took from its acceptance. An act counts
// again where its outcome changes, as when an unknown one heals. Thread-safe.
class ActMetrics {
 public:
  // Of the newest acts the outcome is remembered, so that a later change of a receipt that leaves
  // it as it was does not count.
  static constexpr size_t kRemembered = 10'000;

  ActMetrics();

  void OnReceipt(const v1::Receipt& receipt);
  void AddTo(ops::MetricsPage& page) const { page.Add(registry_.Collect()); }

 private:
  // Whether this outcome is new for the act.
  bool Remember(const v1::Receipt& receipt) ABSL_LOCKS_EXCLUDED(mu_);

  prometheus::Registry registry_;  // synchronizes itself
  prometheus::Family<prometheus::Counter>& acts_;
  prometheus::Family<prometheus::Histogram>& seconds_;
  absl::Mutex mu_;
  absl::flat_hash_map<std::string, v1::Outcome> outcomes_ ABSL_GUARDED_BY(mu_);
  std::deque<std::string> order_ ABSL_GUARDED_BY(mu_);  // of request ids, the oldest first
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_OPS_ACT_METRICS_H_
