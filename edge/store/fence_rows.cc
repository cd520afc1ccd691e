#include "edge/store/fence_rows.h"

#include "crew/status/status_macros.h"

namespace collie::edge {
namespace {

using journal::Database;
using journal::Statement;

v1::Fence MakeFence(int64_t term, int64_t number) {
  v1::Fence fence;
  fence.set_term(term);
  fence.set_number(number);
  return fence;
}

}  // namespace

absl::StatusOr<int64_t> HighestTerm(Database& database) {
  COLLIE_ASSIGN_OR_RETURN(Statement select,
                          database.Prepare("SELECT COALESCE(MAX(term), 0) FROM fences"));
  COLLIE_RETURN_IF_ERROR(select.Step().status());
  return select.Int(0);
}

absl::StatusOr<v1::Fence> FindFence(Database& database, const ids::ConversationKey& conversation) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare(
          "SELECT term, number FROM fences WHERE member = ? AND source = ? AND pane = ?"));
  select.Bind(1, conversation.member).Bind(2, conversation.source).Bind(3, conversation.pane);
  COLLIE_ASSIGN_OR_RETURN(bool found, select.Step());
  return found ? MakeFence(select.Int(0), select.Int(1)) : v1::Fence();
}

absl::Status WriteFence(Database& database, const ids::ConversationKey& conversation,
                        const v1::Fence& fence) {
  COLLIE_ASSIGN_OR_RETURN(Statement replace,
                          database.Prepare("REPLACE INTO fences VALUES (?, ?, ?, ?, ?)"));
  return replace.Bind(1, conversation.member)
      .Bind(2, conversation.source)
      .Bind(3, conversation.pane)
      .Bind(4, fence.term())
      .Bind(5, fence.number())
      .Run();
}

absl::StatusOr<int64_t> DeleteFencesBelow(Database& database, int64_t term, int64_t most) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement remove,
      database.Prepare("DELETE FROM fences WHERE (member, source, pane) IN (SELECT member, source, "
                       "pane FROM fences WHERE term < ? LIMIT ?)"));
  COLLIE_RETURN_IF_ERROR(remove.Bind(1, term).Bind(2, most).Run());
  return database.Changes();
}

}  // namespace collie::edge
