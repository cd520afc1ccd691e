#ifndef COLLIE_EDGE_SOURCES_SOURCES_H_
#define COLLIE_EDGE_SOURCES_SOURCES_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/clock/clock.h"
#include "crew/config/sources_file.h"
#include "crew/ids/typed_id.h"
#include "edge/poll/epochs.h"
#include "edge/poll/interest.h"
#include "edge/poll/poller.h"
#include "edge/view/host_view.h"

namespace collie::edge {

// The running set: one poller for each entry of sources.json. Thread-safe, but that the set is
// changed by one thread at a time. Its lock is held across no call of a poller or of the view.
class Sources {
 public:
  // Borrows all three. Takes over the interest's callback: pollers are notified, and the view
  // learns which conversations the relay asked for.
  Sources(const clock::Clock& clock, HostView& view, Interest& interest, Cadence cadence = {});
  // Stops every poller. REQUIRES: the interest changes no more.
  ~Sources();
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

  // Makes these entries the running set, in the order of the file. Entries that did not change go
  // on undisturbed; another address is another source: what was known of the old one is dropped;
  // another token or ca starts the reads anew and keeps what is shown until they bring something.
  // When this returns the view names every source, as starting at first. Blocks while pollers stop.
  // REQUIRES: no Apply or Stop is under way.
  void Apply(const std::vector<config::SourceEntry>& entries);
  // Stops every poller; what they showed stays. REQUIRES: no Apply or Stop is under way.
  void Stop();

  // The running poller of this name; null: no such source. It may be stopped while it is held.
  std::shared_ptr<Poller> Find(const std::string& name) const;
  // Reads the source at once; nothing where there is none.
  void PollNow(const std::string& name);
  // An act on this conversation ended: reads it soon (Poller::PollAfterAct).
  void PollAfterAct(const std::string& name, const std::string& pane);
  // The earlier source that shows this epoch too; empty: none.
  ids::SourceName EarlierWith(const ids::SourceName& name, const ids::Epoch& epoch) const {
    return epochs_.EarlierWith(name, epoch);
  }
  // The entries that run, in the order of the file.
  std::vector<config::SourceEntry> entries() const;

 private:
  using Pollers = std::map<std::string, std::shared_ptr<Poller>>;

  void InterestChanged(const Interest::Change& change);
  std::vector<std::shared_ptr<Poller>> TakeOut(const std::vector<config::SourceEntry>& entries);
  void TakeIn(const std::vector<config::SourceEntry>& entries);

  const clock::Clock& clock_;
  HostView& view_;
  Interest& interest_;
  const Cadence cadence_;
  Epochs epochs_;

  mutable absl::Mutex mu_;
  Pollers pollers_ ABSL_GUARDED_BY(mu_);
  std::vector<config::SourceEntry> entries_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_SOURCES_SOURCES_H_
