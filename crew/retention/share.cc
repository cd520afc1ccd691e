#include "crew/retention/share.h"

#include <algorithm>

#include "crew/status/status_macros.h"

namespace collie::retention {
namespace {

constexpr int64_t kPasses = 10;  // a pass deletes this part of a table

}  // namespace

int64_t ShareOf(int64_t rows) { return std::max(kBatch, rows / kPasses); }

absl::Status DeleteShare(int64_t rows,
                         const std::function<absl::StatusOr<int64_t>(int64_t most)>& remove) {
  int64_t left = ShareOf(rows);
  while (left > 0) {
    const int64_t most = std::min(left, kBatch);
    COLLIE_ASSIGN_OR_RETURN(const int64_t deleted, remove(most));
    if (deleted < most) return absl::OkStatus();
    left -= deleted;
  }
  return absl::OkStatus();
}

}  // namespace collie::retention
