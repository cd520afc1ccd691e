#include "relay/watch/receipt_page.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "crew/status/status_macros.h"
#include "crew/text/limits.h"

namespace collie::relay {
namespace {

constexpr size_t kMostBytes = text::kMiB - 64 * text::kKiB;
constexpr size_t kFraming = 8;  // what a receipt costs in the reply, beside itself

}  // namespace

absl::StatusOr<v1::ListReceiptsReply> ReceiptPage(const ReceiptLister& list,
                                                  const v1::ListReceiptsRequest& request) {
  COLLIE_ASSIGN_OR_RETURN(std::vector<v1::Receipt> receipts, list(request));
  v1::ListReceiptsReply reply;
  size_t bytes = 0;
  for (v1::Receipt& receipt : receipts) {
    bytes += receipt.ByteSizeLong() + kFraming;
    if (bytes > kMostBytes && !reply.receipts().empty()) break;
    *reply.add_receipts() = std::move(receipt);
  }
  if (reply.receipts().empty()) return reply;
  v1::ListReceiptsRequest older = request;
  older.set_before(reply.receipts().rbegin()->request_id());
  older.set_limit(1);
  COLLIE_ASSIGN_OR_RETURN(const std::vector<v1::Receipt> next, list(older));
  if (!next.empty()) reply.set_before(older.before());
  return reply;
}

}  // namespace collie::relay
