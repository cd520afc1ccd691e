#ifndef COLLIE_EDGE_ACTS_ATTEMPT_END_H_
#define COLLIE_EDGE_ACTS_ATTEMPT_END_H_

#include "collie/v1/edge_link.pb.h"

namespace collie::edge {

// How an attempt ended.
struct AttemptEnd {
  v1::ActResult result;
  // The store holds its record: the result (or, for a `never`, the record's withdrawal) is to be
  // written.
  bool is_begun = false;
  // A POST may have reached the agent.
  bool is_posted = false;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_ACTS_ATTEMPT_END_H_
