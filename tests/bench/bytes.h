#ifndef COLLIE_TESTS_BENCH_BYTES_H_
#define COLLIE_TESTS_BENCH_BYTES_H_

#include <google/protobuf/message_lite.h>
#include <grpcpp/support/byte_buffer.h>

#include <string>
#include <string_view>

namespace collie::bench {

grpc::ByteBuffer ToBuffer(std::string_view bytes);
grpc::ByteBuffer ToBuffer(const google::protobuf::MessageLite& message);

std::string ToString(const grpc::ByteBuffer& buffer);
// False: it is none of that type.
bool Parse(const grpc::ByteBuffer& buffer, google::protobuf::MessageLite& message);
// Whether the text stands in it; reads it without a copy where it has one slice.
bool Contains(const grpc::ByteBuffer& buffer, std::string_view text);
// The number of the message's first field of bytes: which event a WatchEvent or a frame is. 0:
// none.
int FirstField(std::string_view message);
int FirstField(const grpc::ByteBuffer& buffer);

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_BYTES_H_
