#ifndef COLLIE_CREW_LINK_PANE_DIGEST_H_
#define COLLIE_CREW_LINK_PANE_DIGEST_H_

#include <string>

#include "collie/v1/conversation.pb.h"

namespace collie::link {

// The pane as its edge shows it: without what the relay sets itself, and without times left, which
// pass by themselves.
v1::Pane EdgePart(v1::Pane pane);

// 16 bytes that sum up EdgePart(pane). Two ends that have the same pane compute the same; where the
// builds differ they may not, and then the pane is sent. Pure; any thread.
std::string PaneDigest(const v1::Pane& pane);

}  // namespace collie::link

#endif  // COLLIE_CREW_LINK_PANE_DIGEST_H_
