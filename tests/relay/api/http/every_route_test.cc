// Every route against every kind of caller: who is let in, and what the others are told.
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_replace.h"
#include "tests/relay/api/http/dispatching.h"

namespace collie::relay {
namespace {

struct Kind {
  const char* name;
  v1::Role role;  // UNSPECIFIED: nobody's
  http_server::Headers headers;
  std::string token;
  int refused;  // with this, whatever the route; 0: by the role
};

class EveryRouteTest : public DispatchingTest {
 protected:
  static std::vector<Kind> Kinds() {
    const v1::Role none = v1::ROLE_UNSPECIFIED;
    return {
        {"nobody", none, {}, "", 401},
        {"a wrong token", none, {}, "wrong-token-0123456789", 401},
        {"a cookie without its secret", none, {{"cookie", "collie=a"}}, "", 401},
        {"a viewer", v1::ROLE_VIEWER, {}, tests::kViewerToken, 0},
        {"an operator", v1::ROLE_OPERATOR, {}, tests::kOperatorToken, 0},
        {"an admin", v1::ROLE_ADMIN, {}, tests::kAdminToken, 0},
        {"a page of another origin",
         v1::ROLE_ADMIN,
         {{"origin", "http://evil.example"}},
         tests::kAdminToken,
         403},
        {"a name that leads here",
         v1::ROLE_ADMIN,
         {{"host", "evil.example"}},
         tests::kAdminToken,
         421},
    };
  }
  static Request RequestFor(const Route& route, const Kind& kind) {
    const std::string target = absl::StrReplaceAll(
        route.path, {{"{member}", "m"}, {"{source}", "s"}, {"{pane}", "p"}, {"{id}", "u-1"}});
    Request request = Make(route.method, target, kind.token);
    for (const auto& [name, value] : kind.headers) {
      if (name == "host") request.headers.erase(request.headers.begin());
      request.headers.emplace_back(name, value);
    }
    return request;
  }
};

TEST_F(EveryRouteTest, LetsInWhoMayAndNobodyElse) {
  for (const Route& route : Routes()) {
    for (const Kind& kind : Kinds()) {
      SCOPED_TRACE(std::string(route.method) + " " + route.path + " by " + kind.name);
      const auto answered = Begin(RequestFor(route, kind));
      const int status = answered->Wait().status;
      if (kind.refused != 0) {
        EXPECT_EQ(status, kind.refused);
      } else if (kind.role < route.role) {
        EXPECT_EQ(status, 403);
        EXPECT_EQ(CodeOf(answered->reply), "not-allowed");
      } else {
        EXPECT_TRUE(answered->is_events || (status != 401 && status != 403 && status != 421))
            << status;
      }
      EXPECT_EQ(answered->is_events, kind.refused == 0 && kind.role >= route.role &&
                                         route.operation == Operation::kEvents);
    }
  }
  EXPECT_TRUE(backend_.acts().empty()) << "none of them had a body";
}

}  // namespace
}  // namespace collie::relay
