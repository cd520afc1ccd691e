#ifndef COLLIE_RELAY_HTTP_JSON_VIEW_H_
#define COLLIE_RELAY_HTTP_JSON_VIEW_H_

#include "crew/json/json.h"

namespace collie::relay {

using json::Dump;
using json::Json;

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_JSON_VIEW_H_
