#ifndef COLLIE_CREW_CLI_FLAGS_H_
#define COLLIE_CREW_CLI_FLAGS_H_

#include <functional>
#include <string>

#include "crew/cli/program.h"
#include "crew/config/paths.h"

namespace CLI {
class App;
}  // namespace CLI

namespace collie::cli {

// What the command line asked for, to be done after all of it was read; returns the exit code.
using Action = std::function<int(Program&)>;

// The flags that commands share.
struct CommonFlags {
  config::PathFlags paths;
  std::string relay;     // host:port of a remote relay
  std::string identity;  // the folder of the device that reaches it
  bool json = false;
};

// --state-dir and --config-dir.
void AddPathFlags(CLI::App& verb, CommonFlags& flags);
// --relay and --identity.
void AddRelayFlags(CLI::App& verb, CommonFlags& flags);
// --json.
void AddJsonFlag(CLI::App& verb, CommonFlags& flags);

// The flags that a command needs to reach the same relay as this one, to follow `collie <verb>` in
// a command that is shown: empty, or with a leading space.
std::string Repeated(const CommonFlags& flags);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_FLAGS_H_
