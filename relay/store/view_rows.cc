#include "relay/store/view_rows.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/status/status_macros.h"
#include "relay/merge/merged_crew.h"

namespace collie::relay {
namespace {

using ids::ConversationKey;
using journal::Database;
using journal::Statement;

absl::Status ForEach(Database& database, const char* sql,
                     const std::function<void(const Statement&)>& take) {
  COLLIE_ASSIGN_OR_RETURN(Statement select, database.Prepare(sql));
  for (;;) {
    COLLIE_ASSIGN_OR_RETURN(bool found, select.Step());
    if (!found) return absl::OkStatus();
    take(select);
  }
}

MemberSnapshot* FindMember(std::vector<MemberSnapshot>& members, const std::string& id) {
  for (MemberSnapshot& member : members) {
    if (member.member.id() == id) return &member;
  }
  return nullptr;
}

SourceSnapshot* FindSource(std::vector<MemberSnapshot>& members, const std::string& member,
                           const std::string& name) {
  MemberSnapshot* found = FindMember(members, member);
  if (found == nullptr) return nullptr;
  for (SourceSnapshot& source : found->sources) {
    if (source.source.name() == name) return &source;
  }
  return nullptr;
}

// A column of milliseconds; nullopt where it is 0.
std::optional<absl::Time> TimeOf(const Statement& row, int column) {
  if (row.Int(column) == 0) return std::nullopt;
  return absl::FromUnixMillis(row.Int(column));
}

void TakeMember(const Statement& row, std::vector<MemberSnapshot>& members) {
  MemberSnapshot member;
  if (!member.member.ParseFromString(row.Blob(0))) return;
  member.seen_at = TimeOf(row, 1);
  members.push_back(std::move(member));
}

void TakeSource(const Statement& row, std::vector<MemberSnapshot>& members) {
  MemberSnapshot* member = FindMember(members, row.Text(0));
  SourceSnapshot source;
  if (member == nullptr || !source.source.ParseFromString(row.Blob(1))) return;
  source.read_at = TimeOf(row, 2);
  member->sources.push_back(std::move(source));
}

// What went on when it was put may have gone on until the relay that told so ended: it told it last
// up to kAliveEvery before.
absl::Status TakeAlive(Database& database, std::vector<MemberSnapshot>& members) {
  std::optional<absl::Time> until;
  COLLIE_RETURN_IF_ERROR(ForEach(database, "SELECT at FROM alive", [&](const Statement& row) {
    until = absl::FromUnixMillis(row.Int(0)) + MergedCrew::kAliveEvery;
  }));
  for (MemberSnapshot& member : members) {
    if (!member.seen_at) member.seen_at = until;
    for (SourceSnapshot& source : member.sources) {
      if (!source.read_at) source.read_at = until;
    }
  }
  return absl::OkStatus();
}

absl::Status RemoveRows(Database& database, const ConversationKey& key) {
  const char* below = key.source.empty() ? ""
                      : key.pane.empty() ? " AND source = ?2"
                                         : " AND source = ?2 AND pane = ?3";
  auto remove = [&](const char* table) -> absl::Status {
    COLLIE_ASSIGN_OR_RETURN(
        Statement statement,
        database.Prepare(absl::StrCat("DELETE FROM ", table, " WHERE member = ?1", below)));
    statement.Bind(1, key.member);
    if (!key.source.empty()) statement.Bind(2, key.source);
    if (!key.pane.empty()) statement.Bind(3, key.pane);
    return statement.Run();
  };
  COLLIE_RETURN_IF_ERROR(remove("panes"));
  if (!key.pane.empty()) return absl::OkStatus();
  COLLIE_RETURN_IF_ERROR(remove("sources"));
  return key.source.empty() ? remove("members") : absl::OkStatus();
}

absl::Status WriteRow(Database& database, const ConversationKey& key,
                      const ViewChanges::Change& change) {
  const char* sql = !key.pane.empty()     ? "REPLACE INTO panes VALUES (?2, ?3, ?4, ?5, ?1)"
                    : !key.source.empty() ? "REPLACE INTO sources VALUES (?2, ?3, ?1, ?6)"
                                          : "REPLACE INTO members VALUES (?2, ?1, ?6)";
  COLLIE_ASSIGN_OR_RETURN(Statement replace, database.Prepare(sql));
  replace.BindBlob(1, change.state).Bind(2, key.member);
  if (!key.source.empty()) replace.Bind(3, key.source);
  if (!key.pane.empty()) {
    replace.Bind(4, key.pane).Bind(5, change.place);
  } else {
    replace.Bind(6, change.seen_at ? absl::ToUnixMillis(*change.seen_at) : int64_t{0});
  }
  return replace.Run();
}

absl::Status WriteAlive(Database& database, absl::Time at) {
  COLLIE_ASSIGN_OR_RETURN(Statement replace, database.Prepare("REPLACE INTO alive VALUES (1, ?1)"));
  return replace.Bind(1, absl::ToUnixMillis(at)).Run();
}

}  // namespace

absl::StatusOr<std::vector<MemberSnapshot>> ReadView(Database& database) {
  std::vector<MemberSnapshot> members;
  COLLIE_RETURN_IF_ERROR(ForEach(database, "SELECT state, seen_at FROM members ORDER BY member",
                                 [&](const Statement& row) { TakeMember(row, members); }));
  COLLIE_RETURN_IF_ERROR(ForEach(database,
                                 "SELECT member, state, read_at FROM sources "
                                 "ORDER BY member, source",
                                 [&](const Statement& row) { TakeSource(row, members); }));
  // Sorted by source, so that each is looked up once for all its panes.
  std::string of_member, of_name;
  SourceSnapshot* source = nullptr;
  COLLIE_RETURN_IF_ERROR(ForEach(
      database, "SELECT member, source, state FROM panes ORDER BY member, source, place, pane",
      [&](const Statement& row) {
        if (row.Text(0) != of_member || row.Text(1) != of_name) {
          of_member = row.Text(0);
          of_name = row.Text(1);
          source = FindSource(members, of_member, of_name);
        }
        v1::Pane pane;
        if (source != nullptr && pane.ParseFromString(row.Blob(2))) {
          source->panes.push_back(std::move(pane));
        }
      }));
  COLLIE_RETURN_IF_ERROR(TakeAlive(database, members));
  return members;
}

absl::Status WriteView(Database& database, const ViewChanges& changes) {
  for (const auto& [key, change] : changes.changes()) {
    if (change.removes) COLLIE_RETURN_IF_ERROR(RemoveRows(database, key));
    if (change.writes) COLLIE_RETURN_IF_ERROR(WriteRow(database, key, change));
  }
  if (changes.alive_at()) return WriteAlive(database, *changes.alive_at());
  return absl::OkStatus();
}

}  // namespace collie::relay
