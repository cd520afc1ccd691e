#ifndef COLLIE_RELAY_STORE_VIEW_STORE_H_
#define COLLIE_RELAY_STORE_VIEW_STORE_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "crew/journal/database.h"
#include "relay/merge/crew_snapshot.h"
#include "relay/merge/view_changes.h"

namespace collie::relay {

// The crew's last good state on disk, so that a restarted relay shows it at once. Changes are taken
// in memory, newest of a key only, and written by a thread of its own, all that wait in one
// transaction, each one row: the cost follows the change. A power cut may lose the newest. When the
// disk fails the changes wait for the next ones, and nothing is lost. What is stored is what was
// put: ages and times left in it are those of then. Thread-safe.
class ViewStore {
 public:
  // Opens or makes the file, whose folder exists. Errors: those of journal::Database::Open.
  static absl::StatusOr<std::unique_ptr<ViewStore>> Open(const std::filesystem::path& file);
  // Writes what waits, then ends.
  ~ViewStore();

  // What was on disk when the store was opened; empty from the second call on.
  std::vector<MemberSnapshot> Load();

  // Each of these takes the change and returns at once.
  void Put(const v1::Member& member);
  void PutSource(const std::string& member, const v1::Source& source);
  // `order` is the pane's place in the agent's list.
  void PutPane(const std::string& member, const std::string& source, int64_t order,
               const v1::Pane& pane);
  // A pane, all of a source, or all of a member.
  void Remove(const v1::Removal& removal);
  // Changes that belong together, such as the new view of a new epoch: they reach the disk in one
  // step, so that a crash leaves all of them or none.
  void Write(const ViewChanges& changes);

  // Waits until all that was put before is on disk, or says why one try failed (UNAVAILABLE: it
  // waits for the next).
  absl::Status Flush();

 private:
  ViewStore(std::vector<MemberSnapshot> loaded, std::unique_ptr<journal::Database> database);

  bool HasWorkLocked() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void WriteLoop();
  // Takes all that waits; false once the thread may end.
  bool TakeChanges(ViewChanges& taken, int64_t& flush);
  void Finish(ViewChanges taken, int64_t flush, absl::Status status);

  // Constant after construction; used by the thread alone.
  const std::unique_ptr<journal::Database> database_;

  absl::Mutex mu_;
  std::vector<MemberSnapshot> loaded_ ABSL_GUARDED_BY(mu_);
  ViewChanges pending_ ABSL_GUARDED_BY(mu_);
  bool has_news_ ABSL_GUARDED_BY(mu_) = false;  // something came since the last try
  int64_t flushes_asked_ ABSL_GUARDED_BY(mu_) = 0;
  int64_t flushes_done_ ABSL_GUARDED_BY(mu_) = 0;
  absl::Status last_status_ ABSL_GUARDED_BY(mu_);
  bool stopping_ ABSL_GUARDED_BY(mu_) = false;

  std::thread thread_;  // last: it starts once the rest is there
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_STORE_VIEW_STORE_H_
