#ifndef COLLIE_CREW_HTTP_SERVER_MESSAGE_H_
#define COLLIE_CREW_HTTP_SERVER_MESSAGE_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace collie::http_server {

using Headers = std::vector<std::pair<std::string, std::string>>;

// One whole request.
struct Request {
  std::string method;
  std::string target;  // path and query as they came
  bool is_http_1_0 = false;
  Headers headers;  // their names in lower case, in their order; trailers are dropped
  std::string body;
  std::string address;  // who sent it: of its connection, or as the trusted proxy says

  // The first header of that name (in lower case); nullptr: none.
  const std::string* Header(std::string_view name) const;
};

// The reply to one request.
struct Reply {
  int status = 200;
  std::string content_type;  // empty: none, and no body
  std::string body;
  Headers headers;  // besides those that the server adds to each
};

// The words of a status, such as `Not Found`.
std::string_view StatusText(int status);

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_MESSAGE_H_
