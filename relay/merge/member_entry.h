#ifndef COLLIE_RELAY_MERGE_MEMBER_ENTRY_H_
#define COLLIE_RELAY_MERGE_MEMBER_ENTRY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "crew/clock/clock.h"
#include "relay/merge/age.h"
#include "relay/merge/crew_row.h"
#include "relay/merge/member_state.h"

namespace collie::relay {

// A pane as readers get it.
struct PaneEntry {
  CrewRow::Ref row;
  size_t bytes = 0;  // that it costs of its member's budget

  const v1::Pane& pane() const { return row->pane().pane(); }
};

// A source as it was received, with its panes.
struct SourceEntry {
  v1::Source source;
  std::string address_id;  // as its edge sent it; empty after a start, until it does
  std::shared_ptr<Age> read = std::make_shared<Age>();  // the last good read
  bool is_over = false;  // its panes are left out: they do not fit its member's budget
  int64_t next_order = 0;
  std::map<std::string, PaneEntry> panes;
};

// A member with its sources.
struct MemberEntry {
  explicit MemberEntry(clock::Steady now) : link(now) { NoteSeen(); }

  // After every change of the link: its rows show since when it is unheard of.
  void NoteSeen() { last_seen->Set(link.heard_at(), link.age_at_least()); }

  v1::Member member;        // id, label, ephemeral, version
  int64_t stream = 0;       // the newest that was told of: the only one that speaks for it
  bool is_opening = false;  // that stream was admitted and is not up yet
  MemberLink link;
  std::shared_ptr<Age> last_seen = std::make_shared<Age>();
  bool has_more_sources = false;  // than a member may: they are left out
  size_t bytes = 0;               // of all its panes
  std::map<std::string, SourceEntry> sources;
};

// Whether two panes say the same, apart from what the relay sets itself and from times left.
bool SaysTheSame(const v1::Pane& a, const v1::Pane& b);
bool SaysTheSame(const v1::Source& a, const v1::Source& b);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_MEMBER_ENTRY_H_
