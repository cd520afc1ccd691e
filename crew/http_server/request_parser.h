#ifndef COLLIE_CREW_HTTP_SERVER_REQUEST_PARSER_H_
#define COLLIE_CREW_HTTP_SERVER_REQUEST_PARSER_H_

#include <memory>
#include <string>

#include "crew/http_server/head_scan.h"
#include "crew/http_server/limits.h"
#include "crew/http_server/message.h"

namespace collie::http_server {

// Why a request is refused before anybody reads it, in one sentence for a person.
struct Refusal {
  int status = 400;
  std::string sentence;
};

// Reads requests out of bytes, one after the other, by Boost.Beast's parser and rules of its own
// about what two readers of HTTP may read differently: one framing, one Host, one length, one line
// a header. HTTP/1.0 and 1.1. Not thread-safe; no I/O.
class RequestParser {
 public:
  enum class State { kHead, kBody, kDone, kRefused };

  explicit RequestParser(const Limits& limits);
  ~RequestParser();

  // Takes what it needs from the front of `bytes`; the rest belongs to the next request.
  State Feed(std::string& bytes);
  // kBody: the sender waits for `100 Continue` before it sends more. True once a request.
  bool TakeExpectsContinue();
  // kRefused: why. Nothing more can be read from this sender.
  const Refusal& refusal() const { return refusal_; }
  // kDone: the request; begins with the next one.
  Request Take();
  // kDone: another request may follow on this connection.
  bool keeps_alive() const { return keeps_alive_; }
  // kHead: whether bytes of the head came.
  bool has_begun() const { return has_begun_; }

 private:
  struct Parser;

  State ReadHead(std::string& bytes);
  State ReadBody(std::string& bytes);
  State Refuse(int status, std::string sentence);
  // What the library leaves open about the head that it parsed.
  State CheckHead();

  const Limits& limits_;
  State state_ = State::kHead;
  HeadScan scan_;
  std::unique_ptr<Parser> parser_;
  Request request_;
  Refusal refusal_;
  bool keeps_alive_ = false;
  bool expects_continue_ = false;
  bool has_begun_ = false;
};

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_REQUEST_PARSER_H_
