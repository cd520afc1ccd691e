#ifndef COLLIE_CREW_HTTP_SERVER_REPLY_BYTES_H_
#define COLLIE_CREW_HTTP_SERVER_REPLY_BYTES_H_

#include <cstddef>
#include <string>

#include "crew/http_server/message.h"

namespace collie::http_server {

// How the reader finds the end of a reply.
enum class BodyEnd {
  kLength,   // by its Content-Length
  kChunks,   // by its last chunk
  kClosing,  // by the end of the connection: a stream for HTTP/1.0
};

// The head of a reply, its empty line included. `common` are the headers of every reply; one that
// the reply sets itself replaces it. Line ends and other controls in headers become blanks. Pure.
std::string HeadBytes(const Reply& reply, const Headers& common, BodyEnd end, bool keeps_alive);

// What goes before a chunk; behind it goes kChunkEnd. Pure.
std::string ChunkStart(size_t bytes);
inline constexpr char kChunkEnd[] = "\r\n";
inline constexpr char kLastChunk[] = "0\r\n\r\n";

}  // namespace collie::http_server

#endif  // COLLIE_CREW_HTTP_SERVER_REPLY_BYTES_H_
