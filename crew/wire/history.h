#ifndef COLLIE_CREW_WIRE_HISTORY_H_
#define COLLIE_CREW_WIRE_HISTORY_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "collie/v1/conversation.pb.h"

namespace collie::wire {

// A page of older items (protos/WIRE.md, History).
struct HistoryRead {
  std::string epoch;
  std::vector<v1::Item> items;  // oldest first, bounded and cleaned
  std::string before;           // asks for the page before this one; empty on the oldest
  bool truncated = false;       // on the oldest page: older items were dropped
  int bad_entries = 0;          // items left out
};

// Reads a page of history. Items of unknown kinds are left out uncounted. INVALID_ARGUMENT, with
// one sentence, when it is not the wire's. Pure.
absl::StatusOr<HistoryRead> DecodeHistory(std::string_view body);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_HISTORY_H_
