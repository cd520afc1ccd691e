#ifndef COLLIE_EDGE_AGENT_FRESH_READER_H_
#define COLLIE_EDGE_AGENT_FRESH_READER_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "crew/clock/clock.h"
#include "crew/config/sources_file.h"
#include "edge/acts/agent_port.h"
#include "edge/agent/agent_reader.h"
#include "edge/agent/known_agent.h"

namespace collie::edge {

// One read of an agent as it is now, for one act. With a reader of its own the poller is not
// disturbed and does not delay it. One thread.
class FreshReader {
 public:
  // Borrows `reader`, which reads the agent of `entry`. `known` is what the poller read last: a 304
  // to it counts.
  FreshReader(AgentReader& reader, config::SourceEntry entry, std::optional<KnownAgent> known,
              const clock::Clock& clock);

  // As AgentPort::Read; the duplicate of another source appears live here.
  FreshState Read(const std::string& pane, bool with_asks, absl::Duration most);

 private:
  template <typename Call>
  auto ReadTwice(const Call& read) const;
  std::optional<ReadFailure> ReadAgent();
  std::optional<ReadFailure> ReadHello();
  std::optional<ReadFailure> ReadSnapshot(const std::string& etag);
  void ReadAsks(FreshState& state);
  FreshState Failed(const ReadFailure& failure) const;
  v1::Source Source(v1::SourceState state) const;
  absl::Duration TimeLeft() const;

  AgentReader& reader_;
  const config::SourceEntry entry_;
  const clock::Clock& clock_;
  clock::Steady deadline_;
  std::optional<wire::Hello> hello_;
  std::string etag_;
  std::shared_ptr<const wire::Snapshot> snapshot_;
  AgentClock agent_clock_;
};

// The state of a source whose read failed so, without what was read before. Pure.
v1::SourceState StateOf(ReadFailure::Kind kind);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_AGENT_FRESH_READER_H_
