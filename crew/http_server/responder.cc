#include "crew/http_server/responder.h"

#include <utility>

#include "crew/http_server/connection.h"

namespace collie::http_server {

bool ReplyStream::Write(Piece piece) {
  const size_t bytes = piece->size();
  if (bytes == 0) return true;
  const size_t before = waiting_.fetch_add(bytes);
  if (is_closed_ || (before > 0 && before + bytes > most_bytes_)) {
    waiting_ -= bytes;
    return false;
  }
  loop_->Post([connection = connection_, request = request_, piece = std::move(piece)] {
    if (auto to = connection.lock()) to->WriteStream(request, piece);
  });
  return true;
}

void ReplyStream::End() {
  loop_->Post([connection = connection_, request = request_] {
    if (auto to = connection.lock()) to->EndStream(request);
  });
}

struct Responder::Pending {
  ~Pending() {
    if (is_answered) return;
    loop->Post([to = connection, number = request] {
      if (auto open = to.lock()) open->Abandon(number);
    });
  }

  const std::shared_ptr<Loop> loop;
  const std::weak_ptr<Connection> connection;
  const uint64_t request;
  const size_t most_stream_bytes;
  std::atomic<bool> is_answered = false;
};

Responder::Responder(std::shared_ptr<Loop> loop, std::weak_ptr<Connection> connection,
                     uint64_t request, size_t most_stream_bytes)
    : pending_(new Pending{std::move(loop), std::move(connection), request, most_stream_bytes}) {}

void Responder::Send(Reply reply) const {
  if (pending_->is_answered.exchange(true)) return;
  pending_->loop->Post([connection = pending_->connection, request = pending_->request,
                        reply = std::move(reply)]() mutable {
    if (auto to = connection.lock()) to->Send(request, std::move(reply));
  });
}

std::shared_ptr<ReplyStream> Responder::BeginStream(Reply head,
                                                    ReplyStream::Callbacks callbacks) const {
  auto stream = std::make_shared<ReplyStream>(pending_->loop, pending_->connection,
                                              pending_->request, pending_->most_stream_bytes);
  auto begin = [connection = pending_->connection, request = pending_->request, stream,
                head = std::move(head), callbacks]() mutable {
    auto to = connection.lock();
    const bool has_begun =
        to != nullptr && to->BeginStream(request, std::move(head), stream, callbacks);
    if (has_begun) return;
    stream->Closed();
    callbacks.on_closed();
  };
  const bool is_first = !pending_->is_answered.exchange(true);
  if (!is_first || !pending_->loop->Post(std::move(begin))) {
    stream->Closed();
    callbacks.on_closed();
  }
  return stream;
}

}  // namespace collie::http_server
