#include "edge/store/edge_schema.h"

#include "crew/journal/service_time.h"

namespace collie::edge {
namespace {

// `counted_at` is the service time (crew/journal/service_time.h) at which an attempt was begun.
// Rows of before count from now, so they stay for a whole retention more.
constexpr char kCountedAges[] = R"sql(
    ALTER TABLE attempts ADD COLUMN counted_at INTEGER NOT NULL DEFAULT 0;
    DROP INDEX attempts_acknowledged;
    CREATE INDEX attempts_acknowledged ON attempts (begun_at, counted_at) WHERE acknowledged = 1;

    CREATE TRIGGER attempts_counted AFTER INSERT ON attempts BEGIN
      UPDATE attempts SET counted_at = (SELECT counted_ms FROM service_time)
        WHERE request_id = new.request_id AND attempt = new.attempt;
    END;
)sql";

}  // namespace

// `begun_at` is in milliseconds since the Unix epoch by the edge's clock. `settled_as` counts up in
// the order in which attempts were settled; NULL is under way. `outcome` is 0 while under way.
// `sequence` counts the attempts ever begun, also those that were withdrawn or deleted.
std::vector<std::string> EdgeMigrations() {
  return {R"sql(
    CREATE TABLE store (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
      incarnation TEXT NOT NULL
    );

    CREATE TABLE fences (
      member TEXT NOT NULL,
      source TEXT NOT NULL,
      pane TEXT NOT NULL,
      term INTEGER NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (member, source, pane)
    ) WITHOUT ROWID;

    CREATE TABLE attempts (
      request_id TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      begun_at INTEGER NOT NULL,
      settled_as INTEGER,
      outcome INTEGER NOT NULL,
      acknowledged INTEGER NOT NULL,
      address TEXT NOT NULL,
      epoch TEXT NOT NULL,
      command BLOB NOT NULL,
      result BLOB NOT NULL,
      PRIMARY KEY (request_id, attempt)
    );
    CREATE INDEX attempts_settled ON attempts (settled_as);
    CREATE INDEX attempts_unacknowledged ON attempts (settled_as) WHERE acknowledged = 0;
    CREATE INDEX attempts_acknowledged ON attempts (begun_at) WHERE acknowledged = 1;
  )sql",
          std::string(journal::kServiceTimeTable) + kCountedAges,
          R"sql(
    ALTER TABLE store ADD COLUMN term_floor INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE store ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE store ADD COLUMN relay_run TEXT NOT NULL DEFAULT '';
    ALTER TABLE store ADD COLUMN last_dispatch INTEGER NOT NULL DEFAULT 0;
    UPDATE store SET sequence = (SELECT COUNT(*) FROM attempts);
  )sql",
          R"sql(
    -- '' in rows of before: a start settles those that were under way.
    ALTER TABLE attempts ADD COLUMN source TEXT NOT NULL DEFAULT '';
    CREATE INDEX attempts_under_way ON attempts (epoch, source) WHERE settled_as IS NULL;
    CREATE INDEX fences_by_term ON fences (term);
  )sql"};
}

}  // namespace collie::edge
