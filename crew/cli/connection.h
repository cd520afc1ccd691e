#ifndef COLLIE_CREW_CLI_CONNECTION_H_
#define COLLIE_CREW_CLI_CONNECTION_H_

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "crew/cli/flags.h"
#include "crew/threads/timeout.h"

namespace collie::cli {

// A gRPC endpoint that a command calls. Channels repeat nothing by themselves.
struct Endpoint {
  std::string where;  // for people: `the relay at 192.0.2.7:8786`
  // A new channel, connected at its first call. Errors: one sentence, as in the functions below.
  std::function<absl::StatusOr<std::shared_ptr<grpc::Channel>>()> dial;
  // Whether a lead was met there; null where that cannot be known.
  std::shared_ptr<const std::atomic<bool>> has_met = nullptr;
};

// The relay that the flags, else COLLIE_RELAY and COLLIE_IDENTITY, name over mutual TLS; else the
// one of this machine by its local socket. Errors: INVALID_ARGUMENT (a relay without an identity),
// those of ResolvePaths and of IdentityFolder::Read.
absl::StatusOr<Endpoint> RelayEndpoint(const CommonFlags& flags, const Program& program);

// The relay of this machine, by its local socket.
Endpoint LocalRelayEndpoint(const config::Paths& paths);

// The edge of this machine, by its control socket.
Endpoint EdgeEndpoint(const config::Paths& paths);

// The folders of this command.
absl::StatusOr<config::Paths> PathsOf(const CommonFlags& flags, const Program& program);

// Gives the call this long, from now; keep what is returned until the call is over, and no longer
// than the context. gRPC's own deadline stands still while the wall clock is behind where it was,
// so a little later the call is cancelled by a steady clock.
[[nodiscard]] std::unique_ptr<threads::Timeout> Bound(grpc::ClientContext& context,
                                                      absl::Duration most);

// The error as a sentence for a person: the program's own, with its reason (crew/status/reason.h);
// else one that names the program that could not be reached. No text of an error is looked into.
absl::Status Explain(const grpc::Status& status, const Endpoint& endpoint);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_CONNECTION_H_
