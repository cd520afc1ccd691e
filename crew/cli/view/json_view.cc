#include "crew/cli/view/json_view.h"

#include <google/protobuf/util/time_util.h>

#include <nlohmann/json.hpp>

#include "crew/cli/view/role.h"
#include "crew/receipt/words.h"

namespace collie::cli {
namespace {

using cli::ToJson;  // beside the ones below
using receipt::ApiWord;

int64_t Millis(const google::protobuf::Timestamp& time) {
  return google::protobuf::util::TimeUtil::TimestampToMilliseconds(time);
}

Json ToJson(const v1::AskOption& option);
Json ToJson(const v1::AskField& field);
Json ToJson(const v1::Removal& removal);

template <typename Rows>
Json List(const Rows& rows) {
  Json list = Json::array();
  for (const auto& row : rows) list.push_back(ToJson(row));
  return list;
}

template <typename Rows>
Json Strings(const Rows& rows) {
  Json list = Json::array();
  for (const std::string& row : rows) list.push_back(row);
  return list;
}

Json ToJson(const v1::AskOption& option) {
  return {{"id", option.id()}, {"label", option.label()}, {"always", option.always()}};
}

Json ToJson(const v1::AskField& field) {
  return {{"id", field.id()},
          {"label", field.label()},
          {"type", ApiWord(field.type())},
          {"required", field.required()},
          {"options", List(field.options())}};
}

template <typename Named>
Json Labelled(const Named& rows) {
  Json list = Json::array();
  for (const auto& row : rows) list.push_back({{"id", row.id()}, {"label", row.label()}});
  return list;
}

Json ToJson(const v1::Place& place) { return {{"id", place.id()}, {"title", place.title()}}; }

Json ToJson(const v1::Conversation& conversation) {
  Json json = {{"member", conversation.member()}, {"source", conversation.source()}};
  if (!conversation.pane().empty()) json["pane"] = conversation.pane();
  return json;
}

Json ToJson(const v1::FieldValue& value) {
  switch (value.value_case()) {
    case v1::FieldValue::kNumber:
      return value.number();
    case v1::FieldValue::kBoolean:
      return value.boolean();
    default:
      return value.text();
  }
}

Json ToJson(const v1::Capabilities& caps) {
  return {{"asks", caps.asks()},
          {"starters", caps.starters()},
          {"send", caps.send()},
          {"queue", caps.queue()},
          {"steer", caps.steer()},
          {"abort", caps.abort()},
          {"rename", caps.rename()},
          {"close", caps.close()},
          {"actions", caps.actions()},
          {"history", caps.history()},
          {"reopen", caps.reopen()},
          {"checksEpoch", caps.checks_epoch()},
          {"idsOutliveEpoch", caps.ids_outlive_epoch()}};
}

Json ToJson(const v1::Removal& removal) {
  Json json = {{"member", removal.member()}};
  if (!removal.source().empty()) json["source"] = removal.source();
  if (!removal.pane().empty()) json["pane"] = removal.pane();
  return json;
}

// The fields first, then the row's own.
Json Joined(Json first, const Json& rest) {
  first.update(rest);
  return first;
}

Json PanesOf(const Crew& crew, const ids::ConversationKey& source, clock::Steady now, int& open,
             int& waiting) {
  Json panes = Json::array();
  for (auto row = crew.panes.lower_bound(source); row != crew.panes.end(); ++row) {
    if (row->first.member != source.member || row->first.source != source.source) break;
    const v1::Pane pane = At(row->second, now);
    open += pane.open() ? 1 : 0;
    waiting += pane.open() && pane.open_asks() > 0 ? 1 : 0;
    panes.push_back(ToJson(pane));
  }
  return panes;
}

Json SourcesOf(const Crew& crew, const std::string& member, clock::Steady now) {
  Json sources = Json::array();
  for (auto row = crew.sources.lower_bound({member, "", ""}); row != crew.sources.end(); ++row) {
    if (row->first.member != member) break;
    int open = 0;
    int waiting = 0;
    Json panes = PanesOf(crew, row->first, now, open, waiting);
    Json source = ToJson(At(row->second, now));
    source["openConversations"] = open;
    source["waiting"] = waiting;
    source["panes"] = std::move(panes);
    sources.push_back(std::move(source));
  }
  return sources;
}

}  // namespace

Json ToJson(const v1::Turn& turn) { return {{"id", turn.id()}, {"state", ApiWord(turn.state())}}; }

Json ToJson(const v1::Ask& ask) {
  Json json = {{"id", ask.one_use_id()},
               {"askId", ask.ask_id()},
               {"hash", ask.hash()},
               {"kind", ApiWord(ask.kind())},
               {"title", ask.title()},
               {"detail", ask.detail()},
               {"oneTap", ask.one_tap()},
               {"altered", ask.altered()},
               {"options", List(ask.options())},
               {"multiple", ask.multiple()},
               {"fields", List(ask.fields())}};
  if (ask.multiple()) {
    json["min"] = ask.min();
    if (ask.max() > 0) json["max"] = ask.max();
  }
  if (!ask.placeholder().empty()) json["placeholder"] = ask.placeholder();
  if (ask.multiline()) json["multiline"] = true;
  if (!ask.item_id().empty()) json["itemId"] = ask.item_id();
  if (!ask.tool_call_id().empty()) json["toolCallId"] = ask.tool_call_id();
  if (ask.expires()) json["expiresInMs"] = ask.expires_in_ms();
  return json;
}

Json ToJson(const v1::Answer& answer) {
  Json fields = Json::object();
  switch (answer.shape_case()) {
    case v1::Answer::kPicked:
      return {{"optionIds", Strings(answer.picked().option_ids())}};
    case v1::Answer::kText:
      return {{"text", answer.text()}};
    case v1::Answer::kForm:
      for (const auto& [id, value] : answer.form().fields()) fields[id] = ToJson(value);
      return {{"fields", fields}};
    case v1::Answer::SHAPE_NOT_SET:
      break;
  }
  return nullptr;
}

Json ToJson(const v1::ClosedAsk& closed) {
  return {{"askId", closed.ask_id()},
          {"outcome", ApiWord(closed.outcome())},
          {"decidedBy", closed.decided_by()},
          {"requestId", closed.request_id()},
          {"answer", closed.has_answer() ? ToJson(closed.answer()) : Json(nullptr)}};
}

Json ToJson(const v1::Item& item) {
  Json json = {{"id", item.id()}, {"kind", ApiWord(item.kind())}};
  if (item.has_written_at()) json["at"] = Millis(item.written_at());
  if (!item.text().empty()) json["text"] = item.text();
  if (!item.request_id().empty()) json["requestId"] = item.request_id();
  if (item.has_tool()) {
    json["tool"] = {{"name", item.tool().name()},
                    {"input", item.tool().input()},
                    {"output", item.tool().output()},
                    {"status", ApiWord(item.tool().status())}};
  }
  if (item.partial()) json["partial"] = true;
  return json;
}

Json ToJson(const v1::Pane& pane) {
  Json json = {{"id", pane.id()},
               {"title", pane.title()},
               {"workspace", ToJson(pane.workspace())},
               {"tab", ToJson(pane.tab())},
               {"harness", pane.harness()},
               {"open", pane.open()},
               {"turn", ToJson(pane.turn())},
               {"openAsks", pane.open_asks()},
               {"unreadableAsks", pane.unreadable_asks()},
               {"leftOut", pane.left_out()}};
  if (pane.has_last_activity_at()) json["lastActivityAt"] = Millis(pane.last_activity_at());
  json["busy"] = pane.busy();
  json["actions"] = Labelled(pane.actions());
  json["ask"] = pane.asks().empty() ? Json(nullptr) : ToJson(pane.asks(0));
  json["asks"] = List(pane.asks());
  return json;
}

Json ToJson(const v1::Source& source) {
  Json json = {{"name", source.name()},
               {"hostName", source.host_name()},
               {"runtime", source.runtime()},
               {"epoch", source.epoch()},
               {"state", ApiWord(source.state())},
               {"lastState", ApiWord(source.last_state())},
               {"reason", source.reason()},
               {"detail", source.detail()}};
  if (source.was_read()) json["readAgeMs"] = source.read_age_ms();
  if (source.was_read() && source.age_at_least()) json["ageAtLeast"] = true;
  json["leftOut"] = source.left_out();
  json["caps"] = ToJson(source.capabilities());
  json["starters"] = Labelled(source.starters());
  return json;
}

Json ToJson(const v1::Member& member) {
  Json json = {{"id", member.id()},
               {"label", member.label()},
               {"state", ApiWord(member.state())},
               {"lastSeenAgeMs", member.last_seen_age_ms()},
               {"version", member.version()},
               {"ephemeral", member.ephemeral()}};
  if (member.age_at_least()) json["ageAtLeast"] = true;
  if (!member.detail().empty()) json["detail"] = member.detail();
  return json;
}

Json ToJson(const v1::Receipt& receipt) {
  return {{"requestId", receipt.request_id()},
          {"conversation", ToJson(receipt.conversation())},
          {"act", ApiWord(receipt.act())},
          {"outcome", ApiWord(receipt.outcome())},
          {"queued", receipt.queued()},
          {"reason", ApiWord(receipt.reason())},
          {"detail", receipt.detail()},
          {"agentCode", receipt.agent_code()},
          {"replayed", receipt.replayed()},
          {"channel", receipt.channel()},
          {"askHash", receipt.ask_hash()},
          {"acceptedAt", Millis(receipt.accepted_at())},
          {"finishedAt", Millis(receipt.finished_at())},
          {"effectiveAt", Millis(receipt.effective_at())},
          {"attempts", receipt.attempts()},
          {"device", receipt.device()},
          {"evidence", ApiWord(receipt.evidence())},
          {"effect", ApiWord(receipt.effect())},
          {"askId", receipt.ask_id()},
          {"answer", ToJson(receipt.answer())},
          {"optionLabels", Strings(receipt.option_labels())},
          {"turn", receipt.turn()},
          {"ask", receipt.has_ask() ? ToJson(receipt.ask()) : Json(nullptr)},
          {"decision", receipt.has_decision() ? ToJson(receipt.decision()) : Json(nullptr)}};
}

Json ToJson(const v1::ConversationEvent& event) {
  Json json = {{"cursor", event.cursor()},      {"reset", event.reset()},
               {"items", List(event.items())},  {"removedItems", Strings(event.removed_items())},
               {"asks", List(event.asks())},    {"closedAsks", List(event.closed_asks())},
               {"truncated", event.truncated()}};
  if (event.has_turn()) json["turn"] = ToJson(event.turn());
  json["readAgeMs"] = event.read_age_ms();
  return json;
}

Json ToJson(const v1::ReadHistoryReply& page) {
  return {{"items", List(page.items())},
          {"before", page.before().empty() ? Json(nullptr) : Json(page.before())},
          {"truncated", page.truncated()}};
}

Json ToJson(const v1::Device& device) {
  Json json = {{"label", device.label()},
               {"role", RoleWord(device.role())},
               {"pairedAt", Millis(device.paired_at())}};
  if (device.has_expires_at()) json["expiresAt"] = Millis(device.expires_at());
  json["revoked"] = device.revoked();
  return json;
}

Json ToJson(const Crew& crew, const v1::ResumePoint& at, clock::Steady now) {
  Json members = Json::array();
  for (const auto& [id, seen] : crew.members) {
    members.push_back(Joined(ToJson(At(seen, now)), {{"sources", SourcesOf(crew, id, now)}}));
  }
  return {{"incarnation", at.incarnation()},
          {"revision", at.revision()},
          {"members", std::move(members)}};
}

Json ToJson(const v1::CrewDelta& delta) {
  Json sources = Json::array();
  for (const v1::SourceEntry& entry : delta.sources()) {
    sources.push_back(Joined({{"member", entry.member()}}, ToJson(entry.source())));
  }
  Json panes = Json::array();
  for (const v1::PaneEntry& entry : delta.panes()) {
    const Json place = {{"member", entry.member()}, {"source", entry.source()}};
    panes.push_back(Joined(place, ToJson(entry.pane())));
  }
  return {{"revision", delta.revision()},
          {"members", List(delta.members())},
          {"sources", std::move(sources)},
          {"panes", std::move(panes)},
          {"removed", List(delta.removed())}};
}

std::string Line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace collie::cli
