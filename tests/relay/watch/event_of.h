#ifndef COLLIE_TESTS_RELAY_WATCH_EVENT_OF_H_
#define COLLIE_TESTS_RELAY_WATCH_EVENT_OF_H_

#include <string>

#include "collie/v1/dashboard.pb.h"
#include "relay/watch/watch_step.h"

namespace collie::tests {

template <typename Part>
void AddRows(const relay::WatchStep& step, Part& part) {
  for (const relay::WatchStep::Row& row : step.rows) {
    switch (row.row->kind()) {
      case relay::CrewRow::Kind::kMember:
        part.add_members()->ParseFromString(*row.bytes);
        break;
      case relay::CrewRow::Kind::kSource:
        part.add_sources()->ParseFromString(*row.bytes);
        break;
      case relay::CrewRow::Kind::kPane:
        part.add_panes()->ParseFromString(*row.bytes);
        break;
      case relay::CrewRow::Kind::kRemoval:
        if constexpr (std::is_same_v<Part, v1::CrewDelta>) {
          part.add_removed()->ParseFromString(*row.bytes);
        }
        break;
    }
  }
}

// The step as the message that the contract has for it.
inline v1::WatchEvent EventOf(const relay::WatchStep& step, clock::Steady now) {
  using Kind = relay::WatchStep::Kind;
  v1::WatchEvent event;
  event.set_rows_age_ms(step.RowsAgeMs(now));
  switch (step.kind) {
    case Kind::kSnapshot:
      AddRows(step, *event.mutable_snapshot());
      break;
    case Kind::kInSync:
      event.mutable_in_sync()->set_incarnation(step.incarnation);
      event.mutable_in_sync()->set_revision(std::to_string(step.revision));
      break;
    case Kind::kDelta:
      AddRows(step, *event.mutable_delta());
      event.mutable_delta()->set_more(step.more);
      if (!step.more) event.mutable_delta()->set_revision(std::to_string(step.revision));
      break;
    case Kind::kResync:
      event.mutable_resync()->set_reason(step.reason);
      break;
    case Kind::kReceipt:
      *event.mutable_receipt() = step.receipt->receipt;
      break;
  }
  return event;
}

}  // namespace collie::tests

#endif  // COLLIE_TESTS_RELAY_WATCH_EVENT_OF_H_
