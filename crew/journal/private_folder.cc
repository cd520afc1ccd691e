#include "crew/journal/private_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "crew/files/folder.h"

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
    // One that is there may be above a folder that nobody may write (read-only, or another user's).
    struct stat found = {};
    if (stat(made.c_str(), &found) == 0) continue;
    const int error = files::MakeFolder(made);
    if (error == 0 || error == EEXIST) continue;
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
