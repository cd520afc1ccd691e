#ifndef COLLIE_CREW_RECEIPT_TIMESTAMP_H_
#define COLLIE_CREW_RECEIPT_TIMESTAMP_H_

#include "absl/time/time.h"
#include "google/protobuf/timestamp.pb.h"

namespace collie::receipt {

// Wall time as it is written into receipts, and back. For people only: nothing is decided by it.
// Pure.
google::protobuf::Timestamp ToTimestamp(absl::Time time);
absl::Time ToTime(const google::protobuf::Timestamp& timestamp);

}  // namespace collie::receipt

#endif  // COLLIE_CREW_RECEIPT_TIMESTAMP_H_
