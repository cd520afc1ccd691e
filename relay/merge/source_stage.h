#ifndef COLLIE_RELAY_MERGE_SOURCE_STAGE_H_
#define COLLIE_RELAY_MERGE_SOURCE_STAGE_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "collie/v1/edge_link.pb.h"

namespace collie::relay {

// Collects the frames of one source until its commit, so that nobody sees half of an update;
// applies every limit to them again (the edge may be anybody's). One stream has one stage. Not
// thread-safe.
class SourceStage {
 public:
  static constexpr size_t kPanes = 1000;            // in one source
  static constexpr size_t kUpdateBytes = 24 << 20;  // of one update, all its frames

  // Adds a frame. With its commit, the whole update, cleaned and bounded; nullopt before that.
  // Errors: INVALID_ARGUMENT (a frame that breaks the contract), RESOURCE_EXHAUSTED (the commit of
  // an update over the limits, whose frames were dropped).
  absl::StatusOr<std::optional<v1::SourceUpdate>> Add(v1::SourceUpdate frame);

 private:
  struct Open {
    v1::SourceUpdate update;
    size_t bytes = 0;
    bool over = false;  // the limits: nothing more of it is kept
  };
  std::map<std::string, Open> open_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_SOURCE_STAGE_H_
