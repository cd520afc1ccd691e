#ifndef COLLIE_EDGE_STORE_EDGE_SCHEMA_H_
#define COLLIE_EDGE_STORE_EDGE_SCHEMA_H_

#include <string>
#include <vector>

namespace collie::edge {

// The steps of the edge's store, oldest first; a released step is never edited. Thread-safe.
std::vector<std::string> EdgeMigrations();

}  // namespace collie::edge

#endif  // COLLIE_EDGE_STORE_EDGE_SCHEMA_H_
