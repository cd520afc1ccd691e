#ifndef COLLIE_CREW_HTTP_SERVER_RESPONDER_H_
#define COLLIE_CREW_HTTP_SERVER_RESPONDER_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "crew/http_server/loop.h"
#include "crew/http_server/message.h"

namespace collie::http_server {

class Connection;

// A piece of a stream, which all its readers may share.
using Piece = std::shared_ptr<const std::string>;

// A reply that is sent piece by piece, for as long as its reader stays. Thread-safe.
class ReplyStream {
 public:
  struct Callbacks {
    // All that was written has left: the time to write what is new. Also once at the start.
    std::function<void()> on_drained;
    // The reader is gone, or the stream has ended. Once, the last.
    std::function<void()> on_closed;
  };

  ReplyStream(std::shared_ptr<Loop> loop, std::weak_ptr<Connection> connection, uint64_t request,
              size_t most_bytes)
      : loop_(std::move(loop)),
        connection_(std::move(connection)),
        request_(request),
        most_bytes_(most_bytes) {}

  // False: nothing was queued, since as much as may be waits already for the reader, or since the
  // reader is gone. One piece is always taken when none waits.
  bool Write(Piece piece);
  // Ends the reply once what was written has left.
  void End();

  // Of the connection: a piece has left; the stream is over.
  void Left(size_t bytes) { waiting_ -= bytes; }
  void Closed() { is_closed_ = true; }

 private:
  const std::shared_ptr<Loop> loop_;
  const std::weak_ptr<Connection> connection_;
  const uint64_t request_;
  const size_t most_bytes_;
  std::atomic<size_t> waiting_ = 0;  // bytes
  std::atomic<bool> is_closed_ = false;
};

// How a request is answered: once, from any thread, at any later time. A request whose responders
// are all gone without an answer is answered 500. A copy answers the same request.
class Responder {
 public:
  Responder(std::shared_ptr<Loop> loop, std::weak_ptr<Connection> connection, uint64_t request,
            size_t most_stream_bytes);

  // The second answer is dropped, and so is one whose reader is gone.
  void Send(Reply reply) const;
  // Answers with a stream, in place of Send. The callbacks come on the server's thread and must not
  // block. `head` has no body.
  std::shared_ptr<ReplyStream> BeginStream(Reply head, ReplyStream::Callbacks callbacks) const;

 private:
  struct Pending;
  std::shared_ptr<Pending> pending_;
};

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_RESPONDER_H_
