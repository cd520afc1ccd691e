#ifndef COLLIE_RELAY_HTTP_CREW_JSON_H_
#define COLLIE_RELAY_HTTP_CREW_JSON_H_

#include "relay/http/json_view.h"
#include "relay/merge/crew_snapshot.h"

namespace collie::relay {

// The whole crew, as the HTTP API shows it. Pure.
Json CrewJson(const CrewSnapshot& crew);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_CREW_JSON_H_
