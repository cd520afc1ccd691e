#ifndef COLLIE_RELAY_HTTP_HTTP_CONNECTION_H_
#define COLLIE_RELAY_HTTP_HTTP_CONNECTION_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "crew/clock/clock.h"
#include "relay/http/request_head.h"

namespace collie::relay {

// What the front sends back for one request.
struct HttpReply {
  std::string bytes;  // the whole reply, status line and all
  bool keep_alive = false;
};

// One HTTP connection, without its socket: bytes and time in, a whole request and a reply out.
// Pure; not thread-safe.
//
//   kIdle ──first byte──▶ kReading ──last byte──▶ kRunning ──Answer──▶ kWriting ──▶ kIdle
//     │                      │ refused or too slow                        │ last reply
//     │ idle too long        └──────────────▶ kWriting ──────────────────▶ kLingering ──▶ kClosed
//     └──▶ kClosed                               (reply too slow ──▶ kClosed)
//
// kLingering reads on and throws away, so that a peer that still sends gets the reply and not a
// reset.
class HttpConnection {
 public:
  enum class State { kIdle, kReading, kRunning, kWriting, kLingering, kClosed };

  HttpConnection(const HttpLimits& limits, clock::Steady now);

  State state() const { return state_; }
  // Whether bytes are taken now; else they stay in the socket.
  bool WantsBytes() const;
  // Bytes came in. REQUIRES: WantsBytes().
  void Receive(absl::string_view bytes, clock::Steady now);
  // The peer sends no more.
  void PeerEnded();
  // The request that Receive completed, once.
  std::optional<HttpRequest> TakeRequest();
  // The reply to it. REQUIRES: kRunning.
  void Answer(HttpReply reply, clock::Steady now);

  // What is to be written. `Wrote` says how much of it was.
  absl::string_view Output() const;
  void Wrote(size_t count, clock::Steady now);

  // When DeadlinePassed is due; nullopt while a request runs: its runner has a limit of its own.
  std::optional<clock::Steady> Deadline() const;
  void DeadlinePassed(clock::Steady now);

 private:
  void ReadHead(clock::Steady now);
  void ReadBody(clock::Steady now);
  void Refuse(const DoorReply& refusal, clock::Steady now);

  const HttpLimits& limits_;
  State state_ = State::kIdle;
  clock::Steady deadline_;
  std::string in_;
  size_t looked_at_ = 0;  // bytes of `in_` that hold no end of a head
  std::optional<RequestHead> head_;
  std::optional<HttpRequest> request_;
  HttpReply reply_;
  size_t written_ = 0;
  size_t thrown_away_ = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_HTTP_CONNECTION_H_
