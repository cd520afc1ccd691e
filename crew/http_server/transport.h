#ifndef COLLIE_CREW_HTTP_SERVER_TRANSPORT_H_
#define COLLIE_CREW_HTTP_SERVER_TRANSPORT_H_

#include <functional>
#include <string_view>
#include <vector>

#include "absl/time/time.h"

namespace collie::http_server {

// The bytes of one connection, and its one timer. Everything is called, and calls back, on the
// loop's thread; after Close no call back comes. What a call back needs it keeps alive itself.
class Transport {
 public:
  virtual ~Transport() = default;

  // TLS, where there is any. Once, before all else.
  virtual void Handshake(std::function<void(bool ok)> done) = 0;
  // Calls back with what came; with nothing where the peer has ended or the connection failed. One
  // at a time.
  virtual void Read(std::function<void(std::string_view bytes)> done) = 0;
  // Writes all the pieces, which stay until it calls back. One at a time; a read may be under way.
  virtual void Write(std::vector<std::string_view> pieces, std::function<void(bool ok)> done) = 0;
  // Tells the peer that nothing more will come.
  virtual void EndWrites(std::function<void()> done) = 0;
  // Calls back once that time has passed, unless it is set again before. An infinite time ends the
  // wait, and needs no `done`.
  virtual void SetTimer(absl::Duration after, std::function<void()> done) = 0;
  // Drops everything under way.
  virtual void Close() = 0;
};

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_TRANSPORT_H_
