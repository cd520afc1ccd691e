#include "crew/json/receipt.h"

#include "crew/json/ask.h"
#include "crew/json/conversation.h"
#include "crew/receipt/words.h"

namespace collie::json {

Json ReceiptJson(const v1::Receipt& r) {
  return {{"requestId", r.request_id()},
          {"conversation", ConversationKeyJson(r.conversation())},
          {"act", receipt::ApiWord(r.act())},
          {"outcome", receipt::ApiWord(r.outcome())},
          {"queued", r.queued()},
          {"reason", receipt::ApiWord(r.reason())},
          {"detail", r.detail()},
          {"agentCode", r.agent_code()},
          {"replayed", r.replayed()},
          {"channel", r.channel()},
          {"askHash", r.ask_hash()},
          {"acceptedAt", Millis(r.accepted_at())},
          {"finishedAt", Millis(r.finished_at())},
          {"effectiveAt", Millis(r.effective_at())},
          {"attempts", r.attempts()},
          {"device", r.device()},
          {"deviceId", r.device_id()},
          {"evidence", receipt::ApiWord(r.evidence())},
          {"effect", receipt::ApiWord(r.effect())},
          {"askId", r.ask_id()},
          {"answer", AnswerJson(r.answer())},
          {"optionLabels", TextsJson(r.option_labels())},
          {"turn", r.turn()},
          {"ask", r.has_ask() ? AskJson(r.ask()) : Json(nullptr)},
          {"decision", r.has_decision() ? ClosedAskJson(r.decision()) : Json(nullptr)}};
}

Json ReceiptsJson(const v1::ListReceiptsReply& page) {
  return {{"receipts", ListJson(page.receipts(), ReceiptJson)},
          {"before", page.before().empty() ? Json(nullptr) : Json(page.before())}};
}

}  // namespace collie::json
