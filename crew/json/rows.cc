#include "crew/json/rows.h"

#include <utility>

#include "crew/json/ask.h"
#include "crew/json/conversation.h"
#include "crew/receipt/words.h"

namespace collie::json {
namespace {

Json PlaceJson(const v1::Place& place) { return {{"id", place.id()}, {"title", place.title()}}; }

// A starter or an action.
template <typename Row>
Json LabelledJson(const Row& row) {
  return {{"id", row.id()}, {"label", row.label()}};
}

// Only what it can do: an absent word is a thing it cannot.
Json CapabilitiesJson(const v1::Capabilities& can) {
  const std::pair<const char*, bool> words[] = {{"asks", can.asks()},
                                                {"starters", can.starters()},
                                                {"send", can.send()},
                                                {"queue", can.queue()},
                                                {"steer", can.steer()},
                                                {"abort", can.abort()},
                                                {"rename", can.rename()},
                                                {"close", can.close()},
                                                {"actions", can.actions()},
                                                {"history", can.history()},
                                                {"reopen", can.reopen()},
                                                {"checksEpoch", can.checks_epoch()},
                                                {"idsOutliveEpoch", can.ids_outlive_epoch()}};
  Json json = Json::object();
  for (const auto& [word, has] : words) {
    if (has) json[word] = true;
  }
  return json;
}

// The names of the rows above, then the row's own fields.
Json Under(Json names, const Json& row) {
  names.update(row);
  return names;
}

}  // namespace

void Counts::Add(const v1::Pane& pane) {
  if (!pane.open()) return;
  ++open_conversations;
  if (pane.open_asks() > 0) ++waiting;
}

Json MemberJson(const v1::Member& member) {
  Json json{{"id", member.id()},
            {"label", member.label()},
            {"state", receipt::ApiWord(member.state())},
            {"lastSeenAgeMs", member.last_seen_age_ms()}};
  if (member.age_at_least()) json["ageAtLeast"] = true;
  json["version"] = member.version();
  json["ephemeral"] = member.ephemeral();
  if (!member.detail().empty()) json["detail"] = member.detail();
  return json;
}

Json SourceJson(const v1::Source& source, const std::optional<Counts>& counts) {
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
  json["starters"] = ListJson(source.starters(), LabelledJson<v1::Starter>);
  if (!counts) return json;
  json["openConversations"] = counts->open_conversations;
  json["waiting"] = counts->waiting;
  return json;
}

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
  json["actions"] = ListJson(pane.actions(), LabelledJson<v1::PaneAction>);
  if (!pane.asks().empty()) json["ask"] = AskJson(pane.asks(0));
  json["asks"] = ListJson(pane.asks(), AskJson);
  return json;
}

Json RemovalJson(const v1::Removal& removal) {
  Json json{{"member", removal.member()}};
  if (!removal.source().empty()) json["source"] = removal.source();
  if (!removal.pane().empty()) json["pane"] = removal.pane();
  return json;
}

Json DeltaJson(const v1::CrewDelta& delta, const CountsOf& counts_of) {
  const auto source = [&](const v1::SourceEntry& entry) {
    return Under({{"member", entry.member()}},
                 SourceJson(entry.source(), counts_of(entry.member(), entry.source().name())));
  };
  const auto pane = [](const v1::PaneEntry& entry) {
    return Under({{"member", entry.member()}, {"source", entry.source()}}, PaneJson(entry.pane()));
  };
  Json json{{"revision", delta.revision()},
            {"members", ListJson(delta.members(), MemberJson)},
            {"sources", ListJson(delta.sources(), source)},
            {"panes", ListJson(delta.panes(), pane)},
            {"removed", ListJson(delta.removed(), RemovalJson)}};
  if (delta.more()) json["more"] = true;
  return json;
}

}  // namespace collie::json
