#include "crew/cli/view/crew_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/cli/view/age.h"
#include "crew/cli/view/ask_printer.h"
#include "crew/cli/view/columns.h"
#include "crew/cli/view/crew_list.h"
#include "crew/receipt/words.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

using receipt::ApiWord;
using text::TerminalSafe;

enum Column { kWaits, kAge, kMember, kAgent, kConversation, kTurn, kColumns };
constexpr size_t kGap = 2;
constexpr size_t kNarrowestTitle = 8;

using Cells = std::array<std::string, kColumns>;
using Widths = std::array<size_t, kColumns>;

// What a row shows: a conversation, an agent without any, or a host without any agent.
struct Row {
  const Seen<v1::Member>* member = nullptr;
  const ids::ConversationKey* source_key = nullptr;
  const Seen<v1::Source>* source = nullptr;
  const Seen<v1::Pane>* pane = nullptr;

  bool waits() const { return pane != nullptr && pane->value.open_asks() > 0; }
  bool is_away() const {
    return member->value.state() != v1::MEMBER_STATE_CONNECTED ||
           (source != nullptr && !IsRead(source->value));
  }
};

struct Rows {
  std::vector<Row> rows;
  size_t waiting = 0;
  size_t open = 0;
  size_t closed = 0;
};

void AddSource(const Crew& crew, Row row, Rows& rows) {
  const ids::ConversationKey& key = *row.source_key;
  bool has_open = false;
  for (auto pane = crew.panes.lower_bound(key);
       pane != crew.panes.end() && pane->first.member == key.member &&
       pane->first.source == key.source;
       ++pane) {
    if (!pane->second.value.open()) {
      ++rows.closed;
      continue;
    }
    has_open = true;
    row.pane = &pane->second;
    rows.rows.push_back(row);
    ++rows.open;
    if (row.waits()) ++rows.waiting;
  }
  row.pane = nullptr;
  if (!has_open) rows.rows.push_back(row);
}

// Every row, those that wait on a person first.
Rows RowsOf(const Crew& crew) {
  Rows rows;
  for (const auto& [id, member] : crew.members) {
    Row row{&member};
    bool has_source = false;
    for (auto source = crew.sources.lower_bound({id, "", ""});
         source != crew.sources.end() && source->first.member == id; ++source) {
      has_source = true;
      row.source_key = &source->first;
      row.source = &source->second;
      AddSource(crew, row, rows);
    }
    if (!has_source) rows.rows.push_back(row);
  }
  std::stable_partition(rows.rows.begin(), rows.rows.end(),
                        [](const Row& row) { return row.waits(); });
  return rows;
}

// How old is what the row shows: its agent's last good read, else its host's last word.
std::string AgeOf(const Row& row, clock::Steady now) {
  const bool of_source = row.source != nullptr && row.source->value.was_read();
  if (of_source) {
    const v1::Source source = At(*row.source, now);
    return absl::StrCat(source.age_at_least() ? "≥" : "", Span(source.read_age_ms()));
  }
  const v1::Member member = At(*row.member, now);
  return absl::StrCat(member.age_at_least() ? "≥" : "", Span(member.last_seen_age_ms()));
}

std::string TurnOf(const Row& row) {
  if (row.member->value.state() != v1::MEMBER_STATE_CONNECTED) {
    return ApiWord(row.member->value.state());
  }
  if (row.source == nullptr) return "no agent";
  if (!IsRead(row.source->value) || row.pane == nullptr) return ApiWord(row.source->value.state());
  const v1::Pane& pane = row.pane->value;
  return absl::StrCat(ApiWord(pane.turn().state()), pane.busy() ? ", busy" : "");
}

std::string NameOf(const Row& row) {
  if (row.pane == nullptr) return "";
  return absl::StrCat(TerminalSafe(row.pane->value.id()), "  ",
                      TerminalSafe(row.pane->value.title()));
}

Cells CellsOf(const Row& row, clock::Steady now) {
  Cells cells;
  if (row.waits()) cells[kWaits] = absl::StrCat(row.pane->value.open_asks());
  cells[kAge] = AgeOf(row, now);
  cells[kMember] = TerminalSafe(row.member->value.id());
  if (row.source != nullptr) cells[kAgent] = TerminalSafe(row.source->value.name());
  cells[kConversation] = NameOf(row);
  cells[kTurn] = TurnOf(row);
  return cells;
}

// As wide as their widest cell, within a share of the screen; the conversation takes what is left.
Widths WidthsOf(const std::vector<Cells>& table, size_t columns) {
  Widths widths{};
  for (const Cells& cells : table) {
    for (size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], Columns(cells[i]));
  }
  widths[kMember] = std::min(widths[kMember], std::max<size_t>(8, columns / 5));
  widths[kAgent] = std::min(widths[kAgent], std::max<size_t>(6, columns / 7));
  widths[kTurn] = std::min(widths[kTurn], std::max<size_t>(8, columns / 7));
  size_t others = kGap * (kColumns - 1);
  for (size_t i = 0; i < kColumns; ++i) others += i == kConversation ? 0 : widths[i];
  const size_t left = columns > others ? columns - others : 0;
  widths[kConversation] = std::min(widths[kConversation], std::max(kNarrowestTitle, left));
  return widths;
}

