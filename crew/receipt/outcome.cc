#include "crew/receipt/outcome.h"

namespace collie::receipt {

bool IsDefinite(v1::Outcome outcome) {
  return outcome == v1::OUTCOME_SENT || outcome == v1::OUTCOME_REFUSED;
}

bool Rises(v1::Outcome from, v1::Outcome to) {
  if (IsDefinite(from)) return false;
  return IsDefinite(to) || to > from;
}

}  // namespace collie::receipt
