#include "relay/http/crew_json.h"

#include <algorithm>
#include <string>

#include "crew/receipt/words.h"
#include "relay/http/conversation_json.h"

namespace collie::relay {
namespace {

Json PlaceJson(const v1::Place& place) {
  return Json{{"id", place.id()}, {"title", place.title()}};
}

// Only what it can do: an absent word is a thing it cannot.
Json CapabilitiesJson(const v1::Capabilities& can) {
  Json json = Json::object();
  const auto add = [&json](const char* word, bool has) {
    if (has) json[word] = true;
  };
  add("asks", can.asks());
  add("starters", can.starters());
  add("send", can.send());
  add("queue", can.queue());
  add("steer", can.steer());
  add("abort", can.abort());
  add("rename", can.rename());
  add("close", can.close());
  add("actions", can.actions());
  add("history", can.history());
  add("reopen", can.reopen());
  add("checksEpoch", can.checks_epoch());
  add("idsOutliveEpoch", can.ids_outlive_epoch());
  return json;
}

Json StartersJson(const v1::Source& source) {
  Json list = Json::array();
  for (const v1::Starter& starter : source.starters()) {
    list.push_back({{"id", starter.id()}, {"label", starter.label()}});
  }
  return list;
}

Json ActionsJson(const v1::Pane& pane) {
  Json list = Json::array();
  for (const v1::PaneAction& action : pane.actions()) {
    list.push_back({{"id", action.id()}, {"label", action.label()}});
  }
  return list;
}

}  // namespace

Json PaneJson(const v1::Pane& pane) {
  Json json{{"id", pane.id()},
            {"title", pane.title()},
            {"workspace", PlaceJson(pane.workspace())},
            {"tab", PlaceJson(pane.tab())},
            {"harness", pane.harness()},
            {"open", pane.open()}};
  if (pane.has_turn()) json["turn"] = TurnJson(pane.turn());
  json["openAsks"] = pane.open_asks();
  json["unreadableAsks"] = pane.unreadable_asks();
  json["leftOut"] = pane.left_out();
  if (pane.has_last_activity_at()) json["lastActivityAt"] = Millis(pane.last_activity_at());
  json["busy"] = pane.busy();
  json["actions"] = ActionsJson(pane);
  if (!pane.asks().empty()) json["ask"] = AskJson(pane.asks(0));
  return json;
}

Json SourceJson(const SourceSnapshot& snapshot) {
  const v1::Source& source = snapshot.source;
  const auto is_open = [](const v1::Pane& pane) { return pane.open(); };
  const auto waits = [](const v1::Pane& pane) { return pane.open() && pane.open_asks() > 0; };
  Json json{{"name", source.name()},
            {"hostName", source.host_name()},
            {"runtime", source.runtime()},
            {"epoch", source.epoch()},
            {"state", receipt::ApiWord(source.state())},
            {"lastState", receipt::ApiWord(source.last_state())},
            {"reason", source.reason()},
            {"detail", source.detail()}};
  if (source.was_read()) json["readAgeMs"] = source.read_age_ms();
  if (source.was_read() && source.age_at_least()) json["ageAtLeast"] = true;
  json["leftOut"] = source.left_out();
  if (source.remote()) json["remote"] = true;
  json["caps"] = CapabilitiesJson(source.capabilities());
  json["starters"] = StartersJson(source);
  json["openConversations"] = std::count_if(snapshot.panes.begin(), snapshot.panes.end(), is_open);
  json["waiting"] = std::count_if(snapshot.panes.begin(), snapshot.panes.end(), waits);
  Json panes = Json::array();
  for (const v1::Pane& pane : snapshot.panes) panes.push_back(PaneJson(pane));
  json["panes"] = std::move(panes);
  return json;
}

Json MemberJson(const MemberSnapshot& snapshot) {
  const v1::Member& member = snapshot.member;
  Json sources = Json::array();
  for (const SourceSnapshot& source : snapshot.sources) sources.push_back(SourceJson(source));
  Json json{{"id", member.id()},
            {"label", member.label()},
            {"state", receipt::ApiWord(member.state())},
            {"lastSeenAgeMs", member.last_seen_age_ms()},
            {"version", member.version()},
            {"ephemeral", member.ephemeral()}};
  if (member.age_at_least()) json["ageAtLeast"] = true;
  if (!member.detail().empty()) json["detail"] = member.detail();
  json["sources"] = std::move(sources);
  return json;
}

Json CrewJson(const CrewSnapshot& crew) {
  Json members = Json::array();
  for (const MemberSnapshot& member : crew.members) members.push_back(MemberJson(member));
  return Json{{"incarnation", crew.incarnation},
              {"revision", std::to_string(crew.revision)},
              {"crew", {{"id", crew.crew_id}, {"name", crew.crew_name}}},
              {"members", std::move(members)}};
}

}  // namespace collie::relay
