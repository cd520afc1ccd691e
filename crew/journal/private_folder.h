#ifndef COLLIE_CREW_JOURNAL_PRIVATE_FOLDER_H_
#define COLLIE_CREW_JOURNAL_PRIVATE_FOLDER_H_

#include <filesystem>

#include "absl/status/status.h"

namespace collie::journal {

// Makes the folder, and those above it that are missing, with mode 0700. A folder that is there
// must be a real one, this user's, and closed to group and other; it is not changed. Errors:
// FAILED_PRECONDITION, with a sentence that names the folder and the cure.
absl::Status MakePrivateFolder(const std::filesystem::path& folder);

}  // namespace collie::journal

#endif  // COLLIE_CREW_JOURNAL_PRIVATE_FOLDER_H_
