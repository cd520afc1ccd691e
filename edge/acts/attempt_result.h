#ifndef COLLIE_EDGE_ACTS_ATTEMPT_RESULT_H_
#define COLLIE_EDGE_ACTS_ATTEMPT_RESULT_H_

#include <optional>
#include <string>

#include "collie/v1/edge_link.pb.h"
#include "crew/receipt/fit.h"
#include "edge/store/edge_store.h"

namespace collie::edge {

// What an edge reports of one attempt. Pure but for FindReported; any thread.

// It was not POSTed and never will be. What that means for the act (rule 5) is for the relay to
// say.
v1::ActResult NeverPosted(const std::string& request_id, int attempt,
                          const receipt::Refusal& refusal);
// It is being checked or POSTed; its result follows.
v1::ActResult UnderWay(const std::string& request_id, int attempt);
// The same of one that was begun, with its fence.
v1::ActResult UnderWay(const AttemptRecord& record);

// The result of a settled record. It names the dispatch that the attempt was begun for (rule 29).
v1::ActResult StoredResult(const AttemptRecord& record);

// It was settled without a POST of its own: maybe-applied, or sent as a witness shows.
v1::ActResult SettledUnposted(const std::string& request_id, int attempt, v1::Outcome outcome);
// Why the store did not begin an attempt: it cannot be written, or a newer act overtook it.
v1::Reason ReasonOfStore(const absl::Status& status);
// What the store has of a command's attempt already, since a command can come twice: its result, or
// that it is under way. nullopt: nothing. Blocks on the disk.
std::optional<v1::ActResult> FindReported(EdgeStore& store, const v1::Command& command);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_ATTEMPT_RESULT_H_
