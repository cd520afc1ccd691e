#include "crew/http_server/message.h"

#include <gtest/gtest.h>

namespace collie::http_server {
namespace {

TEST(MessageTest, FindsTheFirstHeaderOfAName) {
  Request request;
  request.headers = {{"a", "1"}, {"b", "2"}, {"a", "3"}};
  ASSERT_NE(request.Header("a"), nullptr);
  EXPECT_EQ(*request.Header("a"), "1");
  EXPECT_EQ(request.Header("c"), nullptr);
}

TEST(MessageTest, HasWordsForEachStatusThatIsUsed) {
  for (const int status : {200, 202, 204, 304, 400, 401, 403, 404, 405, 408, 409, 413,
                           414, 415, 417, 421, 429, 431, 500, 501, 503, 504, 505}) {
    EXPECT_NE(StatusText(status), StatusText(999)) << status;
  }
}

}  // namespace
}  // namespace collie::http_server
