#include "crew/wire/version_range.h"

namespace collie::wire {

bool ReadVersionRange(Reading& reading, JsonValue value, VersionRange* range) {
  int32_t min = 0;
  int32_t max = 0;
  const bool good = EachField(reading, value, [&](std::string_view key, JsonValue field) {
    if (key == "min") return ReadCount(field, &min);
    if (key == "max") return ReadCount(field, &max);
    return true;
  });
  if (!good || min < 1 || max < min) return false;
  *range = {min, max};
  return true;
}

}  // namespace collie::wire
