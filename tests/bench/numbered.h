#ifndef COLLIE_TESTS_BENCH_NUMBERED_H_
#define COLLIE_TESTS_BENCH_NUMBERED_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <optional>
#include <string>

namespace collie::bench {

// A message of a floor that names the act it belongs to: eight bytes before its own.
struct Numbered {
  int64_t number = 0;
  std::string bytes;
};

grpc::ByteBuffer ToBuffer(const Numbered& message);
// None: too short.
std::optional<Numbered> ParseNumbered(const grpc::ByteBuffer& buffer);

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_NUMBERED_H_
