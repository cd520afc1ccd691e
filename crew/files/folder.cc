#include "crew/files/folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace collie::files {

int SyncFolder(const std::filesystem::path& folder) {
  const char* const name = folder.empty() ? "." : folder.c_str();
  const int fd = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // Where this user may make names but not read them, the file system's own order has to do.
  if (fd < 0) return errno == EACCES ? 0 : errno;
  const int error = fsync(fd) == 0 ? 0 : errno;
  close(fd);
  return error == EINVAL ? 0 : error;  // a file system that has no such thing
}

int MakeFolder(const std::filesystem::path& folder) {
  if (mkdir(folder.c_str(), 0700) != 0) return errno;
  const bool has_name = folder.has_filename();  // not with a slash at the end
  return SyncFolder(has_name ? folder.parent_path() : folder.parent_path().parent_path());
}

}  // namespace collie::files
