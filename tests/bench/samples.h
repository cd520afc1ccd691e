#ifndef COLLIE_TESTS_BENCH_SAMPLES_H_
#define COLLIE_TESTS_BENCH_SAMPLES_H_

#include <cstddef>
#include <vector>

namespace collie::bench {

// Measured values of one kind, such as latencies. Not thread-safe.
class Samples {
 public:
  void Add(double value);
  void Add(const Samples& others);

  size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  double Sum() const;
  // The smallest value that at least this share (0 to 1) of all reach or stay below; 0 without any.
  double Percentile(double share) const;
  double Median() const { return Percentile(0.5); }

 private:
  mutable std::vector<double> values_;
  mutable bool is_sorted_ = true;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_SAMPLES_H_
