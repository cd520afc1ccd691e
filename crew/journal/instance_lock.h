#ifndef COLLIE_CREW_JOURNAL_INSTANCE_LOCK_H_
#define COLLIE_CREW_JOURNAL_INSTANCE_LOCK_H_

#include <filesystem>

#include "absl/status/statusor.h"

namespace collie::journal {

// A state folder's lock: one running instance holds it, and it falls with the process, however that
// ends. The file (0600) stays. Held until destruction.
class InstanceLock {
 public:
  // Takes the lock at `file`, whose folder exists, without waiting. Errors, each a sentence for a
  // person: FAILED_PRECONDITION (another instance holds it, named by its pid), UNAVAILABLE (the
  // file cannot be opened).
  static absl::StatusOr<InstanceLock> Acquire(const std::filesystem::path& file);

  InstanceLock(InstanceLock&& other) noexcept;
  InstanceLock& operator=(InstanceLock&&) = delete;
  ~InstanceLock();

 private:
  explicit InstanceLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace collie::journal

#endif  // COLLIE_CREW_JOURNAL_INSTANCE_LOCK_H_
