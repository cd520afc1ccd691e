#ifndef COLLIE_CREW_WIRE_VERSION_RANGE_H_
#define COLLIE_CREW_WIRE_VERSION_RANGE_H_

#include "crew/wire/hello.h"
#include "crew/wire/json_reader.h"

// Reading of version ranges, in hellos and in refusals. Private to crew/wire.
namespace collie::wire {

// False unless both ends are there, from 1 on, and in order.
bool ReadVersionRange(Reading& reading, JsonValue value, VersionRange* range);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_VERSION_RANGE_H_
