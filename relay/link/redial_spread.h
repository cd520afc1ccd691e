#ifndef COLLIE_RELAY_LINK_REDIAL_SPREAD_H_
#define COLLIE_RELAY_LINK_REDIAL_SPREAD_H_

#include <algorithm>
#include <cstddef>

#include "absl/time/time.h"

namespace collie::relay {

// Within which so many edges are to dial again once they lost their links: time enough to take
// their hellos one after the other, and for a few of them at once. Pure.
inline absl::Duration RedialWithin(size_t edges) {
  constexpr absl::Duration kOfEach = absl::Milliseconds(2);
  return std::clamp(kOfEach * static_cast<int64_t>(edges), absl::Milliseconds(250),
                    absl::Seconds(10));
}

}  // namespace collie::relay

#endif  // COLLIE_RELAY_LINK_REDIAL_SPREAD_H_
