#include "relay/api/http/routes.h"

#include <cstddef>

#include "absl/strings/str_split.h"
#include "crew/ids/ids.h"

namespace collie::relay {
namespace {

constexpr v1::Role kViewer = v1::ROLE_VIEWER;
constexpr v1::Role kOperator = v1::ROLE_OPERATOR;
constexpr v1::Role kAdmin = v1::ROLE_ADMIN;
constexpr v1::ActKind kNoAct = v1::ACT_KIND_UNSPECIFIED;
constexpr char kConversationPath[] = "/api/conversations/{member}/{source}/{pane}";

Route Act(const char* path, v1::ActKind act) {
  return {"POST", path, kOperator, Operation::kConversationAct, act, {}};
}

std::vector<Route> Table() {
  using Op = Operation;
  return {
      {"GET", "/api/snapshot", kViewer, Op::kSnapshot, kNoAct, {}},
      {"GET", kConversationPath, kViewer, Op::kConversation, kNoAct, {"cursor"}},
      {"GET",
       "/api/conversations/{member}/{source}/{pane}/history",
       kViewer,
       Op::kHistory,
       kNoAct,
       {"before", "limit"}},
      {"GET", "/api/events", kViewer, Op::kEvents, kNoAct, {"member", "source", "pane", "passive"}},
      {"GET",
       "/api/receipts",
       kViewer,
       Op::kReceipts,
       kNoAct,
       {"conversation", "requestId", "outcome", "from", "until", "before", "limit"}},
      {"GET", "/api/crew", kAdmin, Op::kCrew, kNoAct, {}},
      {"POST", "/api/send", kOperator, Op::kSend, kNoAct, {}},
      {"POST", "/api/ask/{id}", kOperator, Op::kOneTap, kNoAct, {}},
      {"POST", "/api/sources/{member}/{source}/start", kOperator, Op::kStart, kNoAct, {}},
      Act("/api/conversations/{member}/{source}/{pane}/send", v1::ACT_KIND_SEND),
      Act("/api/conversations/{member}/{source}/{pane}/answer", v1::ACT_KIND_ANSWER),
      Act("/api/conversations/{member}/{source}/{pane}/steer", v1::ACT_KIND_STEER),
      Act("/api/conversations/{member}/{source}/{pane}/stop", v1::ACT_KIND_STOP),
      Act("/api/conversations/{member}/{source}/{pane}/rename", v1::ACT_KIND_RENAME),
      Act("/api/conversations/{member}/{source}/{pane}/close", v1::ACT_KIND_CLOSE),
      Act("/api/conversations/{member}/{source}/{pane}/reopen", v1::ACT_KIND_REOPEN),
      Act("/api/conversations/{member}/{source}/{pane}/action", v1::ACT_KIND_ACTION),
  };
}

void Take(absl::string_view brace, const std::string& part, RouteMatch& match) {
  if (brace == "{member}") match.conversation.set_member(part);
  if (brace == "{source}") match.conversation.set_source(part);
  if (brace == "{pane}") match.conversation.set_pane(part);
  if (brace == "{id}") match.one_use_id = part;
}

bool Fits(const Route& route, const std::vector<std::string>& path, RouteMatch& match) {
  const std::vector<absl::string_view> parts =
      absl::StrSplit(absl::string_view(route.path).substr(1), '/');
  if (parts.size() != path.size()) return false;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].front() != '{' && parts[i] != path[i]) return false;
  }
  for (size_t i = 0; i < parts.size(); ++i) Take(parts[i], path[i], match);
  return true;
}

}  // namespace

const std::vector<Route>& Routes() {
  static const auto* const routes = new std::vector<Route>(Table());
  return *routes;
}

RouteMatch FindRoute(absl::string_view method, const std::vector<std::string>& path) {
  RouteMatch match;
  for (const Route& route : Routes()) {
    if (!Fits(route, path, match)) continue;
    const bool is_read = absl::string_view(route.method) == "GET";
    if (method == route.method || (is_read && method == "HEAD")) {
      match.route = &route;
      return match;
    }
    match.allowed = is_read ? "GET, HEAD" : route.method;
  }
  return match;
}

bool HasGoodIds(const v1::Conversation& conversation, bool may_lack_pane) {
  const bool has_pane = !conversation.pane().empty();
  return ids::IsName(conversation.member()) && ids::IsName(conversation.source()) &&
         (has_pane ? ids::IsWireId(conversation.pane()) : may_lack_pane);
}

}  // namespace collie::relay
