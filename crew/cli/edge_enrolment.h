#ifndef COLLIE_CREW_CLI_EDGE_ENROLMENT_H_
#define COLLIE_CREW_CLI_EDGE_ENROLMENT_H_

#include <string>

#include "absl/status/statusor.h"
#include "crew/cli/connection.h"
#include "crew/config/paths.h"

namespace collie::cli {

// Makes this machine's edge a member of the crew whose relay is behind `relay`, and writes where
// that relay's link listens now; returns the member's id. May be repeated: the key is on disk
// before the relay is asked and stays the same, so all tries, cut off or not, end as one member.
// Errors: FAILED_PRECONDITION (the edge runs, or is another crew's member), those of Explain and
// IdentityFolder.
absl::StatusOr<std::string> EnrolEdge(const config::Paths& paths, const Endpoint& relay,
                                      const std::string& label);

// Gives this machine's edge, which the crew had locked, a new key under its old id, with the token
// that `collie crew unlock` printed. May be repeated after a cut: the new key is on disk, in a
// folder of its own, before the relay is asked. Errors: as EnrolEdge.
absl::StatusOr<std::string> RejoinEdge(const config::Paths& paths, const Endpoint& relay,
                                       const std::string& token);

// This host's name as a member's label: cleaned, at most 63 characters, `this host` where it has
// none.
std::string HostLabel();

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_EDGE_ENROLMENT_H_
