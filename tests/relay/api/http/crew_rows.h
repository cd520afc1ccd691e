#ifndef COLLIE_TESTS_RELAY_API_HTTP_CREW_ROWS_H_
#define COLLIE_TESTS_RELAY_API_HTTP_CREW_ROWS_H_

#include <string>
#include <utility>

#include "relay/api/http/crew_text.h"

// Rows of a crew in the JSON form.
namespace collie::tests {

inline relay::WatchStep::Row JsonRow(relay::CrewRow::Ref row) {
  relay::SharedBytes bytes = relay::RowJson(*row, clock::Steady());
  return {std::move(row), std::move(bytes)};
}

inline relay::WatchStep::Row MemberRow(const std::string& id) {
  v1::Member member;
  member.set_id(id);
  member.set_label("label of " + id);
  return JsonRow(relay::CrewRow::OfMember(member, nullptr));
}

inline relay::WatchStep::Row SourceRow(const std::string& member, const std::string& name) {
  v1::SourceEntry entry;
  entry.set_member(member);
  entry.mutable_source()->set_name(name);
  return JsonRow(relay::CrewRow::OfSource(entry, nullptr));
}

inline relay::WatchStep::Row PaneRow(const std::string& member, const std::string& source,
                                     const std::string& id, int64_t order) {
  v1::PaneEntry entry;
  entry.set_member(member);
  entry.set_source(source);
  entry.mutable_pane()->set_id(id);
  entry.mutable_pane()->set_open(true);
  return JsonRow(relay::CrewRow::OfPane(entry, clock::Steady(), order));
}

inline relay::WatchStep::Row RemovalRow(const ids::ConversationKey& key) {
  return JsonRow(relay::CrewRow::OfRemoval(key));
}

}  // namespace collie::tests

#endif  // COLLIE_TESTS_RELAY_API_HTTP_CREW_ROWS_H_
