#include "crew/wire/snapshot.h"

#include <optional>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "crew/text/clean_proto.h"
#include "crew/text/limits.h"
#include "crew/wire/json_reader.h"

namespace collie::wire {
namespace {

v1::TurnState StateOf(std::string_view word) {
  return word == "idle" ? v1::TURN_STATE_IDLE : v1::TURN_STATE_WORKING;
}

bool ReadTurn(Reading& reading, JsonValue value, v1::Turn* turn) {
  std::string state;
  const bool good = EachField(reading, value, [&](std::string_view key, JsonValue field) {
    if (key == "id") return ReadOpaque(field, turn->mutable_id());
    if (key == "state") return ReadText(field, &state);
    return true;
  });
  turn->set_state(StateOf(state));
  return good && !turn->id().empty() && !state.empty();
}

bool ReadActions(Reading& reading, JsonValue value, v1::Pane* pane) {
  return EachEntry(reading, value, [&](JsonValue entry) {
    v1::PaneAction action;
    if (!ReadLabelled(reading, entry, &action)) return false;
    *pane->add_actions() = std::move(action);
    return true;
  });
}

bool ReadOpen(JsonValue value, v1::Pane* pane) {
  bool open = true;
  if (!ReadBool(value, &open)) return false;
  pane->set_open(open);
  return true;
}

bool ReadOpenAsks(JsonValue value, v1::Pane* pane) {
  int32_t open_asks = 0;
  if (!ReadCount(value, &open_asks)) return false;
  pane->set_open_asks(open_asks);
  return true;
}

bool ReadPane(Reading& reading, JsonValue value, SnapshotPane* out) {
  v1::Pane& pane = out->pane;
  pane.set_open(true);
  const bool good = EachField(reading, value, [&](std::string_view key, JsonValue field) {
    if (key == "id") return ReadId(field, pane.mutable_id());
    if (key == "title") return ReadText(field, pane.mutable_title());
    if (key == "harness") return ReadText(field, pane.mutable_harness());
    if (key == "open") return ReadOpen(field, &pane);
    if (key == "turn") return ReadTurn(reading, field, pane.mutable_turn());
    if (key == "cursor") return ReadOpaque(field, &out->cursor);
    if (key == "openAsks") return ReadOpenAsks(field, &pane);
    if (key == "lastActivityAt") return ReadTime(field, pane.mutable_last_activity_at());
    if (key == "actions") return ReadActions(reading, field, &pane);
    return true;
  });
  return good && !pane.id().empty() && pane.has_turn() && !out->cursor.empty();
}

// The tree of workspaces and tabs, read into a list of panes. A place's own fields may come after
// its panes, so these get it once it is read whole, and go with it when it is bad.
class PlacesReader {
 public:
  explicit PlacesReader(Reading& reading) : reading_(reading) {}

  bool ReadWorkspaces(JsonValue value) {
    size_t workspaces = 0;
    return EachEntry(reading_, value, [&](JsonValue entry) {
      if (workspaces == text::kWorkspaces) return LeaveOut();
      const bool good = ReadPlace(entry, "tabs", &v1::Pane::mutable_workspace,
                                  [this](JsonValue tabs) { return ReadTabs(tabs); });
      if (good) ++workspaces;
      return good;
    });
  }

  std::vector<SnapshotPane> TakePanes() { return std::move(panes_); }
  int over_limit() const { return over_limit_; }

 private:
  // An entry past its list's limit is no bad one.
  bool LeaveOut() {
    ++over_limit_;
    return true;
  }

  bool ReadTabs(JsonValue value) {
    size_t tabs = 0;
    return EachEntry(reading_, value, [&](JsonValue entry) {
      if (tabs == text::kTabsOfWorkspace) return LeaveOut();
      const bool good = ReadPlace(entry, "panes", &v1::Pane::mutable_tab,
                                  [this](JsonValue panes) { return ReadPanes(panes); });
      if (good) ++tabs;
      return good;
    });
  }

  bool ReadPanes(JsonValue value) {
    return EachEntry(reading_, value, [&](JsonValue entry) {
      if (panes_.size() == text::kPanesOfSource) return LeaveOut();
      SnapshotPane pane;
      if (!ReadPane(reading_, entry, &pane)) return false;
      panes_.push_back(std::move(pane));
      return true;
    });
  }

  template <typename ReadChildren>
  bool ReadPlace(JsonValue value, std::string_view children, v1::Place* (v1::Pane::*place_of)(),
                 ReadChildren read_children) {
    const size_t first = panes_.size();
    v1::Place place;
    const bool good = EachField(reading_, value, [&](std::string_view key, JsonValue field) {
      if (key == "id") return ReadId(field, place.mutable_id());
      if (key == "title") return ReadText(field, place.mutable_title());
      return key != children || read_children(field);
    });
    if (!good || place.id().empty()) {
      panes_.resize(first);
      return false;
    }
    for (size_t i = first; i < panes_.size(); ++i) *(panes_[i].pane.*place_of)() = place;
    return true;
  }

  Reading& reading_;
  std::vector<SnapshotPane> panes_;
  int over_limit_ = 0;
};

// False where the pane cannot stand.
bool CleanOne(v1::Pane& pane) {
  const int actions = pane.actions_size();
  if (!text::CleanPane(pane)) return false;
  pane.set_left_out(actions - pane.actions_size());
  return true;
}

// Bounds and cleans; leaves out what cannot stand and every second use of an id, and counts them.
int CleanPanes(std::vector<SnapshotPane>* panes) {
  absl::flat_hash_set<std::string> seen;
  const auto bad = std::erase_if(*panes, [&seen](SnapshotPane& pane) {
    return !CleanOne(pane.pane) || !seen.insert(pane.pane.id()).second;
  });
  return static_cast<int>(bad);
}

}  // namespace

absl::StatusOr<Snapshot> DecodeSnapshot(std::string_view body) {
  constexpr std::string_view kWhat = "snapshot";
  Snapshot snapshot;
  std::optional<int64_t> rev;
  std::optional<int64_t> now_ms;
  bool has_workspaces = false;
  Reading reading;
  PlacesReader places(reading);
  const absl::Status read =
      ReadBody(kWhat, body, reading, [&](std::string_view key, JsonValue value) {
        if (key == "epoch") return ReadId(value, &snapshot.epoch);
        if (key == "rev") return ReadInteger(value, &rev.emplace());
        if (key == "now") return ReadInteger(value, &now_ms.emplace());
        if (key != "workspaces") return true;
        has_workspaces = true;
        return places.ReadWorkspaces(value);
      });
  if (!read.ok()) return read;
  if (snapshot.epoch.empty() || !rev || !now_ms || !has_workspaces) {
    return Unreadable(kWhat, "`epoch`, `rev`, `now` or `workspaces` is missing");
  }
  snapshot.rev = *rev;
  snapshot.now_ms = *now_ms;
  snapshot.panes = places.TakePanes();
  snapshot.over_limit = places.over_limit();
  snapshot.bad_entries = reading.bad_entries + CleanPanes(&snapshot.panes);
  return snapshot;
}

}  // namespace collie::wire
