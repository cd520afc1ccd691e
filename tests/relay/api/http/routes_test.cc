#include "relay/api/http/routes.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "absl/strings/str_split.h"
#include "crew/receipt/words.h"

namespace collie::relay {
namespace {

std::vector<std::string> Path(absl::string_view text) {
  return absl::StrSplit(text.substr(1), '/');
}

TEST(RoutesTest, EachRouteIsFoundByItsOwnPathAndMethod) {
  for (const Route& route : Routes()) {
    const RouteMatch match = FindRoute(route.method, Path(route.path));
    EXPECT_EQ(match.route, &route) << route.method << " " << route.path;
  }
}

TEST(RoutesTest, WhatActsNeedsAnOperatorAndIsAPost) {
  for (const Route& route : Routes()) {
    const bool is_post = std::string(route.method) == "POST";
    EXPECT_EQ(is_post, route.role == v1::ROLE_OPERATOR) << route.path;
    if (is_post) EXPECT_TRUE(route.query.empty()) << route.path;
  }
}

TEST(RoutesTest, AnActOfAConversationIsNamedByItsWord) {
  size_t acts = 0;
  for (const Route& route : Routes()) {
    if (route.operation != Operation::kConversationAct) continue;
    ++acts;
    EXPECT_EQ(Path(route.path).back(), receipt::ApiWord(route.act));
  }
  EXPECT_EQ(acts, 8u);
}

TEST(RoutesTest, TakesWhatTheBracesStandFor) {
  const RouteMatch match = FindRoute("HEAD", {"api", "conversations", "m", "s", "p", "history"});
  ASSERT_NE(match.route, nullptr);
  EXPECT_EQ(match.route->operation, Operation::kHistory);
  EXPECT_EQ(match.conversation.member(), "m");
  EXPECT_EQ(match.conversation.source(), "s");
  EXPECT_EQ(match.conversation.pane(), "p");
  EXPECT_EQ(FindRoute("POST", {"api", "ask", "u-1"}).one_use_id, "u-1");
}

TEST(RoutesTest, TellsAnotherMethodFromNothing) {
  EXPECT_EQ(FindRoute("DELETE", {"api", "snapshot"}).allowed, "GET, HEAD");
  EXPECT_EQ(FindRoute("GET", {"api", "send"}).allowed, "POST");
  EXPECT_EQ(FindRoute("GET", {"api", "snapshot", "x"}).allowed, "");
  EXPECT_EQ(FindRoute("GET", {"api/snapshot"}).allowed, "");
  EXPECT_EQ(FindRoute("GET", {}).allowed, "");
}

}  // namespace
}  // namespace collie::relay
