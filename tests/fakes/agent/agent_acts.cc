// The acts of the scripted agent, and the order in which it checks what it is asked.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/fakes/agent/agent_model.h"

namespace collie::tests {
namespace {

using nlohmann::json;

constexpr size_t kBodyLimit = 64 << 10;

WireReply Refuse(int status, const std::string& code) { return {status, {{"code", code}}}; }

std::vector<std::string> Parts(const std::string& path) {
  std::vector<std::string> parts = absl::StrSplit(path, '/', absl::SkipEmpty());
  return parts;
}

// The capability that an act needs.
std::string CapabilityOf(const std::string& verb) {
  if (verb == "asks") return "asks";
  if (verb == "action") return "actions";
  return verb;
}

bool PicksKnownOptions(const json& ask, const json& answer) {
  if (!answer.contains("optionIds") || !answer["optionIds"].is_array()) return false;
  for (const json& picked : answer["optionIds"]) {
    const json& options = ask.at("options");
    const bool known = std::any_of(options.begin(), options.end(), [&picked](const json& option) {
      return option.at("id") == picked;
    });
    if (!known) return false;
  }
  return !answer["optionIds"].empty() &&
         (ask.value("multiple", false) || answer["optionIds"].size() == 1);
}

bool Fits(const json& ask, const json& answer) {
  const std::string kind = ask.value("kind", "");
  if (kind == "text") return answer.contains("text") && answer["text"].is_string();
  if (kind == "form") return answer.contains("fields") && answer["fields"].is_object();
  return PicksKnownOptions(ask, answer);
}

}  // namespace

WireReply AgentModel::Answer(const WireRequest& request) {
  if (!token.empty() && request.token != token) return Refuse(401, "unauthorized");
  const std::vector<std::string> parts = Parts(request.path);
  if (parts.size() < 3 || parts[0] != "session" || parts[1] != "v1")
    return Refuse(404, "not-found");
  if (parts[2] == "hello" && parts.size() == 3) {
    return request.method == "GET" ? Hello(request) : Refuse(405, "method-not-allowed");
  }
  if (request.version.empty()) return Refuse(400, "bad-request");
  const int version = std::atoi(request.version.c_str());
  if (version < min_version || version > max_version) return Hello(request);
  if (!ready) return Refuse(503, "starting");
  return request.method == "GET" ? Read(request) : Act(request);
}

WireReply AgentModel::Read(const WireRequest& request) {
  const std::vector<std::string> parts = Parts(request.path);
  if (parts.size() == 3 && parts[2] == "snapshot") return Snapshot(request);
  if (parts.size() < 4 || parts[2] != "panes") return Refuse(404, "not-found");
  const auto pane = panes_.find(parts[3]);
  if (pane == panes_.end()) return Refuse(404, "no-such-pane");
  if (parts.size() == 4) return ReadPane(request, pane->second);
  if (parts.size() == 5 && parts[4] == "history") return History(request, pane->second);
  return Refuse(404, "not-found");
}

WireReply AgentModel::Act(const WireRequest& request) {
  if (request.body.size() > kBodyLimit) return Refuse(413, "too-large");
  const json body = json::parse(request.body.empty() ? "{}" : request.body, nullptr, false);
  if (!body.is_object() || !body.contains("requestId") || !body["requestId"].is_string()) {
    return Refuse(400, "bad-request");
  }
  const std::string id = body["requestId"];
  const auto known = finished_.find(id);
  if (known != finished_.end()) {
    if (known->second.path != request.path || known->second.body != body) {
      return Refuse(409, "request-id-reused");
    }
    json again = known->second.reply;
    again["replayed"] = true;
    return {200, again};
  }
  if (!body.contains("epoch")) return Refuse(400, "bad-request");
  if (caps.value("checksEpoch", false) && body["epoch"] != epoch) return Refuse(409, "stale");
  WireReply reply = RunAct(request.path, body);
  if (reply.status != 200) return reply;
  reply.executed = true;
  reply.body["requestId"] = id;
  finished_[id] = {request.path, body, reply.body};
  Touch();
  return reply;
}

WireReply AgentModel::RunAct(const std::string& path, const json& body) {
  const std::vector<std::string> parts = Parts(path);
  if (parts.size() == 3 && parts[2] == "start") return Start(body);
  if (parts.size() < 5 || parts[2] != "panes") return Refuse(404, "not-found");
  if (!caps.value(CapabilityOf(parts[4]), false)) return Refuse(409, "unsupported");
  const auto pane = panes_.find(parts[3]);
  if (pane == panes_.end()) return Refuse(404, "no-such-pane");
  if (parts[4] == "asks" && parts.size() == 6) return AnswerAsk(pane->second, parts[5], body);
  return PaneAct(pane->second, parts[4], body);
}

WireReply AgentModel::Start(const json& body) {
  if (!caps.value("starters", false)) return Refuse(409, "unsupported");
  const std::string asked = body.value("starterId", "");
  const bool known = std::any_of(starters.begin(), starters.end(), [&asked](const json& starter) {
    return starter.at("id") == asked;
  });
  if (!known) return Refuse(404, "no-such-starter");
  PaneModel& pane = AddPane(absl::StrCat("new-", next_pane_++), "New chat");
  if (body.contains("text")) AddUserItem(pane, body);
  return {200, {{"paneId", pane.id}}};
}

WireReply AgentModel::PaneAct(PaneModel& pane, const std::string& verb, const json& body) {
  const bool moved = body.contains("turn") && body["turn"] != TurnId(pane);
  const WireReply stale = {409, {{"code", "stale"}, {"turn", TurnId(pane)}}};
  if (verb == "reopen" ? pane.open : !pane.open) {
    return Refuse(409, pane.open ? "open" : "closed");
  }
  if (verb == "send") return moved ? stale : Send(pane, body);
  if (verb == "steer" || verb == "abort") {
    if (moved || !pane.working) return stale;
    if (verb == "steer") AddUserItem(pane, body);
    if (verb == "abort") EndTurn(pane);
  } else if (verb == "rename") {
    pane.title = body.value("title", "");
  } else if (verb == "close" || verb == "reopen") {
    pane.open = verb == "reopen";
  } else if (verb == "action") {
    const bool known = std::any_of(
        pane.actions.begin(), pane.actions.end(),
        [&](const json& action) { return action.at("id") == body.value("actionId", ""); });
    if (!known) return Refuse(404, "no-such-action");
  } else {
    return Refuse(404, "not-found");
  }
  return {200, json::object()};
}

// A send starts a turn, which ends at once; during a turn it waits for that turn's end.
WireReply AgentModel::Send(PaneModel& pane, const json& body) {
  if (!pane.asks.empty()) return Refuse(409, "question-open");
  if (!pane.working) {
    ++pane.turn;
    AddUserItem(pane, body);
    return {200, json::object()};
  }
  if (!caps.value("queue", true)) return Refuse(409, "unsupported");
  pane.queued.push_back({{"id", absl::StrCat("i-", next_item_++)},
                         {"kind", "user"},
                         {"at", now},
                         {"text", body.value("text", "")},
                         {"requestId", body.at("requestId")}});
  return {200, {{"queued", true}}};
}

WireReply AgentModel::AnswerAsk(PaneModel& pane, const std::string& ask_id, const json& body) {
  const auto decided = pane.decided.find(ask_id);
  if (decided != pane.decided.end()) {
    return {409, {{"code", "decided"}, {"outcome", decided->second}}};
  }
  const auto ask = std::find_if(pane.asks.begin(), pane.asks.end(),
                                [&ask_id](const json& open) { return open["id"] == ask_id; });
  if (ask == pane.asks.end()) return {200, {{"outcome", "too-late"}}};
  if (!body.contains("answer") || !Fits(*ask, body["answer"])) return Refuse(400, "bad-answer");
  CloseAsk(pane, ask_id,
           {{"outcome", "answered"},
            {"decidedBy", "phone"},
            {"requestId", body["requestId"]},
            {"answer", body["answer"]}});
  return {200, {{"outcome", "taken"}}};
}

}  // namespace collie::tests
