#include "edge/store/edge_store.h"

namespace collie::edge {

bool IsAbove(const v1::Fence& a, const v1::Fence& b) {
  if (a.term() != b.term()) return a.term() > b.term();
  return a.number() > b.number();
}

}  // namespace collie::edge
