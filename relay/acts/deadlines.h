#ifndef COLLIE_RELAY_ACTS_DEADLINES_H_
#define COLLIE_RELAY_ACTS_DEADLINES_H_

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "crew/clock/clock.h"

namespace collie::relay {

// When something is due, one time an id: what is next costs the same whatever their number. Pure;
// not thread-safe.
class Deadlines {
 public:
  // Sets, moves or clears (nullopt) the time of an id.
  void Set(const std::string& id, std::optional<clock::Steady> at) {
    if (const auto found = times_.find(id); found != times_.end()) {
      order_.erase({found->second, id});
      times_.erase(found);
    }
    if (!at.has_value()) return;
    times_.emplace(id, *at);
    order_.emplace(*at, id);
  }

  // The ids whose time has come, the earliest first; they are cleared.
  std::vector<std::string> TakeDue(clock::Steady now) {
    std::vector<std::string> due;
    while (!order_.empty() && order_.begin()->first <= now) {
      due.push_back(order_.begin()->second);
      times_.erase(due.back());
      order_.erase(order_.begin());
    }
    return due;
  }

  std::optional<clock::Steady> Next() const {
    if (order_.empty()) return std::nullopt;
    return order_.begin()->first;
  }

 private:
  absl::flat_hash_map<std::string, clock::Steady> times_;
  std::set<std::pair<clock::Steady, std::string>> order_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_DEADLINES_H_
