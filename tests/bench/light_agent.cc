#include "tests/bench/light_agent.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "crew/ids/random.h"

namespace collie::bench {
namespace {

using Json = nlohmann::json;

constexpr char kPanes[] = "/session/v1/panes/";
constexpr int64_t kNow = 1764460800000;
constexpr size_t kEvents = 200;  // kept of a pane

AgentReply Refusal(int status, const char* code) {
  return {status, "", Json{{"code", code}}.dump()};
}

}  // namespace

LightAgent::LightAgent(std::string name, int panes)
    : name_(std::move(name)), epoch_(absl::StrCat("e-", ids::SystemRandom().Hex(8))) {
  for (int i = 0; i < panes; ++i) panes_[PaneId(i)];
}

std::string LightAgent::PaneId(int pane) { return absl::StrCat("pane-", pane); }
std::string LightAgent::TurnOf(const std::string& pane) { return absl::StrCat("t-", pane, "-1"); }

std::string LightAgent::Cursor(const std::string& pane, int64_t number) const {
  return absl::StrCat(epoch_, ":", pane, ":", number);
}

AgentReply LightAgent::Get(std::string_view target, std::string_view if_none_match) {
  if (target == "/session/v1/hello") return {200, "", Hello()};
  if (target == "/session/v1/snapshot") {
    const std::string etag = absl::StrCat("\"", epoch_, "-", rev_, "\"");
    if (if_none_match == etag) return {304, etag, ""};
    return {200, etag, Snapshot()};
  }
  if (!target.starts_with(kPanes)) return Refusal(404, "not-found");
  target.remove_prefix(sizeof kPanes - 1);
  const size_t query = target.find('?');
  const auto pane = panes_.find(std::string(target.substr(0, query)));
  if (pane == panes_.end()) return Refusal(404, "no-such-pane");
  const size_t cursor = target.find("cursor=");
  return ReadPane(pane->first, pane->second,
                  cursor == std::string_view::npos ? "" : std::string(target.substr(cursor + 7)));
}

AgentReply LightAgent::Post(std::string_view target, std::string_view body) {
  const Json act = Json::parse(body, nullptr, /*allow_exceptions=*/false);
  if (!act.is_object() || !act.contains("requestId")) return Refusal(400, "bad-request");
  const size_t verb = target.rfind('/');
  if (!target.starts_with(kPanes) || target.substr(verb) != "/steer") {
    return Refusal(409, "unsupported");
  }
  target.remove_prefix(sizeof kPanes - 1);
  const auto pane = panes_.find(std::string(target.substr(0, target.find('/'))));
  if (pane == panes_.end()) return Refusal(404, "no-such-pane");
  const Json item = {{"id", absl::StrCat("i-", ++items_)},
                     {"kind", "user"},
                     {"at", kNow},
                     {"text", act.value("text", "")},
                     {"requestId", act["requestId"]}};
  pane->second.events.push_back(Json{{"type", "item"}, {"item", item}}.dump());
  if (pane->second.events.size() > kEvents) {
    pane->second.events.pop_front();
    ++pane->second.first;
  }
  ++rev_;
  return {200, "", Json{{"requestId", act["requestId"]}}.dump()};
}

std::string LightAgent::Hello() const {
  return Json{{"wire", {{"min", 1}, {"max", 1}}},
              {"epoch", epoch_},
              {"ready", true},
              {"now", kNow},
              {"hostName", name_},
              {"runtime", "light 1.0"},
              {"caps", {{"send", true}, {"steer", true}, {"checksEpoch", true}}}}
      .dump();
}

const std::string& LightAgent::Snapshot() {
  if (snapshot_rev_ == rev_) return snapshot_;
  Json panes = Json::array();
  for (const auto& [id, pane] : panes_) {
    const auto end = pane.first + static_cast<int64_t>(pane.events.size());
    panes.push_back({{"id", id},
                     {"title", absl::StrCat("Work on ", id)},
                     {"harness", "light"},
                     {"open", true},
                     {"turn", {{"id", TurnOf(id)}, {"state", "working"}}},
                     {"cursor", Cursor(id, end)},
                     {"openAsks", 0},
                     {"lastActivityAt", kNow}});
  }
  const Json tab = {{"id", "main"}, {"title", "Main"}, {"panes", std::move(panes)}};
  const Json workspace = {{"id", "w"}, {"title", name_}, {"tabs", Json::array({tab})}};
  snapshot_ =
      Json{
          {"epoch", epoch_}, {"rev", rev_}, {"now", kNow}, {"workspaces", Json::array({workspace})}}
          .dump();
  snapshot_rev_ = rev_;
  return snapshot_;
}

AgentReply LightAgent::ReadPane(const std::string& id, const Pane& pane,
                                const std::string& cursor) const {
  const std::string plain = absl::StrReplaceAll(cursor, {{"%3A", ":"}});
  const auto end = pane.first + static_cast<int64_t>(pane.events.size());
  int64_t from = -1;
  const std::string prefix = absl::StrCat(epoch_, ":", id, ":");
  const bool known = plain.starts_with(prefix) &&
                     absl::SimpleAtoi(plain.substr(prefix.size()), &from) && from >= pane.first &&
                     from <= end;
  if (!known) from = pane.first;
  std::string body =
      absl::StrCat("{\"epoch\":\"", epoch_, "\",\"cursor\":\"", Cursor(id, end),
                   "\",\"reset\":", known ? "false" : "true", ",\"more\":false,\"events\":[");
  for (int64_t i = from; i < end; ++i) {
    absl::StrAppend(&body, i == from ? "" : ",", pane.events[static_cast<size_t>(i - pane.first)]);
  }
  body += "]}";
  return {200, "", std::move(body)};
}

}  // namespace collie::bench
