#include "relay/api/http/pair_call.h"

#include <gmock/gmock.h>

#include <string>

#include "tests/relay/api/http/dispatching.h"

namespace collie::relay {
namespace {

using PairCallTest = DispatchingTest;

TEST_F(PairCallTest, ThePageNeedsItsCookieAndItsSecret) {
  const Reply paired = Post("/pair", R"({"code":"good-code"})", "");
  ASSERT_EQ(paired.status, 200) << paired.body;
  const Json body = Json::parse(paired.body);
  EXPECT_EQ(body["device"], "tablet");
  EXPECT_EQ(body["role"], "operator");
  const std::string set = HeaderOf(paired, "Set-Cookie");
  EXPECT_THAT(set, testing::HasSubstr("; HttpOnly; SameSite=Strict"));
  const std::string cookie = set.substr(0, set.find(';'));
  const std::string secret = body["secret"].get<std::string>();

  const auto ask = [&](const std::string& with_cookie, const std::string& with_secret) {
    Request request = Make("GET", "/api/snapshot");
    if (!with_cookie.empty()) request.headers.emplace_back("cookie", "a=b; " + with_cookie);
    if (!with_secret.empty()) request.headers.emplace_back("x-collie-page", with_secret);
    return Answer(request).status;
  };
  EXPECT_EQ(ask(cookie, secret), 200);
  EXPECT_EQ(ask(cookie, ""), 401);
  EXPECT_EQ(ask("", secret), 401);
  EXPECT_EQ(ask(cookie, "wrong"), 401);
  EXPECT_EQ(ask("collie=wrong", secret), 401);
}

TEST_F(PairCallTest, APairingCodeThatIsNoneOpensNothing) {
  EXPECT_EQ(CodeOf(Post("/pair", R"({"code":"bad-code"})", "")), "not-allowed");
  EXPECT_EQ(Post("/pair", R"({"code":5})", "").status, 400);
  EXPECT_EQ(Post("/pair", "", "").status, 400);
  EXPECT_EQ(Get("/pair", "").status, 401);
}

}  // namespace
}  // namespace collie::relay
