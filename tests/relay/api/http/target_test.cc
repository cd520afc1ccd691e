#include "relay/api/http/target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::relay {
namespace {

using testing::ElementsAre;

TEST(TargetTest, DecodesPartsAfterCutting) {
  const auto target = ParseTarget("/api/a%2Fb/p%3A1?cursor=e%3Ap+1&limit=5");
  ASSERT_TRUE(target.ok()) << target.status();
  EXPECT_THAT(target->path, ElementsAre("api", "a/b", "p:1"));
  EXPECT_EQ(target->Query("cursor"), "e:p 1");
  EXPECT_EQ(target->Query("limit"), "5");
  EXPECT_EQ(target->Query("before"), "");
}

TEST(TargetTest, RefusesWhatIsNotStrict) {
  for (const char* text : {"/a//b", "/a/", "/%", "/%4", "/%zz", "/%00", "/a%0a", "/a?x=%",
                           "/a?x=1&x=2", "/a?x=%7f", "/%2"}) {
    EXPECT_FALSE(ParseTarget(text).ok()) << text;
  }
}

TEST(TargetTest, AllowsOnlyTheNamedFields) {
  const auto target = ParseTarget("/a?x=1&y=2");
  ASSERT_TRUE(target.ok());
  EXPECT_TRUE(target->AllowQuery({"x", "y", "z"}).ok());
  EXPECT_THAT(std::string(target->AllowQuery({"x"}).message()), testing::HasSubstr("\"y\""));
}

}  // namespace
}  // namespace collie::relay
