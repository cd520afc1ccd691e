#ifndef COLLIE_CREW_CLI_VIEW_CREW_STATE_H_
#define COLLIE_CREW_CLI_VIEW_CREW_STATE_H_

#include <map>
#include <string>

#include "collie/v1/crew.pb.h"
#include "collie/v1/dashboard.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"

namespace collie::cli {

// What was read, and when: ages and times left count on from there.
template <typename T>
struct Seen {
  T value;
  clock::Steady at;
};

// The crew at one revision. A source's key has no pane.
struct Crew {
  std::map<std::string, Seen<v1::Member>> members;
  std::map<ids::ConversationKey, Seen<v1::Source>> sources;
  std::map<ids::ConversationKey, Seen<v1::Pane>> panes;
};

// The value as it is now: its ages have grown, its times left have shrunk.
v1::Member At(const Seen<v1::Member>& seen, clock::Steady now);
v1::Source At(const Seen<v1::Source>& seen, clock::Steady now);
v1::Pane At(const Seen<v1::Pane>& seen, clock::Steady now);

// The crew as a Watch sends it. A whole start is applied in one step, at its in-sync mark; until
// then the crew before it stays. Not thread-safe.
class CrewState {
 public:
  // Applies one event of the stream, read at `at`. Receipts change nothing here.
  void Apply(const v1::WatchEvent& event, clock::Steady at);
  // The stream broke: what had come of a whole start is forgotten. The crew before it stands, for a
  // stream that goes on from there.
  void Broken();

  // False until the first whole start is complete, and from when another begins until that is.
  bool in_sync() const { return in_sync_; }
  const Crew& crew() const { return crew_; }
  // Where the next Watch resumes; empty before the first in-sync mark.
  const v1::ResumePoint& resume() const { return resume_; }

 private:
  void Apply(const v1::CrewDelta& delta, clock::Steady now);

  Crew crew_;
  Crew next_;  // the whole start that is being received
  bool receiving_ = false;
  bool in_sync_ = false;
  v1::ResumePoint resume_;
};

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_CREW_STATE_H_
