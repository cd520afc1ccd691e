#ifndef COLLIE_RELAY_MERGE_VIEW_CHANGES_H_
#define COLLIE_RELAY_MERGE_VIEW_CHANGES_H_

#include <cstdint>
#include <map>
#include <string>

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
    std::string state;     // the serialized message
  };
  // In key order a removal comes before what was written below it afterwards.
  using Map = std::map<ids::ConversationKey, Change>;

  void Put(const v1::Member& member);
  void PutSource(const std::string& member, const v1::Source& source);
  // `place` orders the panes of a source; equal ones go by their id.
  void PutPane(const std::string& member, const std::string& source, int64_t place,
               const v1::Pane& pane);
  // A pane, all of a source, or all of a member.
  void Remove(const v1::Removal& removal);

  // Adds changes that came after these.
  void Append(const ViewChanges& newer);

  bool empty() const { return changes_.empty(); }
  const Map& changes() const { return changes_; }

 private:
  void Write(ids::ConversationKey key, int64_t place, std::string state);
  void RemoveAll(const ids::ConversationKey& key);

  Map changes_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_VIEW_CHANGES_H_
