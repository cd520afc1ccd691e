#include "crew/wire/history.h"

#include <utility>

#include "crew/wire/item.h"
#include "crew/wire/json_reader.h"

namespace collie::wire {
namespace {

bool ReadItems(Reading& reading, JsonValue value, std::vector<v1::Item>* items) {
  return EachEntry(reading, value, [&](JsonValue entry) {
    v1::Item item;
    const Entry is = ReadItem(reading, entry, &item);
    if (is == Entry::kGood) items->push_back(std::move(item));
    return is != Entry::kBad;
  });
}

}  // namespace

absl::StatusOr<HistoryRead> DecodeHistory(std::string_view body) {
  constexpr std::string_view kWhat = "history";
  HistoryRead history;
  bool has_items = false;
  Reading reading;
  const absl::Status read =
      ReadBody(kWhat, body, reading, [&](std::string_view key, JsonValue value) {
        if (key == "epoch") return ReadId(value, &history.epoch);
        if (key == "before") return ReadOpaque(value, &history.before);
        if (key == "truncated") return ReadBool(value, &history.truncated);
        if (key != "items") return true;
        has_items = true;
        return ReadItems(reading, value, &history.items);
      });
  if (!read.ok()) return read;
  if (history.epoch.empty() || !has_items) {
    return Unreadable(kWhat, "`epoch` or `items` is missing");
  }
  history.bad_entries = reading.bad_entries;
  return history;
}

}  // namespace collie::wire
