#ifndef COLLIE_RELAY_MERGE_CREW_PARTS_H_
#define COLLIE_RELAY_MERGE_CREW_PARTS_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "collie/v1/dashboard.pb.h"
#include "crew/text/limits.h"

namespace collie::relay {

// Rows of the crew in messages of a bounded size: v1::CrewPart or v1::CrewDelta. A message stays
// under 1 MiB, with what its event adds, as long as no row alone is larger than kMostBytes (a pane
// is half of it at most). Not thread-safe; pure.
template <typename Part>
class CrewParts {
 public:
  // Of the rows of one message.
  static constexpr size_t kMostBytes = text::kMiB - 64 * text::kKiB;

  void Add(v1::Member row) { Put(std::move(row), &Part::add_members); }
  void Add(v1::SourceEntry row) { Put(std::move(row), &Part::add_sources); }
  void Add(v1::PaneEntry row) { Put(std::move(row), &Part::add_panes); }
  void Add(v1::Removal row) { Put(std::move(row), &Part::add_removed); }

  // Of all rows so far.
  size_t bytes() const { return bytes_; }

  // The messages, in the order of the rows; none where there were no rows.
  std::vector<Part> TakeParts() { return std::move(parts_); }

 private:
  static constexpr size_t kFraming = 8;  // what a row costs in its message, beside itself

  template <typename Row, typename Adder>
  void Put(Row row, Adder add) {
    const size_t bytes = row.ByteSizeLong() + kFraming;
    if (parts_.empty() || in_last_ + bytes > kMostBytes) {
      parts_.emplace_back();
      in_last_ = 0;
    }
    *(parts_.back().*add)() = std::move(row);
    in_last_ += bytes;
    bytes_ += bytes;
  }

  std::vector<Part> parts_;
  size_t in_last_ = 0;
  size_t bytes_ = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_MERGE_CREW_PARTS_H_
