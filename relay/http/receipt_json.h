#ifndef COLLIE_RELAY_HTTP_RECEIPT_JSON_H_
#define COLLIE_RELAY_HTTP_RECEIPT_JSON_H_

#include <vector>

#include "collie/v1/receipt.pb.h"
#include "relay/http/json_view.h"

// How the HTTP API shows receipts. Pure.
namespace collie::relay {

// One receipt; `ask` and `decision` are null where there is none.
Json ReceiptJson(const v1::Receipt& receipt);
// `{"receipts": […]}`, in the order given.
Json ReceiptsJson(const std::vector<v1::Receipt>& receipts);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_HTTP_RECEIPT_JSON_H_
