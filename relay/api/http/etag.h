#ifndef COLLIE_RELAY_API_HTTP_ETAG_H_
#define COLLIE_RELAY_API_HTTP_ETAG_H_

#include <string>

#include "absl/strings/string_view.h"

// Entity tags, as HTTP compares them. Pure.
namespace collie::relay {

// A weak one: two bodies of one state differ in their ages, and a proxy may compress one of them.
std::string WeakTag(absl::string_view state);
// Whether If-None-Match (null: absent) names this tag, weakly compared.
bool NamesTag(const std::string* if_none_match, absl::string_view tag);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_ETAG_H_
