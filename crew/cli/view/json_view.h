#ifndef COLLIE_CREW_CLI_VIEW_JSON_VIEW_H_
#define COLLIE_CREW_CLI_VIEW_JSON_VIEW_H_

#include <string>

#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "collie/v1/crew_admin.pb.h"
#include "collie/v1/dashboard.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/cli/view/crew_state.h"
#include "nlohmann/json_fwd.hpp"

// What --json prints. The names are those of the relay's HTTP API: lowerCamelCase, words lower
// case with dashes, times in milliseconds since the epoch, ages and times left in milliseconds.
// Pure.
namespace collie::cli {

using Json = nlohmann::ordered_json;

Json ToJson(const v1::Turn& turn);
Json ToJson(const v1::Ask& ask);
Json ToJson(const v1::Answer& answer);
Json ToJson(const v1::ClosedAsk& closed);
Json ToJson(const v1::Item& item);
Json ToJson(const v1::Pane& pane);
Json ToJson(const v1::Source& source);
Json ToJson(const v1::Member& member);
Json ToJson(const v1::Receipt& receipt);
Json ToJson(const v1::Device& device);
Json ToJson(const v1::ConversationEvent& event);
Json ToJson(const v1::ReadHistoryReply& page);

// The whole crew: members with their sources with their panes, as `GET /api/snapshot` has it.
Json ToJson(const Crew& crew, const v1::ResumePoint& at, clock::Steady now);

// What changed, as the HTTP API's `delta` event has it.
Json ToJson(const v1::CrewDelta& delta);

// One line, without its end. Bytes that are not UTF-8 become U+FFFD.
std::string Line(const Json& json);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_JSON_VIEW_H_
