#ifndef COLLIE_RELAY_ACTS_ONE_TAP_H_
#define COLLIE_RELAY_ACTS_ONE_TAP_H_

#include <string>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/receipt.pb.h"
#include "relay/acts/ports.h"

namespace collie::relay {

// Whether one tap can say this: an option of a permission or of a choice of one, shown as the agent
// wrote it, whose grant does not outlast the question. Pure.
bool FitsOneTap(const v1::Ask& ask, const std::string& option_id);

// The answer that a tap stands for: from here on it is an act like any other. The hash stays the
// one that the person saw. REQUIRES: tap.has_one_tap(). Pure.
v1::ActRequest AnswerOfTap(const v1::ActRequest& tap, const AskPlace& place);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACTS_ONE_TAP_H_
