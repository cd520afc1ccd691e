#ifndef COLLIE_RELAY_API_HTTP_GATE_H_
#define COLLIE_RELAY_API_HTTP_GATE_H_

#include <optional>
#include <string>

#include "crew/http_server/message.h"

// The credential of a request. Pure.
namespace collie::relay {

// The cookie that pairing sets. Cookies ignore ports and are sent by other pages' requests too, so
// it is only one half: the page shows the other in X-Collie-Page.
inline constexpr char kPageCookie[] = "collie";
inline constexpr char kPageHeader[] = "x-collie-page";

// The token that two halves make; devices know only its hash.
std::string PageToken(const std::string& cookie, const std::string& secret);

// The token that a request shows: a bearer token, or the page's cookie and second secret together;
// "" where there is none that could be one.
std::string TokenOf(const http_server::Request& request);

// 401: the same bytes for every request, so that a stranger learns nothing.
http_server::Reply Unauthorized();

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_GATE_H_
