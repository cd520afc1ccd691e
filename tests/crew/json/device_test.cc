#include "crew/json/device.h"

#include <gtest/gtest.h>

namespace collie::json {
namespace {

TEST(DeviceJsonTest, ShowsADeviceAndItsEndWhereItHasOne) {
  v1::Device device;
  device.set_id("d-1");
  device.set_label("phone");
  device.set_role(v1::ROLE_OPERATOR);
  device.mutable_paired_at()->set_seconds(7);
  EXPECT_EQ(Dump(DeviceJson(device)),
            R"({"id":"d-1","label":"phone","role":"operator","pairedAt":7000,"revoked":false})");
  device.mutable_expires_at()->set_seconds(9);
  EXPECT_EQ(DeviceJson(device)["expiresAt"], 9000);
}

}  // namespace
}  // namespace collie::json
