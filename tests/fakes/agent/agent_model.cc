#include "tests/fakes/agent/agent_model.h"

#include <algorithm>
#include <cstdlib>
#include <random>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace collie::tests {
namespace {

using nlohmann::json;

std::string FreshEpoch(int starts) {
  std::random_device random;
  return absl::StrCat("e-", absl::Hex(random(), absl::kZeroPad8),
                      absl::Hex(random(), absl::kZeroPad8), "-", starts);
}

}  // namespace

AgentModel::AgentModel()
    : caps({{"asks", true},
            {"starters", true},
            {"send", true},
            {"queue", true},
            {"steer", true},
            {"abort", true},
            {"rename", true},
            {"close", true},
            {"actions", true},
            {"history", true},
            {"reopen", true},
            {"checksEpoch", true},
            {"idsOutliveEpoch", false}}),
      starters(json::array({{{"id", "new"}, {"label", "New chat"}}})) {
  epoch = FreshEpoch(++starts_);
}

void AgentModel::Restart() {
  epoch = FreshEpoch(++starts_);
  rev_ = 1;
  if (!caps.value("idsOutliveEpoch", false)) finished_.clear();
  for (auto& [id, pane] : panes_) {
    pane.events.clear();
    pane.working = false;
  }
}

PaneModel& AgentModel::AddPane(const std::string& id, const std::string& title) {
  PaneModel& pane = panes_[id];
  pane.id = id;
  pane.title = title;
  Touch();
  return pane;
}

void AgentModel::RemovePane(const std::string& id) {
  panes_.erase(id);
  Touch();
}

PaneModel& AgentModel::pane(const std::string& id) { return panes_.at(id); }

void AgentModel::PutItem(PaneModel& pane, json item) {
  const auto known = std::find_if(pane.items.begin(), pane.items.end(),
                                  [&item](const json& old) { return old["id"] == item["id"]; });
  if (known == pane.items.end()) {
    pane.items.push_back(item);
  } else {
    *known = item;
  }
  pane.events.push_back({{"type", "item"}, {"item", std::move(item)}});
  Touch();
}

void AgentModel::RemoveItem(PaneModel& pane, const std::string& item_id) {
  std::erase_if(pane.items, [&item_id](const json& item) { return item["id"] == item_id; });
  pane.events.push_back({{"type", "item-removed"}, {"itemId", item_id}});
  Touch();
}

void AgentModel::RaiseAsk(PaneModel& pane, json ask) {
  pane.asks.push_back(ask);
  pane.events.push_back({{"type", "ask"}, {"ask", std::move(ask)}});
  Touch();
}

void AgentModel::CloseAsk(PaneModel& pane, const std::string& ask_id, json closed) {
  std::erase_if(pane.asks, [&ask_id](const json& ask) { return ask["id"] == ask_id; });
  pane.decided[ask_id] = closed;
  closed["type"] = "ask-closed";
  closed["askId"] = ask_id;
  pane.events.push_back(std::move(closed));
  Touch();
}

void AgentModel::StartTurn(PaneModel& pane) {
  ++pane.turn;
  pane.working = true;
  Touch();
}

void AgentModel::EndTurn(PaneModel& pane) {
  pane.working = false;
  while (!pane.queued.empty()) {
    ++pane.turn;
    PutItem(pane, pane.queued.front());
    pane.queued.pop_front();
  }
  Touch();
}

std::string AgentModel::TurnId(const PaneModel& pane) const {
  return absl::StrCat("t-", pane.id, "-", pane.turn);
}

std::string AgentModel::CursorOf(const PaneModel& pane) const {
  return absl::StrCat(epoch, ":", pane.id, ":", pane.events.size());
}

void AgentModel::AddUserItem(PaneModel& pane, const json& body) {
  PutItem(pane, {{"id", absl::StrCat("i-", next_item_++)},
                 {"kind", "user"},
                 {"at", now},
                 {"text", body.value("text", "")},
                 {"requestId", body.at("requestId")}});
}

