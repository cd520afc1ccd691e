#ifndef COLLIE_RELAY_STORE_MEMBER_ROWS_H_
#define COLLIE_RELAY_STORE_MEMBER_ROWS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/journal/database.h"
#include "relay/members/member_record.h"

// What is kept of members' edges, as rows of the receipts store. None of these begins or ends a
// transaction. Errors are the database's.
namespace collie::relay {

// The runs of the relay that began on this store.
absl::Status InsertRun(journal::Database& database, const std::string& run);
absl::StatusOr<bool> HasRun(journal::Database& database, const std::string& run);

// A member without a row has a fresh record.
absl::StatusOr<MemberRecord> FindMember(journal::Database& database, const std::string& member);
absl::Status WriteMember(journal::Database& database, const MemberRecord& record);
absl::StatusOr<std::vector<MemberRecord>> LockedMembers(journal::Database& database);
absl::Status MarkMembers(journal::Database& database);

// Counts a dispatch to the member; its number.
absl::StatusOr<int64_t> CountDispatch(journal::Database& database, const std::string& member);

// The runs of a member's edge that another one came after, the newest 256 of them.
absl::Status InsertReplacedBoot(journal::Database& database, const std::string& member,
                                const std::string& boot);
absl::StatusOr<bool> IsReplacedBoot(journal::Database& database, const std::string& member,
                                    const std::string& boot);
absl::Status ForgetBoots(journal::Database& database, const std::string& member);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_STORE_MEMBER_ROWS_H_
