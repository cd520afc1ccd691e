#ifndef COLLIE_RELAY_ACCESS_MEMBER_ID_H_
#define COLLIE_RELAY_ACCESS_MEMBER_ID_H_

#include <string>
#include <string_view>

#include "crew/ids/random.h"

namespace collie::relay {

// An id for a member that people recognize: the label's ASCII letters and digits in lower case,
// with
// `-` for what is between them (`host` if it has none), then `-` and six random hex digits. Always
// a name as ids::IsName has it.
std::string MintMemberId(std::string_view label, ids::RandomSource& random);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACCESS_MEMBER_ID_H_
