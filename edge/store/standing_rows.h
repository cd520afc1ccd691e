#ifndef COLLIE_EDGE_STORE_STANDING_ROWS_H_
#define COLLIE_EDGE_STORE_STANDING_ROWS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/journal/database.h"
#include "edge/store/edge_store.h"

// Where the edge's store stands, as its one row. None of these begins or ends a transaction. Errors
// are the database's.
namespace collie::edge {

// As it was written; its highest term is that of the floor alone.
absl::StatusOr<StoreStanding> ReadStanding(journal::Database& database);

// The term below which every fence is refused (rule 27); it never falls.
absl::Status WriteFloor(journal::Database& database, int64_t term);

// Counts an attempt that is begun by this command, and keeps whose command it was.
absl::Status CountBegun(journal::Database& database, const v1::Command& command);

// Takes a command over into what a hello tells: the newest of its run, or the first of another run.
void TakeCommand(StoreStanding& standing, const v1::Command& command);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_STORE_STANDING_ROWS_H_