std::string Line(const Cells& cells, const Widths& widths, const Row* row, const Paint& paint) {
  std::string line;
  for (size_t i = 0; i < kColumns; ++i) {
    std::string cell = CutMiddle(cells[i], widths[i]);
    if (i + 1 < kColumns) cell = Padded(cell, widths[i] + kGap);
    if (row == nullptr) cell = paint.Dim(cell);
    if (row != nullptr && i == kWaits) cell = paint.NeedsYou(cell);
    if (row != nullptr && i == kTurn && row->is_away()) cell = paint.Fault(cell);
    line += cell;
  }
  return line;
}

std::vector<std::string> QuestionsOf(const Row& row, clock::Steady now, const std::string& flags,
                                     const Paint& paint) {
  std::vector<std::string> lines;
  if (!row.waits()) return lines;
  const v1::Pane pane = At(*row.pane, now);
  const ids::ConversationKey key{row.source_key->member, row.source_key->source, pane.id()};
  for (const v1::Ask& ask : pane.asks()) {
    for (const std::string& line : AskLines(key.ToString(), ask, flags, paint)) {
      lines.push_back(absl::StrCat("    ", line));
    }
  }
  if (pane.unreadable_asks() > 0) {
    lines.push_back(
        absl::StrCat("    ", pane.unreadable_asks(), " cannot be shown here: answer at the agent"));
  }
  return lines;
}

std::string Summary(const Crew& crew, const Rows& rows, const Paint& paint) {
  std::string line =
      absl::StrCat(crew.members.size(), crew.members.size() == 1 ? " host, " : " hosts, ",
                   rows.open, rows.open == 1 ? " conversation" : " conversations");
  if (rows.closed > 0) absl::StrAppend(&line, " and ", rows.closed, " closed");
  if (rows.waiting == 0) return absl::StrCat(line, ", none waits on you");
  return absl::StrCat(line, ", ", paint.NeedsYou(absl::StrCat(rows.waiting, " waiting on you")));
}

// Lines up to a number of rows of the screen; what is past it is counted.
class Page {
 public:
  explicit Page(ScreenSize size) : size_(size) {}

  void Add(std::string line) {
    const int rows = cli::RowsOf(line, size_.columns);
    if (hidden_ > 0 || used_ + rows > size_.rows - 1) {
      ++hidden_;
      return;
    }
    used_ += rows;
    lines_.push_back(std::move(line));
  }
  bool IsFull() const { return hidden_ > 0; }
  void CountHidden(size_t lines) { hidden_ += lines; }

  std::vector<std::string> Take(const Paint& paint) && {
    if (hidden_ > 0) {
      const std::string words = absl::StrCat("… ", hidden_,
                                             " more lines: make the window taller, "
                                             "or watch a part");
      lines_.push_back(paint.Dim(CutMiddle(words, static_cast<size_t>(size_.columns))));
    }
    return std::move(lines_);
  }

 private:
  const ScreenSize size_;
  int used_ = 0;
  size_t hidden_ = 0;
  std::vector<std::string> lines_;
};

// The rows that can be on the screen: none of them takes less than a line.
size_t MostShown(const Rows& rows, ScreenSize size) {
  return std::min(rows.rows.size(), static_cast<size_t>(std::max(1, size.rows)));
}

}  // namespace

std::vector<std::string> TableLines(const Crew& crew, clock::Steady now, const std::string& flags,
                                    const Paint& paint, ScreenSize size) {
  const Rows rows = RowsOf(crew);
  std::vector<Cells> table = {{"WAITS", "AGE", "MEMBER", "AGENT", "CONVERSATION", "TURN"}};
  for (size_t i = 0; i < MostShown(rows, size); ++i) table.push_back(CellsOf(rows.rows[i], now));
  const Widths widths = WidthsOf(table, static_cast<size_t>(std::max(1, size.columns)));
  Page page(size);
  page.Add(Summary(crew, rows, paint));
  if (rows.rows.empty()) page.Add("nothing to show: no host is in the crew yet");
  if (!rows.rows.empty()) page.Add(Line(table[0], widths, nullptr, paint));
  size_t shown = 0;
  for (; shown + 1 < table.size() && !page.IsFull(); ++shown) {
    const Row& row = rows.rows[shown];
    page.Add(Line(table[shown + 1], widths, &row, paint));
    for (std::string& line : QuestionsOf(row, now, flags, paint)) page.Add(std::move(line));
  }
  page.CountHidden(page.IsFull() ? rows.rows.size() - shown : 0);
  for (std::string& line : AwayLines(crew, now, paint)) page.Add(std::move(line));
  return std::move(page).Take(paint);
}

}  // namespace collie::cli
