#include "edge/store/edge_store.h"

namespace collie::edge {

bool IsAbove(const v1::Fence& a, const v1::Fence& b) {
  if (a.term() != b.term()) return a.term() > b.term();
  return a.number() > b.number();
}

v1::Fence AtLeastTerm(const v1::Fence& fence, int64_t term) {
  v1::Fence floor;
  floor.set_term(term);
  return IsAbove(floor, fence) ? floor : fence;
}

}  // namespace collie::edge
