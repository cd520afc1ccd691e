#include "relay/store/view_store.h"

#include <utility>

#include "crew/status/status_macros.h"
#include "crew/threads/named_thread.h"
#include "relay/store/sqlite_schema.h"
#include "relay/store/view_rows.h"

namespace collie::relay {

using journal::Database;

absl::StatusOr<std::unique_ptr<ViewStore>> ViewStore::Open(const std::filesystem::path& file) {
  COLLIE_ASSIGN_OR_RETURN(auto database,
                          Database::Open(file, ViewMigrations(), Database::Durability::kNormal));
  COLLIE_ASSIGN_OR_RETURN(std::vector<MemberSnapshot> loaded, ReadView(*database));
  return std::unique_ptr<ViewStore>(new ViewStore(std::move(loaded), std::move(database)));
}

ViewStore::ViewStore(std::vector<MemberSnapshot> loaded, std::unique_ptr<Database> database)
    : database_(std::move(database)),
      loaded_(std::move(loaded)),
      thread_(threads::StartNamed("view", [this] { WriteLoop(); })) {}

ViewStore::~ViewStore() {
  {
    absl::MutexLock lock(&mu_);
    stopping_ = true;
    has_news_ = true;  // one last try for what an earlier one left
  }
  thread_.join();
}

std::vector<MemberSnapshot> ViewStore::Load() {
  absl::MutexLock lock(&mu_);
  return std::exchange(loaded_, {});
}

void ViewStore::Put(const v1::Member& member) {
  ViewChanges changes;
  changes.Put(member);
  Write(changes);
}

void ViewStore::PutSource(const std::string& member, const v1::Source& source) {
  ViewChanges changes;
  changes.PutSource(member, source);
  Write(changes);
}

void ViewStore::PutPane(const std::string& member, const std::string& source, int64_t order,
                        const v1::Pane& pane) {
  ViewChanges changes;
  changes.PutPane(member, source, order, pane);
  Write(changes);
}

void ViewStore::Remove(const v1::Removal& removal) {
  ViewChanges changes;
  changes.Remove(removal);
  Write(changes);
}

void ViewStore::Write(const ViewChanges& changes) {
  absl::MutexLock lock(&mu_);
  pending_.Append(changes);
  has_news_ = true;
}

absl::Status ViewStore::Flush() {
  absl::MutexLock lock(&mu_);
  const int64_t mine = ++flushes_asked_;
  auto is_done = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return flushes_done_ >= mine; };
  mu_.Await(absl::Condition(&is_done));
  return last_status_;
}

bool ViewStore::HasWorkLocked() const {
  return has_news_ || flushes_asked_ > flushes_done_ || stopping_;
}

void ViewStore::WriteLoop() {
  ViewChanges taken;
  int64_t flush = 0;
  while (TakeChanges(taken, flush)) {
    absl::Status status;
    if (!taken.empty()) {
      status = database_->Transact([&](Database& within) { return WriteView(within, taken); });
    }
    Finish(std::exchange(taken, {}), flush, std::move(status));
  }
}

bool ViewStore::TakeChanges(ViewChanges& taken, int64_t& flush) {
  absl::MutexLock lock(&mu_, absl::Condition(this, &ViewStore::HasWorkLocked));
  if (stopping_ && !has_news_) return false;
  taken = std::exchange(pending_, {});
  flush = flushes_asked_;
  has_news_ = false;
  return true;
}

void ViewStore::Finish(ViewChanges taken, int64_t flush, absl::Status status) {
  absl::MutexLock lock(&mu_);
  if (!status.ok()) {
    taken.Append(pending_);
    pending_ = std::move(taken);
  }
  flushes_done_ = flush;
  last_status_ = std::move(status);
}

}  // namespace collie::relay
