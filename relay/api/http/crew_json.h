#ifndef COLLIE_RELAY_API_HTTP_CREW_JSON_H_
#define COLLIE_RELAY_API_HTTP_CREW_JSON_H_

#include "crew/json/json.h"
#include "relay/merge/crew_snapshot.h"
#include "relay/service/crew_api.h"

// The relay's own state in the one JSON view. Pure.
namespace collie::relay {

// The whole crew, as `/api/snapshot` shows it.
json::Json CrewJson(const CrewSnapshot& crew);
// The crew as who manages it sees it, as `/api/crew` shows it.
json::Json OverviewJson(const CrewOverview& overview);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_CREW_JSON_H_
