#ifndef COLLIE_CREW_JSON_ROWS_H_
#define COLLIE_CREW_JSON_ROWS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "collie/v1/crew.pb.h"
#include "collie/v1/dashboard.pb.h"
#include "crew/json/json.h"

// The rows of a crew, each without the rows below it, and a change of them. Pure; any thread.
namespace collie::json {

// What a source's row says of its conversations.
struct Counts {
  int64_t open_conversations = 0;
  int64_t waiting = 0;  // open ones with an open question

  // Counts one more.
  void Add(const v1::Pane& pane);
};

// One host, without its sources.
Json MemberJson(const v1::Member& member);
// One agent, without its panes. Without counts the row has none.
Json SourceJson(const v1::Source& source, const std::optional<Counts>& counts);
// One conversation as it is listed: `asks` all open questions that can be shown, `ask` the oldest.
Json PaneJson(const v1::Pane& pane);
// `{"member", "source"?, "pane"?}`.
Json RemovalJson(const v1::Removal& removal);

// The counts of a source; nullopt where they are not known.
using CountsOf =
    std::function<std::optional<Counts>(const std::string& member, const std::string& source)>;

// A change: `{"revision", "members", "sources", "panes", "removed"}`, each row with the names of
// those above it; `more` only where another part of this step follows.
Json DeltaJson(const v1::CrewDelta& delta, const CountsOf& counts_of);

}  // namespace collie::json

#endif  // COLLIE_CREW_JSON_ROWS_H_
