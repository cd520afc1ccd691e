#ifndef COLLIE_RELAY_HTTP_MEMORY_STREAM_H_
#define COLLIE_RELAY_HTTP_MEMORY_STREAM_H_

#include <httplib.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

namespace collie::relay {

// A stream for cpp-httplib without a socket: reads from bytes that are all there, writes to a
// string.
class MemoryStream final : public httplib::Stream {
 public:
  // `input` outlives it.
  explicit MemoryStream(std::string_view input) : input_(input) {}

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, size_t size) override {
    const size_t count = std::min(size, input_.size());
    std::memcpy(to, input_.data(), count);
    input_.remove_prefix(count);
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* from, size_t size) override {
    output_.append(from, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return INVALID_SOCKET; }

  std::string TakeOutput() { return std::move(output_); }

 private:
  std::string_view input_;
  std::string output_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_MEMORY_STREAM_H_
