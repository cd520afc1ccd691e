#ifndef COLLIE_CREW_CLI_ACT_H_
#define COLLIE_CREW_CLI_ACT_H_

#include <string>

#include "absl/status/status.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "crew/cli/connection.h"
#include "crew/cli/flags.h"

namespace collie::cli {

// The flags that all acts share.
struct ActFlags {
  CommonFlags common;
  std::string target;
  std::string request_id;
  bool again = false;
};

// Paths, relay, --json, --request-id and --again.
void AddActFlags(CLI::App& verb, ActFlags& flags);

// Starts a request: the conversation, the request id (a new one where none was given) and `again`.
// Errors: INVALID_ARGUMENT (an id that breaks the rule; `again` without the id of the first try).
absl::StatusOr<v1::ActRequest> StartRequest(const ActFlags& flags, Program& program);

// Dispatches the act once and prints its receipt, and after an unknown outcome the command that
// tries again; waits 40 s at most. Returns the exit code.
int CarryOut(Program& program, const Endpoint& endpoint, v1::Dashboard::StubInterface& dashboard,
             const ActFlags& flags, const v1::ActRequest& request);

// Prints a receipt: a sentence, or with --json a line of JSON.
void Print(Program& program, const v1::Receipt& receipt, const CommonFlags& flags);

// INVALID_ARGUMENT: it breaks the rule of request ids.
absl::Status CheckRequestId(const std::string& request_id);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_ACT_H_
