#include "crew/config/private_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "crew/files/folder.h"
#include "crew/status/status_macros.h"

namespace collie::config {
namespace {

namespace fs = std::filesystem;

absl::Status Failed(absl::string_view what, const fs::path& file, int error) {
  std::string sentence =
      absl::StrCat(what, " '", file.string(), "' failed: ", std::strerror(error), ".");
  if (error == ENOENT) return absl::NotFoundError(sentence);
  if (error == EACCES || error == EPERM || error == EROFS) {
    return absl::PermissionDeniedError(absl::StrCat(sentence, " Check its owner and mode."));
  }
  return absl::UnavailableError(absl::StrCat(sentence, " Check the disk, then try again."));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  const int fd_;
};

// A name that is a pipe or a device must not hang the reader, so O_NONBLOCK until it is known.
int OpenForReading(const fs::path& file) {
  return open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

absl::StatusOr<struct stat> Inspect(int fd, const fs::path& file) {
  struct stat found = {};
  if (fstat(fd, &found) != 0) return Failed("Reading", file, errno);
  if (S_ISREG(found.st_mode)) return found;
  return absl::InvalidArgumentError(absl::StrCat("'", file.string(), "' is not a file."));
}

absl::StatusOr<std::string> ReadAll(int fd, const fs::path& file, size_t most) {
  std::string text;
  char bytes[16 * 1024];
  for (;;) {
    const ssize_t count = read(fd, bytes, sizeof(bytes));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failed("Reading", file, errno);
    if (count == 0) return text;
    text.append(bytes, static_cast<size_t>(count));
    if (text.size() > most) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", file.string(), "' is larger than ", most, " bytes."));
    }
  }
}

absl::Status WriteAll(int fd, const fs::path& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failed("Writing", file, errno);
    text.remove_prefix(static_cast<size_t>(count));
  }
  if (fsync(fd) != 0) return Failed("Writing", file, errno);
  return absl::OkStatus();
}

absl::Status SyncFolder(const fs::path& folder) {
  const int error = files::SyncFolder(folder);
  return error == 0 ? absl::OkStatus() : Failed("Syncing the folder", folder, error);
}

absl::Status WriteNewFile(const fs::path& file, std::string_view text) {
  Descriptor fd(open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (fd.get() < 0) return Failed("Making", file, errno);
  return WriteAll(fd.get(), file, text);
}

absl::Status BuildFolder(const fs::path& folder, const std::map<std::string, std::string>& files) {
  std::error_code error;
  fs::remove_all(folder, error);  // what a crash left behind
  if (mkdir(folder.c_str(), 0700) != 0) return Failed("Making the folder", folder, errno);
  for (const auto& [name, text] : files) COLLIE_RETURN_IF_ERROR(WriteNewFile(folder / name, text));
  return SyncFolder(folder);
}

// Afterwards `built` holds what `folder` held, or is gone.
absl::Status PutInPlace(const fs::path& built, const fs::path& folder) {
  struct stat found = {};
  const bool there = lstat(folder.c_str(), &found) == 0;
  const unsigned int how = there ? RENAME_EXCHANGE : RENAME_NOREPLACE;
  if (renameat2(AT_FDCWD, built.c_str(), AT_FDCWD, folder.c_str(), how) == 0) {
    return SyncFolder(folder.parent_path());
  }
  return Failed("Replacing the folder", folder, errno);
}

}  // namespace

// Not std::filesystem's: that one makes folders as open as the umask allows.
absl::Status MakePrivateFolders(const fs::path& folder) {
  std::error_code missing;
  if (folder.empty() || fs::is_directory(folder, missing)) return absl::OkStatus();
  COLLIE_RETURN_IF_ERROR(MakePrivateFolders(folder.parent_path()));
  const int error = files::MakeFolder(folder);
  if (error == 0 || error == EEXIST) return absl::OkStatus();
  return Failed("Making the folder", folder, error);
}

absl::StatusOr<std::string> ReadBoundedFile(const fs::path& file, size_t most) {
  Descriptor fd(OpenForReading(file));
  if (fd.get() < 0) return Failed("Opening", file, errno);
  COLLIE_RETURN_IF_ERROR(Inspect(fd.get(), file).status());
  return ReadAll(fd.get(), file, most);
}

absl::StatusOr<std::string> ReadTightenedFile(const fs::path& file, size_t most, bool* tightened) {
  *tightened = false;
  Descriptor fd(OpenForReading(file));
  if (fd.get() < 0) return Failed("Opening", file, errno);
  COLLIE_ASSIGN_OR_RETURN(struct stat found, Inspect(fd.get(), file));
  if ((found.st_mode & 077) != 0) {
    if (fchmod(fd.get(), 0600) != 0) return Failed("Closing to other users", file, errno);
    *tightened = true;
  }
  return ReadAll(fd.get(), file, most);
}

absl::StatusOr<std::string> ReadPrivateFile(const fs::path& file, size_t most) {
  Descriptor fd(OpenForReading(file));
  if (fd.get() < 0) return Failed("Opening", file, errno);
  COLLIE_ASSIGN_OR_RETURN(struct stat found, Inspect(fd.get(), file));
  if ((found.st_mode & 077) != 0 || found.st_uid != geteuid()) {
    return absl::PermissionDeniedError(
        absl::StrCat("'", file.string(), "' must be yours alone: chmod 600 '", file.string(),
                     "', and if others may have read it, make a new one."));
  }
  return ReadAll(fd.get(), file, most);
}

absl::Status WritePrivateFile(const fs::path& file, std::string_view text) {
  COLLIE_RETURN_IF_ERROR(MakePrivateFolders(file.parent_path()));
  std::string beside = absl::StrCat(file.string(), ".XXXXXX");
  Descriptor fd(mkostemp(beside.data(), O_CLOEXEC));  // mode 0600
  if (fd.get() < 0) return Failed("Writing", file, errno);
  absl::Cleanup remove = [&beside] { unlink(beside.c_str()); };
  COLLIE_RETURN_IF_ERROR(WriteAll(fd.get(), file, text));
  if (rename(beside.c_str(), file.c_str()) != 0) return Failed("Writing", file, errno);
  std::move(remove).Cancel();
  return SyncFolder(file.has_parent_path() ? file.parent_path() : ".");
}

absl::Status WritePrivateFolder(const fs::path& folder,
                                const std::map<std::string, std::string>& files) {
  const fs::path target = (folder.has_filename() ? folder : folder.parent_path());
  const fs::path parent = target.has_parent_path() ? target.parent_path() : ".";
  const fs::path named = parent / target.filename();
  COLLIE_RETURN_IF_ERROR(MakePrivateFolders(parent));
  const fs::path beside = absl::StrCat(named.string(), ".new");
  absl::Cleanup remove = [&beside] {
    std::error_code ignored;
    fs::remove_all(beside, ignored);
  };
  COLLIE_RETURN_IF_ERROR(BuildFolder(beside, files));
  return PutInPlace(beside, named);
}

}  // namespace collie::config
