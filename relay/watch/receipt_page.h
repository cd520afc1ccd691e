#ifndef COLLIE_RELAY_WATCH_RECEIPT_PAGE_H_
#define COLLIE_RELAY_WATCH_RECEIPT_PAGE_H_

#include <functional>
#include <vector>

#include "absl/status/statusor.h"
#include "collie/v1/dashboard.pb.h"
#include "collie/v1/receipt.pb.h"

namespace collie::relay {

// Lists receipts as CrewApi::ListReceipts does.
using ReceiptLister =
    std::function<absl::StatusOr<std::vector<v1::Receipt>>(const v1::ListReceiptsRequest&)>;

// One page of receipts, newest first, in a reply under 1 MiB: it may hold fewer than were asked
// for. Its cursor names the act that it ended with, and is empty at the oldest. Blocks on the disk.
// Errors: the lister's.
absl::StatusOr<v1::ListReceiptsReply> ReceiptPage(const ReceiptLister& list,
                                                  const v1::ListReceiptsRequest& request);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_RECEIPT_PAGE_H_
