#ifndef COLLIE_CREW_CLI_VIEW_CREW_JSON_H_
#define COLLIE_CREW_CLI_VIEW_CREW_JSON_H_

#include "crew/cli/view/crew_state.h"
#include "crew/json/json.h"

// What a watch shows as JSON, in the shapes of the HTTP API (crew/json). Pure.
namespace collie::cli {

// The whole crew, its ages as they are now.
json::Json CrewJson(const CrewState& state, clock::Steady now);

// What changed; `state` holds the change already.
json::Json DeltaJson(const v1::CrewDelta& delta, const CrewState& state);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_CREW_JSON_H_
