#ifndef COLLIE_CREW_JSON_DEVICE_H_
#define COLLIE_CREW_JSON_DEVICE_H_

#include "collie/v1/crew_admin.pb.h"
#include "crew/json/json.h"

namespace collie::json {

// A device, without any secret; `expiresAt` is absent for one that lives until it is revoked. Pure.
Json DeviceJson(const v1::Device& device);

}  // namespace collie::json

#endif  // COLLIE_CREW_JSON_DEVICE_H_
