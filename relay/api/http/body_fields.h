#ifndef COLLIE_RELAY_API_HTTP_BODY_FIELDS_H_
#define COLLIE_RELAY_API_HTTP_BODY_FIELDS_H_

#include <set>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "crew/json/json.h"

namespace collie::relay {

// Takes the fields of one JSON object, one after the other, and keeps the first fault, so that a
// reader is a plain list of takes with one check at its end. What was not taken is an unknown
// field. Not thread-safe; the object outlives it.
class BodyFields {
 public:
  // `where` names the object in sentences, such as `conversation`; empty for the body itself.
  explicit BodyFields(const json::Json& object, std::string where = "");

  // Member or source name, an id on the wire, an opaque id, a hash: required, and by their rule.
  std::string TakeName(absl::string_view field);
  std::string TakeWireId(absl::string_view field);
  std::string TakeOpaque(absl::string_view field);
  std::string TakeHash(absl::string_view field);
  // Any text, required or not.
  std::string TakeText(absl::string_view field);
  std::string TakeOptionalText(absl::string_view field);
  // An opaque id or nothing.
  std::string TakeOptionalOpaque(absl::string_view field);
  // False when absent.
  bool TakeFlag(absl::string_view field);
  // The object under a field, required; an empty one when it is not there.
  const json::Json& TakeObject(absl::string_view field);
  // A value of any kind; nullptr when absent.
  const json::Json* TakeAny(absl::string_view field);

  // A field is wrong, in words that follow its name: `must be …`.
  void Fault(absl::string_view field, absl::string_view what);
  // Takes over the fault of a part.
  void Join(const absl::Status& part);
  // INVALID_ARGUMENT naming the field: the first fault, or a field that was not taken.
  absl::Status Finish();

 private:
  using Rule = bool (*)(std::string_view);
  std::string TakeString(absl::string_view field, bool required);
  std::string TakeBy(absl::string_view field, Rule rule, absl::string_view what);

  const json::Json& object_;
  const std::string where_;
  std::set<std::string, std::less<>> taken_;
  absl::Status status_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_HTTP_BODY_FIELDS_H_
