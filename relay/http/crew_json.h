#ifndef COLLIE_RELAY_HTTP_CREW_JSON_H_
#define COLLIE_RELAY_HTTP_CREW_JSON_H_

#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "relay/http/json_view.h"
#include "relay/merge/crew_snapshot.h"

// How the HTTP API shows the crew. A field with nothing to say is absent, "", 0 or false. Pure.
namespace collie::relay {

// One conversation as it is listed, with its oldest open question.
Json PaneJson(const v1::Pane& pane);
// One agent with its conversations, and how many of the open ones wait on a person.
Json SourceJson(const SourceSnapshot& source);
// One member with its agents.
Json MemberJson(const MemberSnapshot& member);
// The whole crew.
Json CrewJson(const CrewSnapshot& crew);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_CREW_JSON_H_
