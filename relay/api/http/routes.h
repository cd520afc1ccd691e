#ifndef COLLIE_RELAY_API_HTTP_ROUTES_H_
#define COLLIE_RELAY_API_HTTP_ROUTES_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "collie/v1/crew_admin.pb.h"
#include "collie/v1/receipt.pb.h"

namespace collie::relay {

// What a route does.
enum class Operation {
  kSnapshot,
  kConversation,
  kHistory,
  kEvents,
  kReceipts,
  kCrew,
  kSend,  // names its conversation in the body
  kOneTap,
  kConversationAct,
  kStart,
};

// One line of the table of routes.
struct Route {
  const char* method;  // GET (also HEAD) or POST
  const char* path;    // a part in braces stands for any
  v1::Role role;       // the least that may call it
  Operation operation;
  v1::ActKind act;                       // of kConversationAct
  std::vector<absl::string_view> query;  // the fields that it takes
};

// Every route that needs a credential. /healthz, /readyz and /pair are before it.
const std::vector<Route>& Routes();

// What a path names.
struct RouteMatch {
  const Route* route = nullptr;   // null: nothing is there, or only for another method
  std::string allowed;            // null route: the methods that are there, as of the header Allow
  v1::Conversation conversation;  // what the braces stand for; not yet checked
  std::string one_use_id;         // likewise
};

// Finds what a method and a decoded path name. Pure; any thread.
RouteMatch FindRoute(absl::string_view method, const std::vector<std::string>& path);

// Whether a conversation's ids follow their rules; `pane` empty only where `may_lack_pane`.
bool HasGoodIds(const v1::Conversation& conversation, bool may_lack_pane);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_ROUTES_H_
