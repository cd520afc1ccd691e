#include "crew/wire/json_string.h"

#include <cstdint>

namespace collie::wire {
namespace {

constexpr uint32_t kReplacement = 0xFFFD;

bool IsHigh(uint32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool IsLow(uint32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

void AppendUtf8(uint32_t code, std::string* text) {
  const auto trail = [&](int shift) {
    text->push_back(static_cast<char>(0x80 | ((code >> shift) & 0x3F)));
  };
  if (code < 0x80) {
    text->push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    text->push_back(static_cast<char>(0xC0 | (code >> 6)));
    trail(0);
  } else if (code < 0x10000) {
    text->push_back(static_cast<char>(0xE0 | (code >> 12)));
    trail(6);
    trail(0);
  } else {
    text->push_back(static_cast<char>(0xF0 | (code >> 18)));
    trail(12);
    trail(6);
    trail(0);
  }
}

// The unit of the four hex digits at the start of `text`.
std::optional<uint32_t> HexUnit(std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  uint32_t unit = 0;
  for (const char c : text.substr(0, 4)) {
    unit <<= 4;
    if (c >= '0' && c <= '9') {
      unit |= static_cast<uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      unit |= static_cast<uint32_t>(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
      unit |= static_cast<uint32_t>(c - 'A' + 10);
    } else {
      return std::nullopt;
    }
  }
  return unit;
}

// What a one-letter escape stands for; 0 for an unknown one.
char Plain(char escape) {
  switch (escape) {
    case '"':
    case '\\':
    case '/':
      return escape;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

// Reads \uXXXX, or a pair of them, whose digits begin `rest`. The bytes that were read after the
// first `u`; 0 when it is no escape.
size_t ReadUnits(std::string_view rest, Unescaped* out) {
  const std::optional<uint32_t> unit = HexUnit(rest);
  if (!unit) return 0;
  if (IsHigh(*unit) && rest.size() >= 6 && rest[4] == '\\' && rest[5] == 'u') {
    const std::optional<uint32_t> low = HexUnit(rest.substr(6));
    if (low && IsLow(*low)) {
      AppendUtf8(0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00), &out->text);
      return 10;
    }
  }
  const bool lone = IsHigh(*unit) || IsLow(*unit);
  AppendUtf8(lone ? kReplacement : *unit, &out->text);
  if (lone) out->lone_surrogate = true;
  return 4;
}

// The short escape of a character, or nullptr.
const char* ShortEscape(char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\b':
      return "\\b";
    case '\f':
      return "\\f";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return nullptr;
  }
}

}  // namespace

std::optional<Unescaped> Unescape(std::string_view quoted) {
  if (quoted.size() < 2 || quoted.front() != '"' || quoted.back() != '"') return std::nullopt;
  std::string_view rest = quoted.substr(1, quoted.size() - 2);
  Unescaped out;
  out.text.reserve(rest.size());
  while (!rest.empty()) {
    const size_t plain = rest.find_first_of("\\\"");
    out.text.append(rest.substr(0, plain));
    if (plain == std::string_view::npos) break;
    rest.remove_prefix(plain);
    if (rest.size() < 2 || rest.front() == '"') return std::nullopt;
    const char escape = rest[1];
    rest.remove_prefix(2);
    if (escape == 'u') {
      const size_t read = ReadUnits(rest, &out);
      if (read == 0) return std::nullopt;
      rest.remove_prefix(read);
    } else {
      const char plain_character = Plain(escape);
      if (plain_character == 0) return std::nullopt;
      out.text.push_back(plain_character);
    }
  }
  return out;
}

void AppendQuoted(std::string_view text, std::string* json) {
  constexpr char kHex[] = "0123456789abcdef";
  json->push_back('"');
  for (const char c : text) {
    if (const char* escape = ShortEscape(c)) {
      json->append(escape);
    } else if (static_cast<unsigned char>(c) < 0x20) {
      json->append("\\u00");
      json->push_back(kHex[static_cast<unsigned char>(c) >> 4]);
      json->push_back(kHex[static_cast<unsigned char>(c) & 0xF]);
    } else {
      json->push_back(c);
    }
  }
  json->push_back('"');
}

}  // namespace collie::wire
