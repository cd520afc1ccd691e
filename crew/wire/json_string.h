#ifndef COLLIE_CREW_WIRE_JSON_STRING_H_
#define COLLIE_CREW_WIRE_JSON_STRING_H_

#include <optional>
#include <string>
#include <string_view>

namespace collie::wire {

// A JSON string without its quotes and escapes.
struct Unescaped {
  std::string text;
  // It had half a surrogate pair, which no UTF-8 can say; `text` has U+FFFD there. Agents in
  // JavaScript write these when they cut a string inside an emoji.
  bool lone_surrogate = false;
};

// Reads a JSON string from its opening to its closing quote; nullopt when it is invalid. The bytes
// must be UTF-8. Pure.
std::optional<Unescaped> Unescape(std::string_view quoted);

// Appends `text` as a JSON string in the form of RFC 8785: only quotes, backslashes and controls
// are escaped. Pure.
void AppendQuoted(std::string_view text, std::string* json);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_JSON_STRING_H_
