#include "tests/bench/samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace collie::bench {

void Samples::Add(double value) {
  values_.push_back(value);
  is_sorted_ = false;
}

void Samples::Add(const Samples& others) {
  values_.insert(values_.end(), others.values_.begin(), others.values_.end());
  is_sorted_ = false;
}

double Samples::Sum() const { return std::accumulate(values_.begin(), values_.end(), 0.0); }

double Samples::Percentile(double share) const {
  if (values_.empty()) return 0;
  if (!is_sorted_) std::sort(values_.begin(), values_.end());
  is_sorted_ = true;
  const double rank = std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(values_.size()));
  return values_[rank < 1 ? 0 : static_cast<size_t>(rank) - 1];
}

}  // namespace collie::bench
