#ifndef COLLIE_CREW_OPS_METRICS_PAGE_H_
#define COLLIE_CREW_OPS_METRICS_PAGE_H_

#include <prometheus/metric_family.h>

#include <string>
#include <utility>
#include <vector>

namespace collie::ops {

// What a program shows at /metrics, in Prometheus's text format. Names begin with `collie_`, or
// with `process_` as everywhere; no people's labels or texts are in them. Not thread-safe.
class MetricsPage {
 public:
  using Labels = std::vector<std::pair<std::string, std::string>>;

  // A value now. Those of one name come one after the other.
  void Gauge(const std::string& name, const std::string& help, double value,
             const Labels& labels = {});
  // A sum since the start; the name ends with `_total`.
  void Counter(const std::string& name, const std::string& help, double value,
               const Labels& labels = {});
  // What a registry has collected.
  void Add(std::vector<prometheus::MetricFamily> families);

  std::string Text() const;

 private:
  prometheus::ClientMetric& Row(prometheus::MetricType type, const std::string& name,
                                const std::string& help, const Labels& labels);

  std::vector<prometheus::MetricFamily> families_;
};

}  // namespace collie::ops

#endif  // COLLIE_CREW_OPS_METRICS_PAGE_H_
