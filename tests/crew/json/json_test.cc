#include "crew/json/json.h"

#include <gtest/gtest.h>

namespace collie::json {
namespace {

TEST(JsonTest, ReplacesBytesThatAreNoText) { EXPECT_EQ(Dump(Json("a\xff")), "\"a\xef\xbf\xbd\""); }

TEST(JsonTest, ATimeIsItsMilliseconds) {
  google::protobuf::Timestamp time;
  EXPECT_EQ(Millis(time), 0);
  time.set_seconds(1764460800);
  time.set_nanos(5'999'999);
  EXPECT_EQ(Millis(time), 1764460800005);
}

}  // namespace
}  // namespace collie::json
