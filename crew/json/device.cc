#include "crew/json/device.h"

#include "crew/receipt/words.h"

namespace collie::json {

Json DeviceJson(const v1::Device& device) {
  Json json{{"id", device.id()},
            {"label", device.label()},
            {"role", receipt::ApiWord(device.role())},
            {"pairedAt", Millis(device.paired_at())}};
  if (device.has_expires_at()) json["expiresAt"] = Millis(device.expires_at());
  json["revoked"] = device.revoked();
  return json;
}

}  // namespace collie::json
