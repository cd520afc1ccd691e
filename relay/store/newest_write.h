#ifndef COLLIE_RELAY_STORE_NEWEST_WRITE_H_
#define COLLIE_RELAY_STORE_NEWEST_WRITE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/journal/database.h"
#include "crew/journal/group_commit.h"
#include "crew/status/status_macros.h"

namespace collie::relay {

// The term of the newest relay that began on this store.
absl::StatusOr<int64_t> NewestTerm(journal::Database& database);

// Whether the relay of this term is it, as every write demands (rule 18). ABORTED: it is not.
absl::Status DemandNewest(journal::Database& database, int64_t term);

// How a write is enqueued: at once, or so that it shares the commit of another one.
using EnqueueWrite = void (journal::GroupCommit::*)(journal::GroupCommit::Change,
                                                    journal::GroupCommit::Done);

// Enqueues one write, which runs only while the relay of this term is the newest. Thread-safe.
template <typename Result>
void WriteAsNewest(journal::GroupCommit& writer, int64_t term,
                   std::function<absl::StatusOr<Result>(journal::Database&)> change,
                   std::function<void(absl::StatusOr<Result>)> done,
                   EnqueueWrite enqueue = &journal::GroupCommit::Enqueue) {
  auto result = std::make_shared<absl::StatusOr<Result>>();
  (writer.*enqueue)(
      [term, result, change = std::move(change)](journal::Database& database) -> absl::Status {
        COLLIE_RETURN_IF_ERROR(DemandNewest(database, term));
        *result = change(database);
        return result->status();
      },
      [result, done = std::move(done)](absl::Status status) {
        done(status.ok() ? *std::move(result) : absl::StatusOr<Result>(std::move(status)));
      });
}

}  // namespace collie::relay

#endif  // COLLIE_RELAY_STORE_NEWEST_WRITE_H_
