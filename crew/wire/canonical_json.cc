#include "crew/wire/canonical_json.h"

#include <openssl/evp.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "crew/wire/json_number.h"
#include "crew/wire/json_reader.h"
#include "crew/wire/json_string.h"

namespace collie::wire {
namespace {

constexpr int kDeepest = 64;

// Orders UTF-8 by UTF-16 code units. Bytes order like code points, and the two orders differ only
// where a surrogate pair (four bytes) meets U+E000 to U+FFFF (lead byte EE or EF).
bool ComesBefore(std::string_view a, std::string_view b) {
  const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (in_b == b.end()) return false;
  if (in_a == a.end()) return true;
  const auto byte_a = static_cast<unsigned char>(*in_a);
  const auto byte_b = static_cast<unsigned char>(*in_b);
  const bool pair_a = byte_a >= 0xF0;
  const bool pair_b = byte_b >= 0xF0;
  if (pair_a && !pair_b && byte_b >= 0xEE) return true;
  if (pair_b && !pair_a && byte_a >= 0xEE) return false;
  return byte_a < byte_b;
}

// A field with its value, both canonical but the key unquoted.
struct Member {
  std::string key;
  std::string value;
};

class Canonicalizer {
 public:
  // Leaves out this field of the outermost object.
  explicit Canonicalizer(std::string_view left_out) : left_out_(left_out) {}

  bool Append(JsonValue value, int depth, std::string* json) {
    if (depth > kDeepest) return Refuse("it is nested too deeply");
    simdjson::ondemand::json_type type;
    if (value.type().get(type)) return Refuse("it is no JSON");
    switch (type) {
      case simdjson::ondemand::json_type::object:
        return AppendObject(value, depth, json);
      case simdjson::ondemand::json_type::array:
        return AppendArray(value, depth, json);
      case simdjson::ondemand::json_type::string:
        return AppendString(TokenOf(value), json);
      case simdjson::ondemand::json_type::number:
        return AppendNumber(value, json);
      default:
        return AppendWord(TokenOf(value), json);
    }
  }

  const char* why() const { return why_; }

 private:
  bool Refuse(const char* why) {
    if (why_[0] == '\0') why_ = why;
    return false;
  }

  bool AppendObject(JsonValue value, int depth, std::string* json) {
    std::vector<Member> members;
    JsonObject object;
    if (value.get_object().get(object)) return Refuse("it is no JSON");
    for (auto field : object) {
      if (!ReadMember(field, depth, &members)) return false;
    }
    std::sort(members.begin(), members.end(),
              [](const Member& a, const Member& b) { return ComesBefore(a.key, b.key); });
    const auto twice =
        std::adjacent_find(members.begin(), members.end(),
                           [](const Member& a, const Member& b) { return a.key == b.key; });
    if (twice != members.end()) return Refuse("it has a key twice");
    AppendMembers(members, depth, json);
    return true;
  }

  bool ReadMember(simdjson::simdjson_result<simdjson::ondemand::field> field, int depth,
                  std::vector<Member>* members) {
    std::string_view key;
    JsonValue value;
    if (field.error() || field.value().get(value)) return Refuse("it is no JSON");
    if (field.unescaped_key().get(key)) return Refuse("it has a key that is no text");
    Member member{std::string(key), ""};
    if (!Append(value, depth + 1, &member.value)) return false;
    members->push_back(std::move(member));
    return true;
  }

  void AppendMembers(const std::vector<Member>& members, int depth, std::string* json) {
    constexpr int kOutermost = 1;
    const char* separator = "";
    json->push_back('{');
    for (const Member& member : members) {
      if (depth == kOutermost && !left_out_.empty() && member.key == left_out_) continue;
      json->append(separator);
      AppendQuoted(member.key, json);
      json->push_back(':');
      json->append(member.value);
      separator = ",";
    }
    json->push_back('}');
  }

  bool AppendArray(JsonValue value, int depth, std::string* json) {
    JsonArray array;
    if (value.get_array().get(array)) return Refuse("it is no JSON");
    const char* separator = "";
    json->push_back('[');
    for (auto entry : array) {
      JsonValue element;
      if (entry.get(element)) return Refuse("it is no JSON");
      json->append(separator);
      if (!Append(element, depth + 1, json)) return false;
      separator = ",";
    }
    json->push_back(']');
    return true;
  }

  bool AppendString(std::string_view token, std::string* json) {
    const std::optional<Unescaped> text = Unescape(token);
    if (!text) return Refuse("it is no JSON");
    if (text->lone_surrogate) return Refuse("it has half a surrogate pair");
    AppendQuoted(text->text, json);
    return true;
  }

  bool AppendNumber(JsonValue value, std::string* json) {
    double number = 0;
    if (!ReadNumber(value, &number)) return Refuse("it has a number that is no double");
    json->append(EcmaNumber(number));
    return true;
  }

  bool AppendWord(std::string_view token, std::string* json) {
    if (token != "true" && token != "false" && token != "null") return Refuse("it is no JSON");
    json->append(token);
    return true;
  }

  const std::string_view left_out_;
  const char* why_ = "";
};

// The canonical form of the one entry of a list, which lets a scalar be read like any other value.
absl::StatusOr<std::string> Canonical(std::string_view json, Canonicalizer& canonicalizer) {
  std::string list;
  list.reserve(json.size() + 2 + simdjson::SIMDJSON_PADDING);
  list.append("[").append(json).append("]");
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  JsonArray array;
  if (parser.iterate(list).get(document) || document.get_array().get(array)) {
    return absl::InvalidArgumentError("This has no canonical form: it is no JSON.");
  }
  std::string canonical;
  int entries = 0;
  for (auto entry : array) {
    JsonValue value;
    if (entry.get(value) || ++entries > 1) break;
    if (canonicalizer.Append(value, 1, &canonical)) continue;
    return absl::InvalidArgumentError(std::string("This has no canonical form: ") +
                                      canonicalizer.why() + ".");
  }
  if (entries != 1 || !IsAtEnd(document)) {
    return absl::InvalidArgumentError("This has no canonical form: it is not one JSON value.");
  }
  return canonical;
}

std::string Sha256Hex(std::string_view text) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), digest, &size, EVP_sha256(), nullptr) != 1) return "";
  return absl::BytesToHexString(absl::string_view(reinterpret_cast<const char*>(digest), size));
}

}  // namespace

absl::StatusOr<std::string> CanonicalJson(std::string_view json) {
  Canonicalizer canonicalizer("");
  return Canonical(json, canonicalizer);
}

absl::StatusOr<std::string> AskHash(std::string_view raw_ask_json) {
  Canonicalizer canonicalizer("expiresAt");
  absl::StatusOr<std::string> canonical = Canonical(raw_ask_json, canonicalizer);
  if (!canonical.ok()) return canonical.status();
  if (canonical->front() != '{') {
    return absl::InvalidArgumentError("An ask has no hash when it is no JSON object.");
  }
  std::string hash = Sha256Hex(*canonical);
  if (hash.empty()) return absl::InternalError("OpenSSL has no SHA-256: repair the installation.");
  return hash;
}

}  // namespace collie::wire
