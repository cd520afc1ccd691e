#ifndef COLLIE_CREW_JSON_RECEIPT_H_
#define COLLIE_CREW_JSON_RECEIPT_H_

#include "collie/v1/dashboard.pb.h"
#include "collie/v1/receipt.pb.h"
#include "crew/json/json.h"

// Receipts. Pure; any thread.
namespace collie::json {

// One receipt, with all its fields; `answer`, `ask` and `decision` are null where there is none.
Json ReceiptJson(const v1::Receipt& receipt);
// `{"receipts": [newest first], "before"}`; `before` is null where nothing is older.
Json ReceiptsJson(const v1::ListReceiptsReply& page);

}  // namespace collie::json

#endif  // COLLIE_CREW_JSON_RECEIPT_H_
