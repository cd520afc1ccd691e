#ifndef COLLIE_RELAY_STORE_SQLITE_SCHEMA_H_
#define COLLIE_RELAY_STORE_SQLITE_SCHEMA_H_

#include <string>
#include <vector>

namespace collie::relay {

// The steps of the relay's receipts store, oldest first; a released step is never edited.
// Thread-safe.
std::vector<std::string> StoreMigrations();

// The steps of the file that keeps the crew's last good state. Thread-safe.
std::vector<std::string> ViewMigrations();

}  // namespace collie::relay

#endif  // COLLIE_RELAY_STORE_SQLITE_SCHEMA_H_
