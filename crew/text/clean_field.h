#ifndef COLLIE_CREW_TEXT_CLEAN_FIELD_H_
#define COLLIE_CREW_TEXT_CLEAN_FIELD_H_

#include <cstddef>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "crew/ids/ids.h"
#include "crew/text/limits.h"
#include "google/protobuf/repeated_field.h"
#include "google/protobuf/timestamp.pb.h"

// How clean_proto cleans one field. Each Sanitize function says whether it changed anything.
namespace collie::text {

// Cleans one line in place.
bool SanitizeLine(std::string* line, size_t max_characters);
// Cleans lines of text in place.
bool SanitizeText(std::string* text, size_t max_characters);
// Empties an id of the wire that breaks the rule.
bool SanitizeId(std::string* id);
// Empties an opaque string that breaks the rule.
bool SanitizeOpaque(std::string* opaque);

// Whether a time can be shown: from 1970 to the end of the year 9999.
bool IsPresentable(const google::protobuf::Timestamp& time);

// Leaves out the entries that `keeps` refuses (it may change those it keeps) and those past `most`.
template <typename T, typename Keeps>
bool SanitizeList(google::protobuf::RepeatedPtrField<T>* list, size_t most, Keeps keeps) {
  const int before = list->size();
  const int limit = static_cast<int>(most);
  int kept = 0;
  for (int i = 0; i < before && kept < limit; ++i) {
    if (!keeps(*list->Mutable(i))) continue;
    if (kept != i) list->SwapElements(kept, i);
    ++kept;
  }
  list->DeleteSubrange(kept, before - kept);
  return kept != before;
}

// SanitizeList of what has an id and a label (options, actions, starters): the id must be one of
// the wire's and the first of its kind.
template <typename T>
bool SanitizeLabelled(google::protobuf::RepeatedPtrField<T>* list, size_t most) {
  absl::flat_hash_set<std::string> seen;
  bool relabelled = false;
  const bool shortened = SanitizeList(list, most, [&](T& entry) {
    if (!ids::IsWireId(entry.id()) || !seen.insert(entry.id()).second) return false;
    if (SanitizeLine(entry.mutable_label(), kTitleCharacters)) relabelled = true;
    return true;
  });
  return shortened || relabelled;
}

}  // namespace collie::text

#endif  // COLLIE_CREW_TEXT_CLEAN_FIELD_H_
