#ifndef COLLIE_CREW_HTTP_SERVER_CONNECTION_H_
#define COLLIE_CREW_HTTP_SERVER_CONNECTION_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "crew/http_server/limits.h"
#include "crew/http_server/message.h"
#include "crew/http_server/request_parser.h"
#include "crew/http_server/responder.h"
#include "crew/http_server/transport.h"

namespace collie::http_server {

// What a connection needs of its server. All on the loop's thread.
class ConnectionHost {
 public:
  virtual ~ConnectionHost() = default;
  virtual const Limits& limits() const = 0;
  virtual const Headers& common_headers() const = 0;
  virtual Reply WordRefusal(const Refusal& refusal) = 0;
  virtual void OnRequest(Connection& from, Request request, Responder responder) = 0;
  // It waits for a request, or no longer does.
  virtual void OnIdle(Connection& connection, bool is_idle) = 0;
  // False: too many bytes wait for the readers of this owner.
  virtual bool TakeBytes(const std::string& owner, size_t bytes) = 0;
  virtual void GiveBytes(const std::string& owner, size_t bytes) = 0;
  // It is closed; the host drops it.
  virtual void OnClosed(Connection& connection) = 0;
};

// One connection: reads a request, has it answered, writes the reply, reads the next. What is sent
// before the reply to the request before waits unread. Everything is called on the loop's thread.
//
//   handshake ─▶ reading ─▶ answering ─▶ writing ─▶ reading …
//                   │           └──────▶ streaming ─▶ lingering
//                   └─ refused ────────▶ writing ──▶ lingering ─▶ closed
//
// Lingering: the last reply is out, and what the peer still sends is dropped for a moment, so that
// it is not reset before it has read that reply.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(uint64_t id, std::string address, std::unique_ptr<Transport> transport,
             ConnectionHost& host, std::shared_ptr<Loop> loop);

  void Start();
  // Takes no more requests: closes where none is being answered, else after the reply.
  void Drain();
  void Close();

  uint64_t id() const { return id_; }
  const std::string& address() const { return address_; }
  // Whose credential was shown on it; empty: nobody's.
  const std::string& owner() const { return owner_; }
  void set_owner(const std::string& owner) { owner_ = owner; }

  // Of responders; what belongs to an earlier request is dropped.
  void Send(uint64_t request, Reply reply);
  void Abandon(uint64_t request);
  bool BeginStream(uint64_t request, Reply head, std::shared_ptr<ReplyStream> stream,
                   ReplyStream::Callbacks callbacks);
  void WriteStream(uint64_t request, Piece piece);
  void EndStream(uint64_t request);

 private:
  enum class State { kHandshake, kReading, kAnswering, kWriting, kStreaming, kLingering, kClosed };

  void BeginReading();
  void ReadMore();
  void OnRead(std::string_view bytes);
  void Advance();
  void OnReadTimeout();
  void Dispatch();
  void SendContinue();
  void Refuse(const Refusal& refusal);
  void BeginWriting(const Reply& reply);
  void WriteNext();
  void OnWritten(size_t bytes);
  void PumpStream();
  void FinishStream();
  void Linger();
  void CloseStream();

  const uint64_t id_;
  const std::string address_;
  const std::unique_ptr<Transport> transport_;
  ConnectionHost& host_;
  const std::shared_ptr<Loop> loop_;

  State state_ = State::kHandshake;
  bool is_draining_ = false;
  bool is_reading_ = false;  // a read is under way
  std::string owner_;

  std::string in_;  // bytes that no request took yet
  RequestParser parser_;
  RequestParser::State parsed_ = RequestParser::State::kHead;
  bool is_timed_ = false;  // the timer of what is being read runs
  uint64_t request_ = 0;   // the number of the newest
  bool is_head_ = false;
  bool is_http_1_0_ = false;
  bool keeps_alive_ = false;

  std::string out_;
  size_t written_ = 0;
  size_t taken_bytes_ = 0;  // of the owner's budget

  std::shared_ptr<ReplyStream> stream_;
  ReplyStream::Callbacks callbacks_;
  std::deque<Piece> pieces_;  // the first is being written while is_writing_
  std::string stream_head_;
  std::string chunk_start_;
  bool is_writing_ = false;
  bool is_stream_ending_ = false;
  size_t lingered_ = 0;
};

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_CONNECTION_H_