WireReply AgentModel::Hello(const WireRequest& request) const {
  int asked = 0;
  if (!request.version.empty()) {
    asked = std::atoi(request.version.c_str());
    if (asked < min_version || asked > max_version) {
      return {409,
              {{"code", "incompatible"},
               {"refusal",
                {{"agent", {{"min", min_version}, {"max", max_version}}},
                 {"collie", {{"max", asked}}}}}}};
    }
  }
  return {200,
          {{"wire", {{"min", min_version}, {"max", max_version}}},
           {"epoch", epoch},
           {"ready", ready},
           {"now", now},
           {"hostName", host_name},
           {"runtime", runtime},
           {"caps", caps},
           {"starters", starters}}};
}

WireReply AgentModel::Snapshot(const WireRequest& request) const {
  const std::string etag = absl::StrCat("\"", epoch, "-", counts_changes ? rev_ : 1, "\"");
  if (request.etag == etag) return {304, nullptr, etag};
  json panes = json::array();
  for (const auto& [id, pane] : panes_) {
    panes.push_back({{"id", id},
                     {"title", pane.title},
                     {"harness", "scripted"},
                     {"open", pane.open},
                     {"turn", {{"id", TurnId(pane)}, {"state", pane.working ? "working" : "idle"}}},
                     {"cursor", CursorOf(pane)},
                     {"openAsks", pane.asks.size()},
                     {"lastActivityAt", now},
                     {"actions", pane.actions}});
  }
  const json tabs = json::array({{{"id", "main"}, {"title", "Questions"}, {"panes", panes}}});
  return {200,
          {{"epoch", epoch},
           {"rev", rev_},
           {"now", now},
           {"workspaces", json::array({{{"id", "w"}, {"title", host_name}, {"tabs", tabs}}})}},
          etag};
}

WireReply AgentModel::ReadPane(const WireRequest& request, const PaneModel& pane) const {
  const std::string prefix = absl::StrCat(epoch, ":", pane.id, ":");
  const auto asked = request.query.find("cursor");
  size_t from = pane.events.size() + 1;
  if (asked != request.query.end() && absl::StartsWith(asked->second, prefix)) {
    from = static_cast<size_t>(std::atoi(asked->second.c_str() + prefix.size()));
  }
  json reply = {{"epoch", epoch},
                {"reset", from > pane.events.size()},
                {"more", false},
                {"cursor", CursorOf(pane)},
                {"events", json::array()}};
  json& events = reply["events"];
  if (reply["reset"]) {
    for (const json& ask : pane.asks) events.push_back({{"type", "ask"}, {"ask", ask}});
    for (const json& item : pane.items) events.push_back({{"type", "item"}, {"item", item}});
    return {200, reply};
  }
  const size_t to = std::min(pane.events.size(), from + events_per_read);
  for (size_t i = from; i < to; ++i) events.push_back(pane.events[i]);
  reply["more"] = to < pane.events.size();
  reply["cursor"] = absl::StrCat(prefix, to);
  return {200, reply};
}

WireReply AgentModel::History(const WireRequest& request, const PaneModel& pane) const {
  size_t limit = 50;
  size_t end = pane.items.size();
  if (request.query.count("limit")) {
    limit = static_cast<size_t>(std::atoi(request.query.at("limit").c_str()));
    if (limit < 1 || limit > 200) return {400, {{"code", "bad-request"}}};
  }
  if (request.query.count("before")) {
    const std::string& before = request.query.at("before");
    if (!absl::StartsWith(before, "h-")) return {404, {{"code", "bad-cursor"}}};
    end = std::min(end, static_cast<size_t>(std::atoi(before.c_str() + 2)));
  }
  const size_t begin = end - std::min(end, limit);
  json items = json::array();
  for (size_t i = begin; i < end; ++i) items.push_back(pane.items[i]);
  json before;
  if (begin > 0) before = absl::StrCat("h-", begin);
  return {200, {{"epoch", epoch}, {"items", items}, {"before", before}, {"truncated", false}}};
}

}  // namespace collie::tests
