#ifndef COLLIE_EDGE_ACTS_ATTEMPT_RESULT_H_
#define COLLIE_EDGE_ACTS_ATTEMPT_RESULT_H_

#include <string>

#include "collie/v1/edge_link.pb.h"
#include "crew/receipt/fit.h"

namespace collie::edge {

// What an edge tells of one attempt. Pure; any thread.

// It was not POSTed and never will be. What that means for the act (rule 5) is for the relay to
// say.
v1::ActResult NeverPosted(const std::string& request_id, int attempt,
                          const receipt::Refusal& refusal);
// It is being checked or POSTed; its result follows.
v1::ActResult UnderWay(const std::string& request_id, int attempt);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_ATTEMPT_RESULT_H_
