#ifndef COLLIE_CREW_CONFIG_PATHS_H_
#define COLLIE_CREW_CONFIG_PATHS_H_

#include <filesystem>
#include <string>

#include "absl/status/statusor.h"
#include "crew/config/environment.h"

namespace collie::config {

// What --config-dir and --state-dir said; empty where they were not given.
struct PathFlags {
  std::string config_dir;
  std::string state_dir;
};

// The two folders, absolute, and the name of every file and socket in them: no other code spells
// one.
struct Paths {
  using Path = std::filesystem::path;

  Path config_dir;
  Path state_dir;

  Path sources_file() const { return config_dir / "sources.json"; }
  Path env_file() const { return config_dir / ".env"; }

  Path relay_dir() const { return state_dir / "relay"; }
  Path relay_lock() const { return relay_dir() / "lock"; }
  Path relay_socket() const { return relay_dir() / "admin.sock"; }
  Path relay_store() const { return relay_dir() / "relay.db"; }
  Path relay_view() const { return relay_dir() / "view.db"; }
  Path relay_access() const { return relay_dir() / "access.db"; }
  Path relay_identity() const { return relay_dir() / "identity"; }
  Path relay_ask_key() const { return relay_dir() / "ask.key"; }

  Path edge_dir() const { return state_dir / "edge"; }
  Path edge_lock() const { return edge_dir() / "lock"; }
  Path edge_socket() const { return edge_dir() / "control.sock"; }
  Path edge_agents() const { return edge_dir() / "agents"; }
  Path edge_store() const { return edge_dir() / "edge.db"; }
  Path edge_identity() const { return edge_dir() / "identity"; }
};

// Where this user's folders are, by the first that says so:
//   config: the flag, COLLIE_CONFIG_DIR, ~/.config/herdr/plugins/config/herdr.collie/ where it
//   exists,
//           ~/.config/collie/
//   state:  the flag, COLLIE_STATE_DIR, ~/.local/state/collie/
// Nothing is made. Relative paths count from the working folder. Errors: FAILED_PRECONDITION (a
// home folder is needed and HOME names none).
absl::StatusOr<Paths> ResolvePaths(const PathFlags& flags, const Environment& environment);

}  // namespace collie::config

#endif  // COLLIE_CREW_CONFIG_PATHS_H_
