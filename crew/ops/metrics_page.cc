#include "crew/ops/metrics_page.h"

#include <prometheus/text_serializer.h>

#include <iterator>

namespace collie::ops {

prometheus::ClientMetric& MetricsPage::Row(prometheus::MetricType type, const std::string& name,
                                           const std::string& help, const Labels& labels) {
  if (families_.empty() || families_.back().name != name) {
    families_.push_back({name, help, type, {}});
  }
  prometheus::ClientMetric& row = families_.back().metric.emplace_back();
  for (const auto& [label, value] : labels) row.label.push_back({label, value});
  return row;
}

void MetricsPage::Gauge(const std::string& name, const std::string& help, double value,
                        const Labels& labels) {
  Row(prometheus::MetricType::Gauge, name, help, labels).gauge.value = value;
}

void MetricsPage::Counter(const std::string& name, const std::string& help, double value,
                          const Labels& labels) {
  Row(prometheus::MetricType::Counter, name, help, labels).counter.value = value;
}

void MetricsPage::Add(std::vector<prometheus::MetricFamily> families) {
  families_.insert(families_.end(), std::make_move_iterator(families.begin()),
                   std::make_move_iterator(families.end()));
}

std::string MetricsPage::Text() const { return prometheus::TextSerializer().Serialize(families_); }

}  // namespace collie::ops
