#ifndef COLLIE_CREW_WIRE_HELLO_H_
#define COLLIE_CREW_WIRE_HELLO_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "collie/v1/crew.pb.h"

namespace collie::wire {

// The wire version that this program speaks: both ends of its range.
inline constexpr int kVersion = 1;

// The versions that an agent speaks.
struct VersionRange {
  int min = 0;
  int max = 0;

  bool Speaks(int version) const { return min <= version && version <= max; }
};

// What an agent says of itself (protos/WIRE.md, Hello).
struct Hello {
  VersionRange versions;
  std::string epoch;
  // The rest is only sure to be there when `versions` speaks kVersion.
  bool ready = false;
  int64_t now_ms = 0;  // since 1970, by the agent's clock
  // Host name, runtime, capabilities, starters and self-test; bounded and cleaned. The reader of
  // the agent fills in the rest.
  v1::Source source;
  int bad_entries = 0;  // starters left out, capabilities that are no booleans (and so not claimed)
};

// Reads a hello. INVALID_ARGUMENT, with one sentence, when it is not the wire's. Pure.
absl::StatusOr<Hello> DecodeHello(std::string_view body);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_HELLO_H_
