#ifndef COLLIE_EDGE_SOURCES_AGENTS_H_
#define COLLIE_EDGE_SOURCES_AGENTS_H_

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "collie/v1/edge_link.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/typed_id.h"
#include "edge/acts/agent_port.h"
#include "edge/agent/agent_reader.h"
#include "edge/sources/sources.h"
#include "edge/view/host_view.h"

namespace collie::edge {

// The running agents as the acts see them, and as history reads do. Every call has a connection of
// its own. Thread-safe; calls block, at most until their deadline.
class Agents final : public AgentPort {
 public:
  // Borrows all three.
  Agents(const clock::Clock& clock, Sources& sources, const HostView& view)
      : clock_(clock), sources_(sources), view_(view) {}

  std::optional<ids::AgentAddress> Address(const ids::SourceName& source) override;
  // A source that is not there reads as UNREACHABLE; the duplicate of an earlier one as
  // DUPLICATE_SOURCE.
  FreshState Read(const ids::SourceName& source, const ids::PaneId& pane, bool with_asks,
                  absl::Duration most) override;
  std::optional<v1::ClosedAsk> FindDecision(const ids::SourceName& source, const ids::PaneId& pane,
                                            const ids::Epoch& epoch,
                                            const ids::AskId& ask_id) override;
  PostReply Post(const ids::SourceName& source, const ids::AgentAddress& address,
                 const std::string& path, const std::string& body, absl::Duration most) override;
  std::unique_ptr<AgentVisit> Visit(const ids::SourceName& source,
                                    const ids::AgentAddress& address) override;
  v1::Evidence FindWitness(const ids::SourceName& source, const ids::PaneId& pane,
                           const ids::RequestId& request_id, absl::Duration most) override;

  // A page of older items, read from the agent now; where it cannot be had, the reason and a
  // sentence. A limit beyond 1 to 200 is clamped. `read` is not set.
  v1::HistoryPage ReadHistory(const v1::HistoryRead& read);

  // Ends the reads under way, and every later one, as unreachable. Acts under way are not touched.
  void CancelReads();

 private:
  class Reading;

  // The running source of this name, where it has this address.
  std::shared_ptr<Poller> FindAt(const ids::SourceName& source,
                                 const ids::AgentAddress& address) const;

  const clock::Clock& clock_;
  Sources& sources_;
  const HostView& view_;
  absl::Mutex mu_;
  bool cancelled_ ABSL_GUARDED_BY(mu_) = false;
  std::set<AgentReader*> under_way_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_SOURCES_AGENTS_H_
