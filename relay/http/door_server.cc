#include "relay/http/door_server.h"

#include <exception>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"
#include "relay/http/memory_stream.h"

namespace collie::relay {
namespace {

// What a handler threw goes to the log alone. An exception says what this program did, not what
// came in, and the log cleans it.
DoorReply InternalError(const std::string& what) {
  log::Error("http", absl::StrCat("A request failed inside the relay: ", what));
  return ErrorReply(500, "internal", "Something failed inside the relay; its log says what.");
}

// What the library took in, as the routes read it: the target and the headers are the front's own,
// since the library decodes percent signs in both.
HttpRequest FromLibrary(const httplib::Request& from) {
  HttpRequest request;
  request.method = from.method;
  request.target = from.target;
  request.headers.assign(from.headers.begin(), from.headers.end());
  request.body = from.body;
  return request;
}

void IntoLibrary(const HttpRequest& request, httplib::Request& to) {
  to.target = request.target;
  to.headers = httplib::Headers(request.headers.begin(), request.headers.end());
  // What the library would act on by itself; this API uses none of it.
  for (const char* name : {"range", "accept-encoding", "expect", "content-length"}) {
    to.headers.erase(name);
  }
  to.ranges.clear();
  to.body = request.body;
}

void FillResponse(DoorReply reply, httplib::Response& response) {
  response.status = reply.status;
  for (auto& [name, value] : SecurityHeaders()) response.set_header(name, value);
  for (auto& [name, value] : reply.headers) response.set_header(name, value);
  if (!reply.body.empty()) response.set_content(reply.body, "application/json");
}

}  // namespace

class DoorServer::Server final : public httplib::Server {
 public:
  explicit Server(Routes routes) : routes_(std::move(routes)) {
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      FillResponse(Route(request), response);
      return HandlerResponse::Handled;
    });
    set_error_handler([](const httplib::Request&, httplib::Response& response) {
      // The library refused it by itself: worded here.
      if (response.body.empty())
        FillResponse(ErrorReply(response.status, "bad-request", "The request cannot be read."),
                     response);
    });
    set_post_routing_handler([](const httplib::Request&, httplib::Response& response) {
      response.headers.erase("Keep-Alive");
      response.headers.erase("Accept-Ranges");
      if (response.status == 304) response.headers.erase("Content-Length");
    });
  }

  HttpReply Answer(const HttpRequest& request) {
    const std::string head = absl::StrCat(request.method, " ", request.target, " HTTP/1.1\r\n\r\n");
    MemoryStream stream(head);
    bool is_closed = false;
    const bool is_written =
        process_request(stream, !request.keep_alive, is_closed,
                        [&](httplib::Request& to) { IntoLibrary(request, to); });
    if (!is_written) {
      return {ClosingReplyBytes(InternalError("the HTTP library could not write its reply")),
              false};
    }
    return {stream.TakeOutput(), request.keep_alive};
  }

 private:
  DoorReply Route(const httplib::Request& request) {
    try {
      return routes_(FromLibrary(request));
    } catch (const std::exception& error) {
      return InternalError(error.what());
    }
  }

  const Routes routes_;
};

DoorServer::DoorServer(Routes routes) : server_(std::make_unique<Server>(std::move(routes))) {}
DoorServer::~DoorServer() = default;

HttpReply DoorServer::Answer(const HttpRequest& request) {
  try {
    return server_->Answer(request);
  } catch (const std::exception& error) {
    return {ClosingReplyBytes(InternalError(error.what())), false};
  }
}

}  // namespace collie::relay
