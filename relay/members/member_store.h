#ifndef COLLIE_RELAY_MEMBERS_MEMBER_STORE_H_
#define COLLIE_RELAY_MEMBERS_MEMBER_STORE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/ids/typed_id.h"
#include "relay/members/admission.h"
#include "relay/store/relay_store.h"

namespace collie::relay {

// What the store did at a hello or a resync.
struct MemberOpened {
  Admission admission;
  // Acts whose record is another one now, with every one that is under way at the edge.
  std::vector<ActRecord> changed;
};

// A member that is locked, and why.
struct LockedMember {
  std::string member;
  std::string why;
};

// What the relay keeps of its members' edges beside the receipts, in the same store, so that both
// change in one transaction. `done` is called as RelayStore's. Errors: those of RelayStore's
// writes, and what is named. Thread-safe.
class MemberStore {
 public:
  using OpenedDone = std::function<void(absl::StatusOr<MemberOpened>)>;

  virtual ~MemberStore() = default;

  // A member says hello: its term, its mark and its lock are on disk before `done` (Admit). At its
  // first hello of a run of the relay that needs no resync, what earlier runs had only accepted for
  // it ends refused, `interrupted` (rule 19): the hello shows that none of it was dispatched.
  // INVALID_ARGUMENT: the stream has to end, with that sentence.
  virtual void Hello(const std::string& member, const v1::EdgeHello& hello, OpenedDone done) = 0;

  // All that the edge of this hello holds, checked and in order (held_act.h): in one transaction it
  // becomes receipts, the rest of what was accepted ends refused, and the mark is cleared (rule
  // 28).
  virtual void Resync(const std::string& member, const v1::EdgeHello& hello,
                      std::vector<v1::HeldAttempt> held, OpenedDone done) = 0;

  // A result told how many attempts were begun in this store of the edge.
  virtual void SawSequence(const ids::MemberId& member, const ids::StoreId& store,
                           int64_t sequence) = 0;

  // The store is a copy put back in place of a newer one: every member is marked. Blocks on the
  // disk.
  virtual absl::Status MarkAll() = 0;

  // The host that stays has proved itself: what was seen of the member's edges is forgotten, and
  // `never` of its edge says nothing about acts that were under way. NOT_FOUND: no such member;
  // FAILED_PRECONDITION: it is not locked. Blocks on the disk.
  virtual absl::Status Unlock(const std::string& member) = 0;
  // Blocks on the disk.
  virtual absl::StatusOr<std::vector<LockedMember>> Locked() = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MEMBERS_MEMBER_STORE_H_
