#ifndef COLLIE_RELAY_ACCESS_ACCESS_STORE_H_
#define COLLIE_RELAY_ACCESS_ACCESS_STORE_H_

#include <filesystem>
#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/journal/group_commit.h"

namespace collie::relay {

// Opens or makes access.db, the durable part of the roster and of the devices, which share it so
// that one key is never both. Its folder exists. Errors: as journal::Database::Open.
absl::StatusOr<std::unique_ptr<journal::GroupCommit>> OpenAccessStore(
    const std::filesystem::path& file);

// Runs `change` and waits until it is on disk. `apply`, which brings the copy in memory after it,
// is called before that on the writer's thread: copies follow the file in the order of its commits.
// Errors: the change's, UNAVAILABLE (nothing was written).
absl::Status CommitThen(journal::GroupCommit& store, journal::GroupCommit::Change change,
                        std::function<void()> apply);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACCESS_ACCESS_STORE_H_
