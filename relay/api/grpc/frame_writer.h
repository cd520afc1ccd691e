#ifndef COLLIE_RELAY_API_GRPC_FRAME_WRITER_H_
#define COLLIE_RELAY_API_GRPC_FRAME_WRITER_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "relay/merge/rendered.h"

namespace collie::relay {

// Writes one protobuf message as slices, so that what was encoded before is not encoded, and where
// it is large not copied, again. Not thread-safe.
class FrameWriter {
 public:
  // What is shorter is copied: a reference costs more.
  static constexpr size_t kCopied = 4096;

  void Varint(int field, uint64_t value);
  void Bytes(int field, std::string_view value);
  // A message or text that was encoded before.
  void Shared(int field, const SharedBytes& value);
  // Fields of this message that were encoded before.
  void SharedFields(const SharedBytes& fields);
  // The head of a message of this size: what is written next.
  void Head(int field, size_t bytes);

  // What a message or text of this size costs with its head.
  static size_t SizeOf(int field, size_t bytes);
  static size_t SizeOfVarint(int field, uint64_t value);

  grpc::ByteBuffer Finish();

 private:
  void Raw(uint64_t value);
  void Cut();

  std::string open_;
  std::vector<grpc::Slice> slices_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_FRAME_WRITER_H_
