#include "relay/acts/callers.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace collie::relay {

void Callers::Add(const std::string& request_id, WaitingCaller caller) {
  by_act_[request_id].push_back(std::move(caller));
  SetDeadline(request_id);
}

std::vector<WaitingCaller> Callers::TakeAll(const std::string& request_id) {
  const auto found = by_act_.find(request_id);
  if (found == by_act_.end()) return {};
  std::vector<WaitingCaller> all = std::move(found->second);
  by_act_.erase(found);
  SetDeadline(request_id);
  return all;
}

std::vector<WaitingCaller> Callers::TakeDue(const std::string& request_id, clock::Steady now) {
  const auto found = by_act_.find(request_id);
  if (found == by_act_.end()) return {};
  std::vector<WaitingCaller>& waiting = found->second;
  const auto first_due = std::stable_partition(
      waiting.begin(), waiting.end(), [&](const WaitingCaller& one) { return one.until > now; });
  std::vector<WaitingCaller> due(std::make_move_iterator(first_due),
                                 std::make_move_iterator(waiting.end()));
  waiting.erase(first_due, waiting.end());
  if (waiting.empty()) by_act_.erase(found);
  SetDeadline(request_id);
  return due;
}

void Callers::SetDeadline(const std::string& request_id) {
  const auto found = by_act_.find(request_id);
  if (found == by_act_.end()) return deadlines_.Set(request_id, std::nullopt);
  const auto first = std::min_element(
      found->second.begin(), found->second.end(),
      [](const WaitingCaller& a, const WaitingCaller& b) { return a.until < b.until; });
  deadlines_.Set(request_id, first->until);
}

}  // namespace collie::relay
