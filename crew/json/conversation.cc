#include "crew/json/conversation.h"

#include "crew/json/ask.h"
#include "crew/receipt/words.h"

namespace collie::json {
namespace {

Json ToolJson(const v1::Tool& tool) {
  return {{"name", tool.name()},
          {"input", tool.input()},
          {"output", tool.output()},
          {"status", receipt::ApiWord(tool.status())}};
}

}  // namespace

Json ConversationKeyJson(const v1::Conversation& conversation) {
  Json json{{"member", conversation.member()}, {"source", conversation.source()}};
  if (!conversation.pane().empty()) json["pane"] = conversation.pane();
  return json;
}

Json TurnJson(const v1::Turn& turn) {
  return {{"id", turn.id()}, {"state", receipt::ApiWord(turn.state())}};
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
  Json json{{"cursor", event.cursor()},
            {"reset", event.reset()},
            {"items", ListJson(event.items(), ItemJson)},
            {"removedItems", TextsJson(event.removed_items())},
            {"asks", ListJson(event.asks(), AskJson)},
            {"closedAsks", ListJson(event.closed_asks(), ClosedAskJson)},
            {"truncated", event.truncated()}};
  if (event.has_turn()) json["turn"] = TurnJson(event.turn());
  json["readAgeMs"] = event.read_age_ms();
  if (event.more()) json["more"] = true;
  return json;
}

Json HistoryJson(const v1::ReadHistoryReply& page) {
  return {{"items", ListJson(page.items(), ItemJson)},
          {"before", page.before()},
          {"truncated", page.truncated()}};
}

}  // namespace collie::json
