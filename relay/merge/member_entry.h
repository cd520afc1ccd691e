#ifndef COLLIE_RELAY_MERGE_MEMBER_ENTRY_H_
#define COLLIE_RELAY_MERGE_MEMBER_ENTRY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "crew/clock/clock.h"
#include "relay/merge/member_state.h"

namespace collie::relay {

// A pane as it was received: times left count from `received_at`.
struct PaneEntry {
  v1::Pane pane;
  clock::Steady received_at;
  int64_t order = 0;  // its place in the source's list
  size_t bytes = 0;   // that it costs of its member's budget
};

// A source as it was received, with its panes.
struct SourceEntry {
  v1::Source source;
  std::string address_id;     // as its edge sent it; empty after a start, until it does
  clock::Steady read_at;      // of the last good read
  bool age_at_least = false;  // it may be longer ago than that
  bool is_over = false;       // its panes are left out: they do not fit its member's budget
  uint64_t made_at = 0;       // the revision at which it came to be
  int64_t next_order = 0;
  std::map<std::string, PaneEntry> panes;
};

// A member with its sources.
struct MemberEntry {
  explicit MemberEntry(clock::Steady now) : link(now) {}

  v1::Member member;        // id, label, ephemeral, version
  int64_t stream = 0;       // the newest that was told of: the only one that speaks for it
  bool is_opening = false;  // that stream was admitted and is not up yet
  MemberLink link;
  bool has_more_sources = false;  // than a member may: they are left out
  uint64_t made_at = 0;
  size_t bytes = 0;  // of all its panes
  std::map<std::string, SourceEntry> sources;
};

// The panes in the order of the agent's list.
std::vector<const PaneEntry*> InOrder(const SourceEntry& source);

// Whether two panes say the same, apart from what the relay sets itself and from times left.
bool SaysTheSame(const v1::Pane& a, const v1::Pane& b);
bool SaysTheSame(const v1::Source& a, const v1::Source& b);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_MEMBER_ENTRY_H_
