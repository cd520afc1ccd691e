#include "relay/store/sqlite_schema.h"

namespace collie::relay {

// Times are milliseconds since the Unix epoch by the relay's clock. `phase` is ActPhase: 3 is
// settled; `outcome` is the proto's: 2 unknown, 3 maybe-applied, 4 sent. What is searched by has a
// column; the rest is in the serialized messages.
std::vector<std::string> StoreMigrations() {
  return {R"sql(
    CREATE TABLE newest_relay (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
      term INTEGER NOT NULL
    );
    INSERT INTO newest_relay VALUES (1, 0);

    CREATE TABLE acts (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      request_id TEXT NOT NULL UNIQUE,
      member TEXT NOT NULL,
      source TEXT NOT NULL,
      pane TEXT NOT NULL,
      phase INTEGER NOT NULL,
      outcome INTEGER NOT NULL,
      accepted_at INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      fence_term INTEGER NOT NULL,
      fence_number INTEGER NOT NULL,
      payload BLOB NOT NULL,
      request BLOB NOT NULL,
      receipt BLOB NOT NULL
    );
    CREATE INDEX acts_by_conversation ON acts (member, source, pane, sequence);
    CREATE INDEX acts_unsettled ON acts (sequence) WHERE phase <> 3;
    CREATE INDEX acts_settled ON acts (accepted_at) WHERE phase = 3;

    CREATE TABLE ask_counts (
      ask_key TEXT PRIMARY KEY,
      count INTEGER NOT NULL,
      raised_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX ask_counts_by_age ON ask_counts (raised_at);
  )sql",
          R"sql(
    ALTER TABLE acts ADD COLUMN edge_store TEXT NOT NULL DEFAULT '';
    ALTER TABLE acts ADD COLUMN epoch TEXT NOT NULL DEFAULT '';
    ALTER TABLE acts ADD COLUMN address_id TEXT NOT NULL DEFAULT '';
    CREATE INDEX acts_open ON acts (sequence) WHERE phase = 3 AND outcome IN (2, 3);
  )sql"};
}

std::vector<std::string> ViewMigrations() {
  return {R"sql(
    CREATE TABLE members (
      member TEXT PRIMARY KEY,
      state BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE sources (
      member TEXT NOT NULL,
      source TEXT NOT NULL,
      state BLOB NOT NULL,
      PRIMARY KEY (member, source)
    ) WITHOUT ROWID;
    CREATE TABLE panes (
      member TEXT NOT NULL,
      source TEXT NOT NULL,
      pane TEXT NOT NULL,
      place INTEGER NOT NULL,
      state BLOB NOT NULL,
      PRIMARY KEY (member, source, pane)
    );
  )sql",
          R"sql(
    -- Milliseconds since the epoch: when it was seen or read last; 0 while that goes on.
    ALTER TABLE members ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sources ADD COLUMN read_at INTEGER NOT NULL DEFAULT 0;
    -- One row: when a relay told last that it runs.
    CREATE TABLE alive (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      at INTEGER NOT NULL
    );
  )sql"};
}

}  // namespace collie::relay
