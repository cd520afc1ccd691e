#ifndef COLLIE_CREW_WIRE_JSON_NUMBER_H_
#define COLLIE_CREW_WIRE_JSON_NUMBER_H_

#include <string>

namespace collie::wire {

// A number as ECMAScript writes it, which is the form of RFC 8785: the fewest digits that read back
// as the same double, an exponent only below 1e-6 and from 1e21 on, and 0 for minus zero. REQUIRES:
// `number` is finite. Pure.
std::string EcmaNumber(double number);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_JSON_NUMBER_H_
