#ifndef COLLIE_RELAY_HTTP_JSON_VIEW_H_
#define COLLIE_RELAY_HTTP_JSON_VIEW_H_

#include <cstdint>
#include <string>

#include "google/protobuf/timestamp.pb.h"
#include "nlohmann/json.hpp"

namespace collie::relay {

// The HTTP API's JSON, its fields in the order they were written. The view of each topic is in
// crew_json.h, conversation_json.h and receipt_json.h.
using Json = nlohmann::ordered_json;

// The text of a JSON value. Bytes that are no UTF-8 come out as U+FFFD. Never throws for that.
std::string Dump(const Json& json);

// Milliseconds since the epoch.
int64_t Millis(const google::protobuf::Timestamp& time);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_JSON_VIEW_H_
