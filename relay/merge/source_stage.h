#ifndef COLLIE_RELAY_MERGE_SOURCE_STAGE_H_
#define COLLIE_RELAY_MERGE_SOURCE_STAGE_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "collie/v1/edge_link.pb.h"

namespace collie::relay {

// A whole update, cleaned and bounded.
struct StagedUpdate {
  v1::SourceUpdate update;
  bool is_over = false;  // it was over the limit of bytes: its panes are left out
};

// Collects the frames of one source until its commit, so that half an update is never visible;
// applies every limit to them again (the edge is not trusted). One stream has one stage. Not
// thread-safe.
class SourceStage {
 public:
  static constexpr size_t kPanes = 1000;            // in one update; the first are kept
  static constexpr size_t kUpdateBytes = 64 << 20;  // of all open updates: a member's budget
  static constexpr size_t kOpenUpdates = 8;  // an edge sends the frames of one source in a row

  // Adds a frame. With its commit, the whole update; nullopt before that. What is over a limit is
  // left out of that source and counted in it. Errors, which break the contract and end the stream:
  // INVALID_ARGUMENT (a source without a valid name and state, too many updates open).
  absl::StatusOr<std::optional<StagedUpdate>> Add(v1::SourceUpdate frame);

 private:
  struct Open {
    StagedUpdate staged;
    size_t bytes = 0;
    int left_out = 0;
  };

  void Merge(v1::SourceUpdate frame, Open& open);

  std::map<std::string, Open> open_;
  size_t bytes_ = 0;  // of all that are open
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_SOURCE_STAGE_H_
