#ifndef COLLIE_RELAY_MEMBERS_ADMISSION_H_
#define COLLIE_RELAY_MEMBERS_ADMISSION_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "collie/v1/edge_link.pb.h"
#include "relay/members/member_record.h"

namespace collie::relay {

// What a member's hello leads to.
struct Admission {
  int64_t term = 0;  // of the welcome, above every one that the edge told (rule 27)
  bool needs_resync =
      false;         // no act is dispatched before the edge has told what it holds (rule 28)
  std::string lock;  // the member is locked, for this reason: nothing is welcome
};

// What the store knows beside the member's record.
struct HelloFacts {
  std::string run;                // the relay's own
  bool knows_relay_run = false;   // the run that the hello names is one of this store
  bool is_replaced_boot = false;  // another run of the edge came after the one that says hello
};

// The highest term that a hello may tell: every program can hold the next ones exactly.
inline constexpr int64_t kHighestTerm = int64_t{1} << 53;

// Decides on a hello, and changes the record as it must be on disk before the welcome leaves. A
// member that two edges use is locked before anything else is looked at. Errors: INVALID_ARGUMENT
// (the hello tells a term that no relay drew, or a negative count): the stream has to end. Pure.
absl::StatusOr<Admission> Admit(const v1::EdgeHello& hello, const HelloFacts& facts,
                                MemberRecord& record);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MEMBERS_ADMISSION_H_
