#ifndef COLLIE_CREW_JOURNAL_SQLITE_ERROR_H_
#define COLLIE_CREW_JOURNAL_SQLITE_ERROR_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace collie::journal {

// SQLite's result `code` as a status whose sentence names `file` and the cure. UNAVAILABLE: the
// disk is full, read-only, out of reach or slow to lock; nothing is lost, try later. DATA_LOSS: the
// file is damaged. INTERNAL: everything else, a bug of ours.
absl::Status SqliteError(int code, absl::string_view file, absl::string_view message);

}  // namespace collie::journal

#endif  // COLLIE_CREW_JOURNAL_SQLITE_ERROR_H_
