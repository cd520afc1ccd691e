#ifndef COLLIE_RELAY_API_HTTP_CREW_TEXT_H_
#define COLLIE_RELAY_API_HTTP_CREW_TEXT_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "crew/clock/clock.h"
#include "relay/merge/crew_row.h"
#include "relay/watch/watch_step.h"

namespace collie::relay {

// The JSON of one row, made once for all who show it. Without the names of the rows above it.
SharedBytes RowJson(const CrewRow& row, clock::Steady base);

// The list of members of some rows as text, each with its sources with their panes, in the shape of
// /api/snapshot. `rows` are in the order of keys. A row whose holder is not among them is put into
// one that has its name alone, so that a reader joins the parts of a crew by ids and names. The
// last source is counted only where `is_whole`: its panes may go on in the next part. Pure.
std::string MembersText(const std::vector<WatchStep::Row>& rows, clock::Steady base, bool is_whole);

// The lists of a change as text: `"members":[…],"sources":[…],"panes":[…],"removed":[…]`, each row
// with the names of those above it. Pure.
std::string ChangesText(const std::vector<WatchStep::Row>& rows, clock::Steady base);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_CREW_TEXT_H_
