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

absl::StatusOr<Fences> ReadFences(Database& database) {
  COLLIE_ASSIGN_OR_RETURN(
      Statement select, database.Prepare("SELECT member, source, pane, term, number FROM fences"));
  Fences fences;
  for (;;) {
    COLLIE_ASSIGN_OR_RETURN(bool found, select.Step());
    if (!found) return fences;
    fences[{select.Text(0), select.Text(1), select.Text(2)}] =
        MakeFence(select.Int(3), select.Int(4));
  }
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

}  // namespace collie::edge
