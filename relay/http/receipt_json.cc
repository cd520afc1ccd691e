#include "relay/http/receipt_json.h"

#include "crew/receipt/words.h"
#include "relay/http/conversation_json.h"

namespace collie::relay {
namespace {

Json WhereJson(const v1::Conversation& conversation) {
  Json json{{"member", conversation.member()}, {"source", conversation.source()}};
  if (!conversation.pane().empty()) json["pane"] = conversation.pane();
  return json;
}

Json LabelsJson(const v1::Receipt& receipt) {
  Json labels = Json::array();
  for (const std::string& label : receipt.option_labels()) labels.push_back(label);
  return labels;
}

}  // namespace

Json ReceiptJson(const v1::Receipt& r) {
  return Json{{"requestId", r.request_id()},
              {"conversation", WhereJson(r.conversation())},
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
              {"evidence", receipt::ApiWord(r.evidence())},
              {"effect", receipt::ApiWord(r.effect())},
              {"askId", r.ask_id()},
              {"answer", AnswerJson(r.answer())},
              {"optionLabels", LabelsJson(r)},
              {"turn", r.turn()},
              {"ask", r.has_ask() ? AskJson(r.ask()) : Json(nullptr)},
              {"decision", r.has_decision() ? ClosedAskJson(r.decision()) : Json(nullptr)}};
}

Json ReceiptsJson(const std::vector<v1::Receipt>& receipts) {
  Json list = Json::array();
  for (const v1::Receipt& one : receipts) list.push_back(ReceiptJson(one));
  return Json{{"receipts", std::move(list)}};
}

}  // namespace collie::relay
