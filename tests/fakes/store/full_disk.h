#ifndef COLLIE_TESTS_FAKES_STORE_FULL_DISK_H_
#define COLLIE_TESTS_FAKES_STORE_FULL_DISK_H_

#include <sys/resource.h>

#include <cstdint>

#include "absl/status/status.h"
#include "crew/journal/database.h"

namespace collie::tests {

// While it lives, no file of this process can be written: the kernel refuses every write, so that
// the real product code meets a real failing disk, whatever store it uses. One at a time; what is
// printed into a file meanwhile is lost too.
class FullDisk {
 public:
  FullDisk();
  ~FullDisk();
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_ = {};
};

// Gives this connection's file room for `pages` more pages, freed ones aside; then SQLite says that
// the disk is full. Run it where the connection is: inside a GroupCommit's change.
absl::Status LimitGrowth(journal::Database& database, int64_t pages);

// Takes the limit away.
absl::Status AllowGrowth(journal::Database& database);

}  // namespace collie::tests

#endif  // COLLIE_TESTS_FAKES_STORE_FULL_DISK_H_
