#ifndef COLLIE_RELAY_ACTS_ACT_BUDGET_H_
#define COLLIE_RELAY_ACTS_ACT_BUDGET_H_

#include <cstddef>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "relay/store/relay_store.h"

namespace collie::relay {

// What the acts under way take of the memory, in all and by device: nothing else bounds their
// number. Pure; not thread-safe.
class ActBudget {
 public:
  static constexpr size_t kBytes = 128 << 20;
  static constexpr size_t kDeviceBytes = kBytes / 4;

  // Whether one more act of its device has room.
  bool HasRoom(const ActRecord& record) const;
  // The act is under way; again: nothing.
  void Hold(const ActRecord& record);
  // It is not any more.
  void Release(const std::string& request_id);

 private:
  struct Held {
    std::string device;
    size_t bytes = 0;
  };

  absl::flat_hash_map<std::string, Held> acts_;  // by request id
  absl::flat_hash_map<std::string, size_t> devices_;
  size_t bytes_ = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ACT_BUDGET_H_
