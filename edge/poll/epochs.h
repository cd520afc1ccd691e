#ifndef COLLIE_EDGE_POLL_EPOCHS_H_
#define COLLIE_EDGE_POLL_EPOCHS_H_

#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "crew/ids/typed_id.h"

namespace collie::edge {

// The epochs that the sources show, to find one agent under two names: of two sources with the same
// epoch the one that is later in sources.json is the duplicate. Thread-safe.
class Epochs {
 public:
  // The sources in the order of the file. What a name showed before stays, of names that stay.
  void SetOrder(const std::vector<ids::SourceName>& names);
  // A source shows this epoch now.
  void Set(const ids::SourceName& name, const ids::Epoch& epoch);
  // The source is gone, or its address is another one.
  void Clear(const ids::SourceName& name);
  // The earlier source that shows this epoch too; empty: none.
  ids::SourceName EarlierWith(const ids::SourceName& name, const ids::Epoch& epoch) const;

 private:
  struct Entry {
    ids::SourceName name;
    ids::Epoch epoch;
  };
  mutable absl::Mutex mu_;
  std::vector<Entry> entries_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_POLL_EPOCHS_H_
