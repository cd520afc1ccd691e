#include "relay/http/conversation_json.h"

#include <string>

#include "crew/receipt/words.h"

namespace collie::relay {
namespace {

Json OptionsJson(const google::protobuf::RepeatedPtrField<v1::AskOption>& options) {
  Json list = Json::array();
  for (const v1::AskOption& option : options) {
    list.push_back({{"id", option.id()}, {"label", option.label()}, {"always", option.always()}});
  }
  return list;
}

Json FieldsJson(const google::protobuf::RepeatedPtrField<v1::AskField>& fields) {
  Json list = Json::array();
  for (const v1::AskField& field : fields) {
    Json json{{"id", field.id()},
              {"label", field.label()},
              {"type", receipt::ApiWord(field.type())},
              {"required", field.required()}};
    if (field.type() == v1::FIELD_TYPE_CHOICE) json["options"] = OptionsJson(field.options());
    list.push_back(std::move(json));
  }
  return list;
}

Json ValueJson(const v1::FieldValue& value) {
  switch (value.value_case()) {
    case v1::FieldValue::kText:
      return value.text();
    case v1::FieldValue::kNumber:
      return value.number();
    case v1::FieldValue::kBoolean:
      return value.boolean();
    case v1::FieldValue::VALUE_NOT_SET:
      break;
  }
  return nullptr;
}

Json ToolJson(const v1::Tool& tool) {
  return Json{{"name", tool.name()},
              {"input", tool.input()},
              {"output", tool.output()},
              {"status", receipt::ApiWord(tool.status())}};
}

Json ItemsJson(const google::protobuf::RepeatedPtrField<v1::Item>& items) {
  Json list = Json::array();
  for (const v1::Item& item : items) list.push_back(ItemJson(item));
  return list;
}

// What only some kinds of question have.
void AddRareFields(const v1::Ask& ask, Json& json) {
  if (ask.min() != 0) json["min"] = ask.min();
  if (ask.max() != 0) json["max"] = ask.max();
  if (!ask.placeholder().empty()) json["placeholder"] = ask.placeholder();
  if (ask.multiline()) json["multiline"] = true;
  if (!ask.item_id().empty()) json["itemId"] = ask.item_id();
  if (!ask.tool_call_id().empty()) json["toolCallId"] = ask.tool_call_id();
}

}  // namespace

Json TurnJson(const v1::Turn& turn) {
  return Json{{"id", turn.id()}, {"state", receipt::ApiWord(turn.state())}};
}

Json AskJson(const v1::Ask& ask) {
  Json json{{"id", ask.one_use_id()},
            {"askId", ask.ask_id()},
            {"hash", ask.hash()},
            {"kind", receipt::ApiWord(ask.kind())},
            {"title", ask.title()},
            {"detail", ask.detail()},
            {"oneTap", ask.one_tap()},
            {"altered", ask.altered()},
            {"options", OptionsJson(ask.options())},
            {"multiple", ask.multiple()},
            {"fields", FieldsJson(ask.fields())}};
  AddRareFields(ask, json);
  if (ask.expires()) json["expiresInMs"] = ask.expires_in_ms();
  return json;
}

Json AnswerJson(const v1::Answer& answer) {
  switch (answer.shape_case()) {
    case v1::Answer::kPicked: {
      Json ids = Json::array();
      for (const std::string& id : answer.picked().option_ids()) ids.push_back(id);
      return Json{{"optionIds", std::move(ids)}};
    }
    case v1::Answer::kText:
      return Json{{"text", answer.text()}};
    case v1::Answer::kForm: {
      Json fields = Json::object();
      for (const auto& [id, value] : answer.form().fields()) fields[id] = ValueJson(value);
      return Json{{"fields", std::move(fields)}};
    }
    case v1::Answer::SHAPE_NOT_SET:
      break;
  }
  return nullptr;
}

Json ClosedAskJson(const v1::ClosedAsk& closed) {
  Json json{{"askId", closed.ask_id()},
            {"outcome", receipt::ApiWord(closed.outcome())},
            {"decidedBy", closed.decided_by()},
            {"requestId", closed.request_id()}};
  if (closed.answer().shape_case() != v1::Answer::SHAPE_NOT_SET) {
    json["answer"] = AnswerJson(closed.answer());
  }
  return json;
}

Json ItemJson(const v1::Item& item) {
  Json json{{"id", item.id()}, {"kind", receipt::ApiWord(item.kind())}};
  if (item.has_written_at()) json["at"] = Millis(item.written_at());
  if (!item.text().empty() || !item.has_tool()) json["text"] = item.text();
  if (!item.request_id().empty()) json["requestId"] = item.request_id();
  if (item.has_tool()) json["tool"] = ToolJson(item.tool());
  if (item.partial()) json["partial"] = true;
  return json;
}

Json ConversationJson(const v1::ConversationEvent& event) {
  Json removed = Json::array();
  for (const std::string& id : event.removed_items()) removed.push_back(id);
  Json asks = Json::array();
  for (const v1::Ask& ask : event.asks()) asks.push_back(AskJson(ask));
  Json closed = Json::array();
  for (const v1::ClosedAsk& ask : event.closed_asks()) closed.push_back(ClosedAskJson(ask));
  Json json{{"cursor", event.cursor()},          {"reset", event.reset()},
            {"items", ItemsJson(event.items())}, {"removedItems", std::move(removed)},
            {"asks", std::move(asks)},           {"closedAsks", std::move(closed)},
            {"truncated", event.truncated()}};
  if (event.has_turn()) json["turn"] = TurnJson(event.turn());
  json["readAgeMs"] = event.read_age_ms();
  return json;
}

Json HistoryJson(const v1::ReadHistoryReply& page) {
  return Json{{"items", ItemsJson(page.items())},
              {"before", page.before()},
              {"truncated", page.truncated()}};
}

}  // namespace collie::relay
