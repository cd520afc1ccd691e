#ifndef COLLIE_CREW_WIRE_JSON_READER_H_
#define COLLIE_CREW_WIRE_JSON_READER_H_

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "google/protobuf/timestamp.pb.h"

// How this component reads JSON: On-Demand, field by field in the order of the text, so that what a
// reader does not know is skipped unread, whatever is in it. A field that is null counts as absent.
// Private to crew/wire.
namespace collie::wire {

using JsonValue = simdjson::ondemand::value;
using JsonObject = simdjson::ondemand::object;
using JsonArray = simdjson::ondemand::array;

// The errors met while one body was read.
struct Reading {
  bool broken = false;  // this is no JSON: nothing read so far counts
  int bad_entries = 0;  // entries that were left out
};

// Each reads one value of its type into `out`, and answers false, leaving `out`, when it is
// another.
bool ReadText(JsonValue value, std::string* out);    // a lone surrogate becomes U+FFFD
bool ReadId(JsonValue value, std::string* out);      // an id of the wire
bool ReadOpaque(JsonValue value, std::string* out);  // an opaque string
bool ReadBool(JsonValue value, bool* out);
bool ReadNumber(JsonValue value, double* out);    // finite
bool ReadInteger(JsonValue value, int64_t* out);  // also one that is written as 1e3
bool ReadCount(JsonValue value, int32_t* out);    // an integer; past the type's range the nearest
// Milliseconds since 1970; whether they can be shown is decided by the cleaning.
bool ReadTime(JsonValue value, google::protobuf::Timestamp* out);

// The text of a value, from its first to its last byte. Of a string with its quotes.
std::string_view TokenOf(JsonValue value);
bool IsNull(JsonValue value);
// The text of an object, which is skipped by this; nullopt when the value is no object.
std::optional<std::string_view> RawObject(Reading& reading, JsonValue value);
// Whether nothing is left to read in a document whose one value was read.
bool IsAtEnd(simdjson::ondemand::document& document);

// The callbacks for a field and for an entry of a list. False: it has a wrong type or value.
using OnField = absl::FunctionRef<bool(std::string_view key, JsonValue value)>;
using OnEntry = absl::FunctionRef<bool(JsonValue value)>;

// Calls `on_field` for each field that is not null. False when one call was false, when the value
// is no object, or when the text breaks off.
bool EachField(Reading& reading, JsonValue value, OnField on_field);

// Calls `on_entry` for each entry of a list; one that answers false is counted as bad. False when
// the value is no list, or when the text breaks off.
bool EachEntry(Reading& reading, JsonValue value, OnEntry on_entry);

// Reads an entry with an id and a label (an option, a starter, an action), and passes other fields
// to the callback.
template <typename Labelled>
bool ReadLabelled(Reading& reading, JsonValue value, Labelled* out, OnField on_other) {
  const bool good = EachField(reading, value, [&](std::string_view key, JsonValue field) {
    if (key == "id") return ReadId(field, out->mutable_id());
    if (key == "label") return ReadText(field, out->mutable_label());
    return on_other(key, field);
  });
  return good && !out->id().empty();
}
template <typename Labelled>
bool ReadLabelled(Reading& reading, JsonValue value, Labelled* out) {
  return ReadLabelled(reading, value, out, [](std::string_view, JsonValue) { return true; });
}

// The error of a body that cannot be read; `what` names the reply, `why` the fault.
absl::Status Unreadable(std::string_view what, std::string_view why);

// EachField of a body, which must be one JSON object and nothing else. A call that was false fails
// the whole, naming its key.
absl::Status ReadBody(std::string_view what, std::string_view body, Reading& reading,
                      OnField on_field);

}  // namespace collie::wire

#endif  // COLLIE_CREW_WIRE_JSON_READER_H_
