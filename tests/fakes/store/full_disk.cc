#include "tests/fakes/store/full_disk.h"

#include <csignal>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"

namespace collie::tests {

FullDisk::FullDisk() {
  // A write past the limit then fails with an error instead of ending the process.
  if (std::signal(SIGXFSZ, SIG_IGN) == SIG_ERR) std::abort();
  if (getrlimit(RLIMIT_FSIZE, &before_) != 0) std::abort();
  rlimit none = before_;
  none.rlim_cur = 0;
  if (setrlimit(RLIMIT_FSIZE, &none) != 0) std::abort();
}

FullDisk::~FullDisk() {
  if (setrlimit(RLIMIT_FSIZE, &before_) != 0) std::abort();
}

absl::Status LimitGrowth(journal::Database& database, int64_t pages) {
  COLLIE_ASSIGN_OR_RETURN(journal::Statement count, database.Prepare("PRAGMA page_count"));
  COLLIE_RETURN_IF_ERROR(count.Step().status());
  return database.Run(absl::StrCat("PRAGMA max_page_count=", count.Int(0) + pages));
}

absl::Status AllowGrowth(journal::Database& database) {
  return database.Run("PRAGMA max_page_count=1073741823");
}

}  // namespace collie::tests
