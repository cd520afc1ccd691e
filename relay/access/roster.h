#ifndef COLLIE_RELAY_ACCESS_ROSTER_H_
#define COLLIE_RELAY_ACCESS_ROSTER_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "crew/clock/clock.h"
#include "crew/ids/random.h"
#include "crew/ids/typed_id.h"
#include "crew/journal/group_commit.h"

namespace collie::relay {

// One host that was enrolled.
struct RosterMember {
  std::string id;     // minted here, never used twice
  std::string label;  // a person's
  std::string pin;    // crew/identity/pin.h
  bool ephemeral = false;
  absl::Time enrolled_at;
  bool removed = false;
};

// The members of the crew. Look-ups are answered from memory; changes are on disk before they
// return, so they block. Thread-safe; no lock is held across the disk or a callback. Errors of
// changes: UNAVAILABLE (nothing was written: try again) and what is named.
class Roster {
 public:
  using Removed = std::function<void(const std::string& member)>;

  // All three outlive the roster.
  static absl::StatusOr<std::unique_ptr<Roster>> Load(journal::GroupCommit& store,
                                                      ids::RandomSource& random,
                                                      const clock::Clock& clock);

  // Enrols the host whose key this is. A key that is a member already stays that member, label and
  // all. The id is the label's letters and digits, `-` and six hex digits. `label` was cleaned.
  // Errors: ALREADY_EXISTS (the key is a device's), PERMISSION_DENIED (the key was revoked).
  absl::StatusOr<RosterMember> Enroll(const std::string& label, const ids::Pin& pin,
                                      bool ephemeral);

  // From here on its key authenticates nobody; it is passed to OnRemoved's callbacks. Its id stays
  // taken. May be repeated. Errors: NOT_FOUND.
  absl::Status Remove(const std::string& member);

  // From here on the member's key opens nothing and never joins again; whoever has the token of
  // this hash may join as the member with a key of its own, for `life`. Ends an earlier token. The
  // caller ends the member's streams. Errors: NOT_FOUND.
  absl::Status RevokeKey(const ids::MemberId& member, const ids::TokenHash& token_hash,
                         absl::Duration life);
  // The member that this token lets join. Errors: PERMISSION_DENIED (none, or its life is over, by
  // the earlier of wall time and the time that this program counted).
  absl::StatusOr<ids::MemberId> MemberOfToken(const ids::TokenHash& token_hash);
  // Gives the member this key and spends the token. Errors: as MemberOfToken; ALREADY_EXISTS (the
  // key is somebody's, or was revoked).
  absl::StatusOr<RosterMember> Rejoin(const ids::TokenHash& token_hash, const ids::Pin& pin);

  // The member with this key; none if it was removed.
  std::optional<RosterMember> ByPin(std::string_view pin) const;
  // The member of this id; none if it was removed.
  std::optional<RosterMember> ById(std::string_view member) const;
  // All who were not removed, the oldest first: a copy of the whole roster.
  std::vector<RosterMember> List() const;

  // Called on the thread that removes, after look-ups stopped finding the member: ends its streams.
  // Must not block. A stream that registers itself asks ByPin once more after that, or a race
  // could keep it open.
  void OnRemoved(Removed callback);

 private:
  Roster(journal::GroupCommit& store, ids::RandomSource& random, const clock::Clock& clock)
      : store_(store), random_(random), clock_(clock) {}

  void AddLocked(RosterMember member) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void MarkRemoved(const std::string& member);
  void ChangePin(const ids::MemberId& member, const ids::Pin& pin);
  absl::StatusOr<ids::MemberId> FindToken(journal::Database& database,
                                          const ids::TokenHash& token_hash) const;

  journal::GroupCommit& store_;
  ids::RandomSource& random_;
  const clock::Clock& clock_;

  mutable absl::Mutex mu_;
  std::vector<RosterMember> members_ ABSL_GUARDED_BY(mu_);
  absl::flat_hash_map<std::string, size_t> by_pin_ ABSL_GUARDED_BY(mu_);  // of those not removed
  absl::flat_hash_map<std::string, size_t> by_id_ ABSL_GUARDED_BY(mu_);
  std::vector<Removed> callbacks_ ABSL_GUARDED_BY(mu_);
  // When the tokens of this run end, by their hashes.
  absl::flat_hash_map<ids::TokenHash, clock::Steady> token_ends_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACCESS_ROSTER_H_
