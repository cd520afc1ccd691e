#include "relay/api/http/crew_text.h"

#include <algorithm>
#include <array>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "crew/json/json.h"
#include "crew/json/rows.h"

namespace collie::relay {
namespace {

std::string TextOf(const CrewRow::Content& content) {
  if (const auto* member = std::get_if<v1::Member>(&content)) {
    return json::Dump(json::MemberJson(*member));
  }
  if (const auto* entry = std::get_if<v1::SourceEntry>(&content)) {
    return json::Dump(json::SourceJson(entry->source(), std::nullopt));
  }
  if (const auto* entry = std::get_if<v1::PaneEntry>(&content)) {
    return json::Dump(json::PaneJson(entry->pane()));
  }
  return json::Dump(json::RemovalJson(std::get<v1::Removal>(content)));
}

std::string Quote(const std::string& text) { return json::Dump(json::Json(text)); }

// An object's text without its end.
absl::string_view Open(absl::string_view object) { return object.substr(0, object.size() - 1); }

// Where a row belongs.
struct Names {
  std::string member;
  std::string source;
};

Names NamesOf(const WatchStep::Row& row, clock::Steady base) {
  if (row.row->kind() == CrewRow::Kind::kPane) {
    return {row.row->pane().member(), row.row->pane().source()};
  }
  const CrewRow::Content content = row.row->At(base);
  if (const auto* member = std::get_if<v1::Member>(&content)) return {member->id(), ""};
  const auto& entry = std::get<v1::SourceEntry>(content);
  return {entry.member(), entry.source().name()};
}

// Builds the text of nested members, row by row.
class NestedText {
 public:
  void Add(const WatchStep::Row& row, clock::Steady base) {
    const Names names = NamesOf(row, base);
    const CrewRow::Kind kind = row.row->kind();
    if (kind == CrewRow::Kind::kMember || names.member != member_) {
      const bool is_row = kind == CrewRow::Kind::kMember;
      BeginMember(names.member, is_row ? *row.bytes : NameObject("id", names.member));
    }
    if (kind == CrewRow::Kind::kMember) return;
    const bool is_source = kind == CrewRow::Kind::kSource;
    if (is_source || names.source != source_) {
      BeginSource(names.source, is_source ? *row.bytes : NameObject("name", names.source),
                  is_source);
    }
    if (!is_source) AddPane(row);
  }

  std::string Take(bool is_whole) && {
    EndMember(is_whole);
    return absl::StrCat("[", text_, "]");
  }

 private:
  struct Pane {
    int64_t order = 0;
    SharedBytes bytes;
  };

  static std::string NameObject(absl::string_view field, const std::string& name) {
    return absl::StrCat("{\"", field, "\":", Quote(name), "}");
  }

  void BeginMember(const std::string& member, absl::string_view object) {
    EndMember(/*is_whole=*/true);
    member_ = member;
    absl::StrAppend(&text_, text_.empty() ? "" : ",", Open(object), ",\"sources\":[");
    has_member_ = true;
    has_sources_ = false;
  }
  void BeginSource(const std::string& source, absl::string_view object, bool is_counted) {
    EndSource(/*is_whole=*/true);
    source_ = source;
    absl::StrAppend(&text_, has_sources_ ? "," : "", Open(object));
    has_source_ = has_sources_ = true;
    is_counted_ = is_counted;
    counts_ = json::Counts();
  }
  void AddPane(const WatchStep::Row& row) {
    counts_.Add(row.row->pane().pane());
    panes_.push_back({row.row->order(), row.bytes});
  }
  void EndSource(bool is_whole) {
    if (!has_source_) return;
    if (is_counted_ && is_whole) {
      absl::StrAppend(&text_, ",\"openConversations\":", counts_.open_conversations,
                      ",\"waiting\":", counts_.waiting);
    }
    // Keys are in the order of ids, an agent lists its panes in its own.
    std::stable_sort(panes_.begin(), panes_.end(),
                     [](const Pane& a, const Pane& b) { return a.order < b.order; });
    absl::StrAppend(&text_, ",\"panes\":[");
    for (size_t i = 0; i < panes_.size(); ++i) {
      absl::StrAppend(&text_, i == 0 ? "" : ",", *panes_[i].bytes);
    }
    absl::StrAppend(&text_, "]}");
    panes_.clear();
    has_source_ = false;
    source_.clear();
  }
  void EndMember(bool is_whole) {
    EndSource(is_whole);
    if (has_member_) absl::StrAppend(&text_, "]}");
    has_member_ = false;
  }

  std::string text_;
  std::string member_;
  std::string source_;
  bool has_member_ = false;
  bool has_source_ = false;
  bool has_sources_ = false;
  bool is_counted_ = false;
  json::Counts counts_;
  std::vector<Pane> panes_;
};

// The row with the names of those above it.
std::string NamedText(const WatchStep::Row& row, clock::Steady base) {
  const CrewRow::Kind kind = row.row->kind();
  if (kind == CrewRow::Kind::kMember || kind == CrewRow::Kind::kRemoval) return *row.bytes;
  const Names names = NamesOf(row, base);
  std::string text = absl::StrCat("{\"member\":", Quote(names.member), ",");
  if (kind == CrewRow::Kind::kPane) {
    absl::StrAppend(&text, "\"source\":", Quote(names.source), ",");
  }
  return absl::StrCat(text, absl::string_view(*row.bytes).substr(1));
}

}  // namespace

SharedBytes RowJson(const CrewRow& row, clock::Steady base) {
  return row.In(CrewRow::Form::kJson, base, TextOf);
}

std::string MembersText(const std::vector<WatchStep::Row>& rows, clock::Steady base,
                        bool is_whole) {
  NestedText text;
  for (const WatchStep::Row& row : rows) text.Add(row, base);
  return std::move(text).Take(is_whole);
}

std::string ChangesText(const std::vector<WatchStep::Row>& rows, clock::Steady base) {
  std::array<std::string, 4> lists;  // in the order of CrewRow::Kind
  for (const WatchStep::Row& row : rows) {
    std::string& list = lists[static_cast<size_t>(row.row->kind())];
    absl::StrAppend(&list, list.empty() ? "" : ",", NamedText(row, base));
  }
  return absl::StrCat("\"members\":[", lists[0], "],\"sources\":[", lists[1], "],\"panes\":[",
                      lists[2], "],\"removed\":[", lists[3], "]");
}

}  // namespace collie::relay
