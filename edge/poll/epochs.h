#ifndef COLLIE_EDGE_POLL_EPOCHS_H_
#define COLLIE_EDGE_POLL_EPOCHS_H_

#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace collie::edge {

// The epochs that the sources show, to find one agent under two names: of two sources with the same
// epoch the one that is later in sources.json is the duplicate. Thread-safe.
class Epochs {
 public:
  // The sources in the order of the file. What a name showed before stays, of names that stay.
  void SetOrder(const std::vector<std::string>& names);
  // A source shows this epoch now.
  void Set(const std::string& name, const std::string& epoch);
  // The source is gone, or its address is another one.
  void Clear(const std::string& name);
  // The earlier source that shows this epoch too; empty: none.
  std::string EarlierWith(const std::string& name, const std::string& epoch) const;

 private:
  struct Entry {
    std::string name;
    std::string epoch;
  };
  mutable absl::Mutex mu_;
  std::vector<Entry> entries_ ABSL_GUARDED_BY(mu_);
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_POLL_EPOCHS_H_
