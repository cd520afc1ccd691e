#include "crew/journal/private_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace collie::journal {
namespace {

absl::Status Refuse(const std::filesystem::path& folder, absl::string_view why,
                    absl::string_view cure) {
  return absl::FailedPreconditionError(
      absl::StrCat("The folder '", folder.string(), "' ", why, ": ", cure, "."));
}

absl::Status MakeMissing(const std::filesystem::path& folder) {
  std::filesystem::path made;
  for (const std::filesystem::path& part : folder) {
    made /= part;
    if (mkdir(made.c_str(), 0700) == 0 || errno == EEXIST) continue;
    // A folder above that is there but may not be written (read-only, or another user's) is fine.
    int error = errno;
    struct stat found = {};
    if (stat(made.c_str(), &found) == 0) continue;
    return Refuse(made, absl::StrCat("cannot be made (", std::strerror(error), ")"),
                  "make it by hand, or choose another state folder");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status MakePrivateFolder(const std::filesystem::path& folder) {
  if (absl::Status status = MakeMissing(folder); !status.ok()) return status;
  struct stat found = {};
  if (lstat(folder.c_str(), &found) != 0) {
    return Refuse(folder, absl::StrCat("cannot be read (", std::strerror(errno), ")"),
                  "check the folders above it");
  }
  if (!S_ISDIR(found.st_mode)) {
    return Refuse(folder, "is not a folder itself", "name the real folder, not a link or a file");
  }
  if (found.st_uid != geteuid()) {
    return Refuse(folder, "belongs to another user", "run as its owner or choose another folder");
  }
  if ((found.st_mode & 077) != 0) {
    return Refuse(folder, "is open to other users",
                  absl::StrCat("close it with chmod 700 '", folder.string(), "'"));
  }
  return absl::OkStatus();
}

}  // namespace collie::journal
