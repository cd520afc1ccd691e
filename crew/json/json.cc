#include "crew/json/json.h"

namespace collie::json {

std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

int64_t Millis(const google::protobuf::Timestamp& time) {
  return time.seconds() * 1000 + time.nanos() / 1'000'000;
}

}  // namespace collie::json
