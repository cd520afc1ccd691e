#include "tests/bench/result.h"

namespace collie::bench {

std::optional<double> Row::Ratio() const {
  if (!floor || *floor == 0) return std::nullopt;
  return measured / *floor;
}

Verdict Row::Judge(double slack) const {
  if (bound.kind == Bound::Kind::kNone) return Verdict::kInformative;
  if (floor && !Ratio()) return Verdict::kFarOff;  // the floor was not measured
  const double value = floor ? *Ratio() : measured;
  const bool at_most = bound.kind == Bound::Kind::kAtMost;
  if (at_most ? value <= bound.limit : value >= bound.limit) return Verdict::kHeld;
  const bool is_far = at_most ? value > bound.limit * slack : value * slack < bound.limit;
  return is_far ? Verdict::kFarOff : Verdict::kMissed;
}

}  // namespace collie::bench
