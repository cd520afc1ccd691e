#include "crew/wire/pane_read.h"

#include <optional>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "crew/text/clean_proto.h"
#include "crew/text/limits.h"
#include "crew/wire/decision.h"
#include "crew/wire/item.h"
#include "crew/wire/json_reader.h"

namespace collie::wire {
namespace {

// The fields of one event. Which of them count is known once its type is, which may come last:
// until then a wrong one is only left empty.
struct EventFields {
  std::string type;
  Entry item_is = Entry::kBad;
  v1::Item item;
  std::string removed_item;
  std::optional<std::string_view> raw_ask;
  v1::ClosedAsk closed;  // its request id is also a dropped send's
};

bool ReadFields(Reading& reading, JsonValue value, EventFields* fields) {
  return EachField(reading, value, [&](std::string_view key, JsonValue field) {
    if (key == "type") return ReadText(field, &fields->type);
    if (key == "item") {
      fields->item.Clear();
      fields->item_is = ReadItem(reading, field, &fields->item);
    }
    if (key == "itemId") ReadOpaque(field, &fields->removed_item);
    if (key == "ask") fields->raw_ask = RawObject(reading, field);
    if (key == "askId") ReadId(field, fields->closed.mutable_ask_id());
    ReadDecisionField(reading, key, field, &fields->closed);
    return true;
  });
}

// The events of one reply while they are read.
class EventsReader {
 public:
  EventsReader(Reading& reading, std::vector<PaneEvent>* events)
      : reading_(reading), events_(events) {}

  // False when the event is a bad entry.
  bool Read(JsonValue value) {
    EventFields fields;
    if (!ReadFields(reading_, value, &fields)) return false;
    if (fields.type == "item") return AddItem(fields);
    if (fields.type == "item-removed") return AddRemoved(fields);
    if (fields.type == "ask") return AddAsk(fields);
    if (fields.type == "ask-closed") return AddClosed(fields);
    if (fields.type == "send-dropped") return AddDropped(fields);
    return !fields.type.empty();
  }

  std::vector<std::string> asks_left_out() const { return {left_out_.begin(), left_out_.end()}; }

 private:
  bool AddItem(EventFields& fields) {
    if (fields.item_is == Entry::kGood) events_->emplace_back(std::move(fields.item));
    return fields.item_is != Entry::kBad;
  }

  bool AddRemoved(EventFields& fields) {
    if (fields.removed_item.empty()) return false;
    events_->emplace_back(RemovedItem{std::move(fields.removed_item)});
    return true;
  }

  bool AddAsk(EventFields& fields) {
    if (!fields.raw_ask) return false;
    std::optional<RaisedAsk> raised = DecodeAsk(*fields.raw_ask, &reading_.bad_entries);
    if (!raised) return false;
    const std::string& id = raised->ask.ask_id();
    if (!open_asks_.contains(id) && open_asks_.size() == text::kOpenAsksOfPane) {
      left_out_.insert(id);
      return true;
    }
    open_asks_.insert(id);
    events_->emplace_back(*std::move(raised));
    return true;
  }

  bool AddClosed(EventFields& fields) {
    if (!text::CleanClosedAsk(fields.closed)) return false;
    open_asks_.erase(fields.closed.ask_id());
    left_out_.erase(fields.closed.ask_id());
    events_->emplace_back(std::move(fields.closed));
    return true;
  }

  bool AddDropped(EventFields& fields) {
    if (fields.closed.request_id().empty()) return false;
    events_->emplace_back(DroppedSend{fields.closed.request_id()});
    return true;
  }

  Reading& reading_;
  std::vector<PaneEvent>* events_;
  absl::flat_hash_set<std::string> open_asks_;
  absl::flat_hash_set<std::string> left_out_;
};

}  // namespace

absl::StatusOr<PaneRead> DecodePaneRead(std::string_view body) {
  constexpr std::string_view kWhat = "conversation";
  PaneRead pane;
  bool has_events = false;
  Reading reading;
  EventsReader events(reading, &pane.events);
  const absl::Status read =
      ReadBody(kWhat, body, reading, [&](std::string_view key, JsonValue value) {
        if (key == "epoch") return ReadId(value, &pane.epoch);
        if (key == "cursor") return ReadOpaque(value, &pane.cursor);
        if (key == "reset") return ReadBool(value, &pane.reset);
        if (key == "more") return ReadBool(value, &pane.more);
        if (key == "truncated") return ReadBool(value, &pane.truncated);
        if (key != "events") return true;
        has_events = true;
        return EachEntry(reading, value, [&](JsonValue event) { return events.Read(event); });
      });
  if (!read.ok()) return read;
  if (pane.epoch.empty() || pane.cursor.empty() || !has_events) {
    return Unreadable(kWhat, "`epoch`, `cursor` or `events` is missing");
  }
  pane.bad_entries = reading.bad_entries;
  pane.asks_left_out = events.asks_left_out();
  return pane;
}

}  // namespace collie::wire
