#ifndef COLLIE_TESTS_CREW_HTTP_SERVER_RAW_CLIENT_H_
#define COLLIE_TESTS_CREW_HTTP_SERVER_RAW_CLIENT_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace collie::tests {

// A client that sends any bytes, well formed or not. Every wait ends after half a minute.
class RawClient {
 public:
  explicit RawClient(uint16_t port);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool is_connected() const { return is_connected_; }
  // How many bytes went out before the other side hung up, or all.
  size_t Send(absl::string_view bytes);
  // Whether all that was sent has arrived at the other side's socket; looks for half a minute.
  bool AwaitDelivery();
  // One reply, by its Content-Length; "" when the connection ends or is silent.
  std::string ReadReply();
  // What comes up to and with this mark; "" when the connection ends or is silent before.
  std::string ReadUntil(absl::string_view mark);
  // All there is until the other side ends; `ended` tells an end from silence.
  std::string ReadToEnd(bool* ended);

 private:
  bool Receive();

  const int fd_;
  bool is_connected_ = false;
  bool has_ended_ = false;
  std::string in_;
};

// The status of a reply; 0 when it is no HTTP.
int StatusOf(absl::string_view reply);
// What follows the head.
std::string BodyOf(absl::string_view reply);
// The value of a header, "" when absent.
std::string HeaderOf(absl::string_view reply, absl::string_view name);

}  // namespace collie::tests

#endif  // COLLIE_TESTS_CREW_HTTP_SERVER_RAW_CLIENT_H_
