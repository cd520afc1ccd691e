#ifndef COLLIE_TESTS_RELAY_WATCH_WATCH_READER_H_
#define COLLIE_TESTS_RELAY_WATCH_WATCH_READER_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "collie/v1/dashboard.pb.h"
#include "relay/merge/crew_snapshot.h"
#include "relay/watch/watch_step.h"

namespace collie::tests {

// The crew without ages: each key with its row as text.
using CrewText = std::map<ids::ConversationKey, std::string>;

// What the filter wants of the crew.
CrewText TextOf(const relay::CrewCut& cut, const relay::ViewFilter& filter);

// A reader that does what the contract of a watch says, and nothing else.
class WatchReader {
 public:
  // Takes one step in. The bytes are read as messages of the contract.
  void Take(const relay::WatchStep& step);

  // A step was read whole: what it shows is the crew at `revision`.
  bool is_whole() const { return is_whole_; }
  const std::string& incarnation() const { return incarnation_; }
  uint64_t revision() const { return revision_; }
  const CrewText& crew() const { return crew_; }
  const std::map<std::string, v1::Receipt>& receipts() const { return receipts_; }
  int parts() const { return parts_; }
  int resyncs() const { return resyncs_; }

  // The stream is over: what came of a step is void.
  void Break();

 private:
  // nullopt: it is gone.
  using Rows = std::vector<std::pair<ids::ConversationKey, std::optional<std::string>>>;

  void AddRows(const relay::WatchStep& step);
  void ApplyRows();

  bool is_whole_ = false;
  bool is_starting_ = false;
  std::string incarnation_;
  uint64_t revision_ = 0;
  CrewText crew_;
  Rows rows_;  // of the step that is being received
  std::map<std::string, v1::Receipt> receipts_;
  int parts_ = 0;
  int resyncs_ = 0;
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_RELAY_WATCH_WATCH_READER_H_
