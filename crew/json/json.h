#ifndef COLLIE_CREW_JSON_JSON_H_
#define COLLIE_CREW_JSON_JSON_H_

#include <cstdint>
#include <string>

#include "google/protobuf/timestamp.pb.h"
#include "nlohmann/json.hpp"

namespace collie::json {

// JSON whose fields stay in the order they were written.
using Json = nlohmann::ordered_json;

// The text of a value, in one line. Bytes that are no UTF-8 come out as U+FFFD. Never throws for
// that. Pure; any thread.
std::string Dump(const Json& json);

// Milliseconds since the epoch; 0 for an absent time.
int64_t Millis(const google::protobuf::Timestamp& time);

// The list of what `view` makes of each row.
template <typename Rows, typename View>
Json ListJson(const Rows& rows, View view) {
  Json list = Json::array();
  for (const auto& row : rows) list.push_back(view(row));
  return list;
}

// The list of texts.
template <typename Rows>
Json TextsJson(const Rows& rows) {
  return ListJson(rows, [](const std::string& text) { return Json(text); });
}

}  // namespace collie::json

#endif  // COLLIE_CREW_JSON_JSON_H_
