#ifndef COLLIE_RELAY_MERGE_AGE_H_
#define COLLIE_RELAY_MERGE_AGE_H_

#include <atomic>
#include <cstdint>

#include "absl/time/time.h"
#include "crew/clock/clock.h"

namespace collie::relay {

// Since when something is unheard of: whoever hears of it moves it on, and every row that shows the
// age reads it, so that a heartbeat replaces no row. Thread-safe.
class Age {
 public:
  struct Value {
    clock::Steady since;
    bool at_least = false;  // it may be longer ago than that

    // In milliseconds at this time; 0 where that is before it.
    int64_t MsAt(clock::Steady at) const {
      return at < since ? 0 : absl::ToInt64Milliseconds(at - since);
    }
  };

  void Set(clock::Steady since, bool at_least) {
    packed_ = 2 * absl::ToInt64Nanoseconds(since - clock::Steady()) + (at_least ? 1 : 0);
  }
  Value Get() const {
    const int64_t packed = packed_;
    const bool at_least = packed % 2 != 0;
    return {clock::Steady(absl::Nanoseconds((packed - (at_least ? 1 : 0)) / 2)), at_least};
  }
  // Equal exactly as long as the value is.
  int64_t version() const { return packed_; }

 private:
  std::atomic<int64_t> packed_ = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_AGE_H_
