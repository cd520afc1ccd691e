#include "relay/store/sqlite_schema.h"

#include "crew/journal/service_time.h"

namespace collie::relay {
namespace {

// `counted_at` is the service time (crew/journal/service_time.h) at which a row came or was raised.
// Rows of before count from now, so they stay for a whole retention more.
constexpr char kCountedAges[] = R"sql(
    ALTER TABLE acts ADD COLUMN counted_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE ask_counts ADD COLUMN counted_at INTEGER NOT NULL DEFAULT 0;
    DROP INDEX acts_settled;
    CREATE INDEX acts_settled ON acts (accepted_at, counted_at) WHERE phase = 3;

    CREATE TRIGGER acts_counted AFTER INSERT ON acts BEGIN
      UPDATE acts SET counted_at = (SELECT counted_ms FROM service_time)
        WHERE sequence = new.sequence;
    END;
    CREATE TRIGGER ask_counts_counted AFTER INSERT ON ask_counts BEGIN
      UPDATE ask_counts SET counted_at = (SELECT counted_ms FROM service_time)
        WHERE ask_key = new.ask_key;
    END;
    CREATE TRIGGER ask_counts_recounted AFTER UPDATE OF raised_at ON ask_counts BEGIN
      UPDATE ask_counts SET counted_at = (SELECT counted_ms FROM service_time)
        WHERE ask_key = new.ask_key;
    END;
)sql";

}  // namespace

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
  )sql",
          std::string(journal::kServiceTimeTable) + kCountedAges,
          R"sql(
    CREATE TABLE relay_runs (
      run TEXT PRIMARY KEY
    ) WITHOUT ROWID;

    CREATE TABLE member_links (
      member TEXT PRIMARY KEY,
      term INTEGER NOT NULL DEFAULT 0,
      term_run TEXT NOT NULL DEFAULT '',
      dispatches INTEGER NOT NULL DEFAULT 0,
      is_marked INTEGER NOT NULL DEFAULT 1,
      resynced_run TEXT NOT NULL DEFAULT '',
      opened_run TEXT NOT NULL DEFAULT '',
      store TEXT NOT NULL DEFAULT '',
      store_sequence INTEGER NOT NULL DEFAULT 0,
      host TEXT NOT NULL DEFAULT '',
      boot TEXT NOT NULL DEFAULT '',
      lock TEXT NOT NULL DEFAULT ''
    ) WITHOUT ROWID;

    CREATE TABLE member_boots (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      member TEXT NOT NULL,
      boot TEXT NOT NULL,
      UNIQUE (member, boot)
    );
    CREATE INDEX acts_accepted ON acts (member) WHERE phase = 1;
  )sql",
          R"sql(
    -- 1: settled and sent, and a conversation may still show when it became effective. Of before,
    -- what is young enough to be followed; whatever kind it is.
    ALTER TABLE acts ADD COLUMN unhealed INTEGER NOT NULL DEFAULT 0;
    UPDATE acts SET unhealed = 1 WHERE phase = 3 AND outcome = 4 AND
      accepted_at >= (SELECT MAX(accepted_at) FROM acts WHERE phase = 3) - 172800000;
    CREATE INDEX acts_unhealed ON acts (accepted_at) WHERE unhealed = 1;
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
