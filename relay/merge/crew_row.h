#ifndef COLLIE_RELAY_MERGE_CREW_ROW_H_
#define COLLIE_RELAY_MERGE_CREW_ROW_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>

#include "collie/v1/crew.pb.h"
#include "crew/clock/clock.h"
#include "crew/ids/ids.h"
#include "relay/merge/age.h"
#include "relay/merge/rendered.h"

namespace collie::relay {

// One row of the crew as readers get it: a member, a source, a pane, or that one of them is gone.
// It never changes, but for its ages, which are computed for a moment; whoever changes the crew
// makes another one. Its bytes are made once, whatever the number of readers. Thread-safe.
class CrewRow {
 public:
  using Ref = std::shared_ptr<const CrewRow>;
  // In the order of `Kind`.
  using Content = std::variant<v1::Member, v1::SourceEntry, v1::PaneEntry, v1::Removal>;
  enum class Kind { kMember, kSource, kPane, kRemoval };
  // What bytes are made of it.
  enum class Form { kWire, kJson };

  static Ref OfMember(v1::Member member, std::shared_ptr<const Age> last_seen);
  static Ref OfSource(v1::SourceEntry source, std::shared_ptr<const Age> read);
  // Times left count from `received_at`; `order` is its place in its source's list.
  static Ref OfPane(v1::PaneEntry pane, clock::Steady received_at, int64_t order);
  static Ref OfRemoval(const ids::ConversationKey& key);

  Kind kind() const { return static_cast<Kind>(content_.index()); }
  // REQUIRES: it is one. Its times left are those at its receipt.
  const v1::PaneEntry& pane() const { return std::get<v1::PaneEntry>(content_); }
  // REQUIRES: it is one. Its age is not set.
  const v1::SourceEntry& source() const { return std::get<v1::SourceEntry>(content_); }
  int64_t order() const { return order_; }
  clock::Steady received_at() const { return received_at_; }
  // About what it costs in memory.
  size_t bytes() const { return bytes_; }

  // As it is at this time: ages are at least 0, and so are times left.
  Content At(clock::Steady at) const;

  // The whole second that `now` is in: rows that are encoded within one second share their bytes.
  // What is encoded for it is older by up to that second, and its reader adds the difference
  // (rows_age_ms).
  static clock::Steady BaseOf(clock::Steady now);
  // Its protobuf message with the ages at `base`. A row without ages is the same for every base.
  SharedBytes Wire(clock::Steady base) const;
  // Any other form of it, by a `make` that is always the same for that form.
  SharedBytes In(Form form, clock::Steady base,
                 const std::function<std::string(const Content&)>& make) const;

 private:
  explicit CrewRow(Content content);
  static std::shared_ptr<CrewRow> Make(Content content);
  bool HasAges() const { return age_ != nullptr || expires_; }

  // Constant after construction.
  const Content content_;
  std::shared_ptr<const Age> age_;  // of a member or source
  clock::Steady received_at_;       // of a pane
  int64_t order_ = 0;
  bool expires_ = false;  // one of a pane's questions does
  size_t bytes_ = 0;

  Rendered forms_[2];  // synchronizes itself
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_CREW_ROW_H_
