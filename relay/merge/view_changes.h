#ifndef COLLIE_RELAY_MERGE_VIEW_CHANGES_H_
#define COLLIE_RELAY_MERGE_VIEW_CHANGES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "collie/v1/conversation.pb.h"
#include "collie/v1/crew.pb.h"
#include "crew/ids/ids.h"

namespace collie::relay {

// Changes of the crew's last good state that wait to be written, one a key: the newest wins, and a
// removal swallows what waits below it. Keys are triples whose narrower fields are empty for a
// source or a member. Pure; not thread-safe.
class ViewChanges {
 public:
  struct Change {
    bool removes = false;  // first: the key and all below it go
    bool writes = false;   // then: the key gets `state`
    int64_t place = 0;     // panes: where the agent lists it
    // Members and sources: when it was seen or read last; none while that went on when it was put.
    std::optional<absl::Time> seen_at = std::nullopt;
    std::string state;  // the serialized message
  };
  // In key order a removal comes before what was written below it afterwards.
  using Map = std::map<ids::ConversationKey, Change>;

  void Put(const v1::Member& member, std::optional<absl::Time> seen_at = std::nullopt);
  void PutSource(const std::string& member, const v1::Source& source,
                 std::optional<absl::Time> read_at = std::nullopt);
  // `place` orders the panes of a source; equal ones go by their id.
  void PutPane(const std::string& member, const std::string& source, int64_t place,
               const v1::Pane& pane);
  // A pane, all of a source, or all of a member.
  void Remove(const v1::Removal& removal);

  // This relay runs at this time: what it is linked to was seen about then.
  void PutAlive(absl::Time wall) { alive_at_ = wall; }

  // Adds changes that came after these.
  void Append(const ViewChanges& newer);

  bool empty() const { return changes_.empty() && !alive_at_; }
  const Map& changes() const { return changes_; }
  const std::optional<absl::Time>& alive_at() const { return alive_at_; }

 private:
  Change& Write(ids::ConversationKey key, std::string state);
  void RemoveAll(const ids::ConversationKey& key);

  Map changes_;
  std::optional<absl::Time> alive_at_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_VIEW_CHANGES_H_
