#ifndef COLLIE_RELAY_WATCH_WATCH_STEP_H_
#define COLLIE_RELAY_WATCH_WATCH_STEP_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "collie/v1/dashboard.pb.h"
#include "crew/clock/clock.h"
#include "relay/merge/crew_row.h"
#include "relay/watch/receipt_news.h"

namespace collie::relay {

// One event of a watch, before an API writes it: shared rows with their bytes, and what stands
// around them. It fits one message.
struct WatchStep {
  enum class Kind {
    kSnapshot,  // rows of the whole start
    kInSync,    // the start is complete, or there was nothing to resume
    kDelta,     // rows that changed and removals; without rows it says that the watch is alive
    kResync,    // the watch begins again: the whole start follows, and what came of a step is void
    kReceipt,   // a receipt in the filter changed
  };
  struct Row {
    CrewRow::Ref row;
    SharedBytes bytes;  // of the form that the feed was made for
  };

  Kind kind = Kind::kSnapshot;
  std::vector<Row> rows;    // of kSnapshot and kDelta; what holds a row is before it
  clock::Steady base;       // for which the ages in the bytes were computed
  bool more = false;        // kDelta: parts of this step follow, and are applied together
  std::string incarnation;  // kInSync: names this relay's numbering
  uint64_t revision = 0;    // reached: kInSync, and kDelta without `more`
  v1::ResyncReason reason = v1::RESYNC_REASON_UNSPECIFIED;  // kResync
  std::shared_ptr<const ReceiptRow> receipt;                // kReceipt

  // What the frame around the rows says, at its write.
  int64_t RowsAgeMs(clock::Steady now) const {
    return rows.empty() ? 0 : absl::ToInt64Milliseconds(now - base);
  }
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_WATCH_STEP_H_
