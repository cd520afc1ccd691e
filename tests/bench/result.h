#ifndef COLLIE_TESTS_BENCH_RESULT_H_
#define COLLIE_TESTS_BENCH_RESULT_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace collie::bench {

// What a value is held to.
struct Bound {
  enum class Kind { kNone, kAtMost, kAtLeast };
  Kind kind = Kind::kNone;
  double limit = 0;

  static Bound AtMost(double limit) { return {Kind::kAtMost, limit}; }
  static Bound AtLeast(double limit) { return {Kind::kAtLeast, limit}; }
};

enum class Verdict { kHeld, kMissed, kFarOff, kInformative };

// One row of the table. With a floor the ratio (measured to floor) is what the bound is about,
// without one the measured value is.
struct Row {
  std::string what;
  std::string unit;
  double measured = 0;
  std::optional<double> floor;
  Bound bound;

  // Measured to floor; none without a floor, or with one of zero.
  std::optional<double> Ratio() const;
  // Far off: past the bound by more than `slack` times.
  Verdict Judge(double slack) const;
};

// One line of a picture.
struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

// One picture: lines over one quantity.
struct Picture {
  std::string file;  // without folder and ending
  std::string title;
  std::string x;
  std::string y;
  std::vector<Series> series;
};

// What a case found.
struct Result {
  std::vector<Row> rows;
  std::vector<Picture> pictures;
  std::vector<std::string> notes;  // sentences, such as where the time went
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_RESULT_H_
