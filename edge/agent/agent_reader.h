#ifndef COLLIE_EDGE_AGENT_AGENT_READER_H_
#define COLLIE_EDGE_AGENT_AGENT_READER_H_

#include <memory>
#include <string>
#include <variant>

#include "absl/time/time.h"
#include "crew/config/sources_file.h"
#include "crew/http_client/exchange.h"
#include "crew/source/reason.h"
#include "crew/text/limits.h"
#include "crew/wire/hello.h"
#include "crew/wire/history.h"
#include "crew/wire/pane_read.h"
#include "crew/wire/snapshot.h"

namespace collie::edge {

// Why a read failed.
struct ReadFailure {
  enum class Kind {
    kFailed,        // no reply, or one that breaks the wire
    kBadAddress,    // the address breaks the rules: socket-not-private or bad-address
    kStarting,      // 503
    kTokenRefused,  // 401
    kIncompatible,  // 409 incompatible: the version of the header
    kRefused,       // another 4xx with a code
    kCancelled,
  };
  Kind kind = Kind::kFailed;
  SourceReason reason = SourceReason::kNone;
  std::string detail;  // one sentence for a person
  std::string code;    // the agent's, with kRefused
};

template <typename T>
using ReadResult = std::variant<T, ReadFailure>;

// A snapshot, or null where the agent answered 304.
struct SnapshotRead {
  std::shared_ptr<const wire::Snapshot> snapshot;
  std::string etag;
};

// The reads of one agent (protos/WIRE.md, Reads), each within the wire's own deadline and `most`.
// They share one connection. One thread at a time; Cancel from any.
class AgentReader {
 public:
  explicit AgentReader(config::SourceEntry entry);

  // `version` 0 says it without the header.
  ReadResult<wire::Hello> Hello(int version, absl::Duration most = absl::InfiniteDuration());
  // `etag` of the last one, or empty.
  ReadResult<SnapshotRead> Snapshot(const std::string& etag,
                                    absl::Duration most = absl::InfiniteDuration());
  // `cursor` of the last one; empty: the whole current view.
  ReadResult<wire::PaneRead> Pane(const std::string& pane, const std::string& cursor,
                                  absl::Duration most = absl::InfiniteDuration());
  // `before` as a page gave it; empty: the newest page. `limit` 1 to 200.
  ReadResult<wire::HistoryRead> History(const std::string& pane, const std::string& before,
                                        int limit, absl::Duration most = absl::InfiniteDuration());
  // A POST on the connection of the last read (http_client::Exchange::PostOnKept), within the
  // wire's deadline of an act and `most`.
  http_client::Reply PostOnConnection(const std::string& path, const std::string& body,
                                      absl::Duration most);
  // Ends the read under way and every later one with kCancelled.
  void Cancel() { exchange_.Cancel(); }

 private:
  http_client::Call CallOf(std::string path, size_t body_limit, text::Deadline deadline,
                           absl::Duration most) const;

  const bool remote_;
  http_client::Exchange exchange_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_AGENT_AGENT_READER_H_
