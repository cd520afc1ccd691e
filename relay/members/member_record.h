#ifndef COLLIE_RELAY_MEMBERS_MEMBER_RECORD_H_
#define COLLIE_RELAY_MEMBERS_MEMBER_RECORD_H_

#include <cstdint>
#include <string>

namespace collie::relay {

// What the relay keeps of a member's edge, durably. A member that the store does not know begins
// with these: its first hello finds it marked.
struct MemberRecord {
  std::string member;
  int64_t term = 0;            // of its newest welcome; never drawn twice
  std::string term_run;        // the run of the relay that drew it
  int64_t dispatches = 0;      // commands ever dispatched to it
  bool is_marked = true;       // the store may lack receipts of acts that its edge holds
  std::string resynced_run;    // a run that the store does not know, and whose acts it has by now
  std::string opened_run;      // the last run of the relay in which acts could be dispatched to it
  std::string store;           // the incarnation of the edge's store
  int64_t store_sequence = 0;  // the most attempts that were seen to have begun in that store
  std::string host;            // the machine that was seen; empty: none told one
  std::string boot;            // the run of the edge that was seen last
  std::string lock;            // why it is locked, one sentence; empty: it is not

  bool operator==(const MemberRecord&) const = default;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MEMBERS_MEMBER_RECORD_H_
