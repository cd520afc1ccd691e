#ifndef COLLIE_RELAY_MERGE_STREAM_ID_H_
#define COLLIE_RELAY_MERGE_STREAM_ID_H_

#include <cstdint>
#include <string>

namespace collie::relay {

// One stream of one member, as MemberStreams numbers it: a higher number is newer, and replaces
// what was before. Who keeps state of a member compares the number under its own lock, so that a
// frame or an end of an old stream that arrives late changes nothing of a newer one.
struct StreamId {
  std::string member;
  int64_t number = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_STREAM_ID_H_
