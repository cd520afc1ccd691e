#include "crew/journal/sqlite_error.h"

#include <sqlite3.h>

#include "absl/strings/str_cat.h"

namespace collie::journal {
namespace {

// An extended result code carries its primary code in the low byte.
int Primary(int code) { return code & 0xff; }

}  // namespace

absl::Status SqliteError(int code, absl::string_view file, absl::string_view message) {
  switch (Primary(code)) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_NOMEM:
    case SQLITE_PROTOCOL:
      return absl::UnavailableError(absl::StrCat(
          "The store '", file, "' cannot be used now (", message,
          "): check the disk's free space and the file's permissions, then try again."));
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return absl::DataLossError(
          absl::StrCat("The store '", file, "' is damaged (", message,
                       "): put a backup in its place, or move it away to begin an empty one."));
    default:
      return absl::InternalError(absl::StrCat("The store '", file, "' was used wrongly (", message,
                                              ", code ", code, "): report this as a bug."));
  }
}

}  // namespace collie::journal
