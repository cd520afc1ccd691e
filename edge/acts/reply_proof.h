#ifndef COLLIE_EDGE_ACTS_REPLY_PROOF_H_
#define COLLIE_EDGE_ACTS_REPLY_PROOF_H_

#include "collie/v1/edge_link.pb.h"
#include "edge/acts/agent_port.h"

namespace collie::edge {

// What the reply to a POST proves (protos/WIRE.md, What an act's reply proves), as the settled
// result of its attempt. `posts`: which POST of the act it was, 1 or 2. Definite for the first: a
// 200 that names the request id, a 4xx whose JSON has a code, a request of which no byte left. For
// the second only a 200 that names it (replayed, or a fresh success) and a `decided` by this very
// request; a refusal there says nothing of the first (rule 5). Everything else is unknown for the
// first and maybe-applied for the second; the detail says what came. Pure; any thread.
v1::ActResult Proof(const v1::Command& command, const PostReply& reply, int posts);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_REPLY_PROOF_H_
