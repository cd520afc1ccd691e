#ifndef COLLIE_RELAY_STORE_SQLITE_MEMBER_STORE_H_
#define COLLIE_RELAY_STORE_SQLITE_MEMBER_STORE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/clock/clock.h"
#include "crew/journal/group_commit.h"
#include "relay/members/member_store.h"

namespace collie::relay {

// What is kept of members' edges, in the file of the receipts (SqliteStore owns it). Thread-safe.
class SqliteMemberStore final : public MemberStore {
 public:
  // `term` and `run` are the relay's. The writer is first used after construction; it and the clock
  // outlive the store.
  SqliteMemberStore(journal::GroupCommit& writer, const clock::Clock& clock, int64_t term,
                    std::string run)
      : writer_(writer), clock_(clock), term_(term), run_(std::move(run)) {}

  void Hello(const std::string& member, const v1::EdgeHello& hello, OpenedDone done) override;
  void Resync(const std::string& member, const v1::EdgeHello& hello,
              std::vector<v1::HeldAttempt> held, OpenedDone done) override;
  void SawSequence(const ids::MemberId& member, const ids::StoreId& store,
                   int64_t sequence) override;
  absl::Status MarkAll() override;
  absl::Status Unlock(const std::string& member) override;
  absl::StatusOr<std::vector<LockedMember>> Locked() override;

 private:
  absl::Status RunAsNewest(journal::GroupCommit::Change change);

  journal::GroupCommit& writer_;
  const clock::Clock& clock_;
  const int64_t term_;
  const std::string run_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_STORE_SQLITE_MEMBER_STORE_H_
