#ifndef COLLIE_CREW_JSON_CREW_VIEW_H_
#define COLLIE_CREW_JSON_CREW_VIEW_H_

#include <optional>
#include <string>

#include "collie/v1/crew.pb.h"
#include "crew/json/json.h"
#include "crew/json/rows.h"

namespace collie::json {

// What names a whole crew at one moment.
struct CrewHead {
  std::string incarnation;
  std::string revision;
  std::string id;
  std::string name;
};

// Builds the whole crew, members with their sources with their panes, from rows that come in this
// order. Counts the panes of each source. Not thread-safe.
class CrewView {
 public:
  explicit CrewView(const CrewHead& head);

  // Begins a member.
  void Add(const v1::Member& member);
  // Begins a source of the member added last.
  void Add(const v1::Source& source);
  // A pane of the source added last.
  void Add(const v1::Pane& pane);

  // The whole. Once.
  Json Take() &&;

 private:
  void EndSource();
  void EndMember();

  Json crew_;
  Json members_ = Json::array();
  Json member_;
  Json sources_ = Json::array();
  std::optional<v1::Source> source_;
  Json panes_ = Json::array();
  Counts counts_;
};

}  // namespace collie::json

#endif  // COLLIE_CREW_JSON_CREW_VIEW_H_
