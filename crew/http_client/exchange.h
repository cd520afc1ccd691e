#ifndef COLLIE_CREW_HTTP_CLIENT_EXCHANGE_H_
#define COLLIE_CREW_HTTP_CLIENT_EXCHANGE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "absl/time/time.h"
#include "crew/config/sources_file.h"
#include "crew/source/reason.h"

namespace collie::http_client {

// One request to an agent.
struct Call {
  std::string path;              // from /session/v1, already escaped
  std::string body;              // of a POST; one JSON object
  int version = 0;               // X-Collie-Session; 0: no header
  std::string if_none_match;     // an etag that a reply gave; empty: no header
  size_t body_limit = 64 << 10;  // of the reply, bytes; a larger one is not read
  absl::Duration deadline;       // of the whole exchange, from connect to the last byte
};

// How an exchange ended.
enum class ExchangeEnd {
  kReplied,
  kBadAddress,        // the entry's address breaks the rules; nothing was dialled
  kSocketNotPrivate,  // the same
  kNotConnected,      // refused, no such socket, no such host, no good certificate
  kDeadline,
  kLost,      // the connection closed, or what came was no HTTP
  kTooLarge,  // headers past 16 KiB or a body past its limit
  kCancelled,
};

// Why the source could not be read then; kNone for kReplied.
SourceReason ReasonOf(ExchangeEnd end);

struct Reply {
  ExchangeEnd end = ExchangeEnd::kCancelled;
  // A byte of the request may have left. Only while it is false is it proven that the agent knows
  // nothing.
  bool left = false;
  std::string detail;  // one sentence for a person, unless it replied
  int status = 0;
  std::string content_type;
  std::string etag;  // empty where the agent gave none that is safe to send back
  std::string body;
};

// Whether a content type is application/json, with or without parameters.
bool IsJson(std::string_view content_type);

// Bounded HTTP/1.1 exchanges with one agent, by the rules of protos/WIRE.md: no redirects, proxies,
// cookies or decompression, the token only over a url. The address is checked again before each.
// One thread at a time; Cancel from any.
class Exchange {
 public:
  static constexpr size_t kHeaderLimit = 16 << 10;  // bytes of a reply's headers

  explicit Exchange(config::SourceEntry entry);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // A GET. May use the connection of an earlier one, and may be repeated on a fresh one when that
  // connection turns out to be closed. Blocks, at most until the call's deadline.
  Reply Get(const Call& call);
  // A POST on a connection of its own, never repeated. Blocks, at most until the deadline.
  Reply Post(const Call& call);
  // A POST on the connection of the last Get, never repeated. Where that one is closed nothing is
  // dialled: it ends with kNotConnected, and nothing left. Blocks as Post.
  Reply PostOnKept(const Call& call);
  // Ends the exchange under way and every later one with kCancelled.
  void Cancel();

 private:
  struct Wiring;
  enum class Kind { kGet, kPost, kPostOnKept };
  Reply Run(const Call& call, Kind kind);

  const config::SourceEntry entry_;
  const std::unique_ptr<Wiring> wiring_;
};

}  // namespace collie::http_client

#endif  // COLLIE_CREW_HTTP_CLIENT_EXCHANGE_H_
