#include "crew/cli/view/crew_list.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/cli/view/age.h"
#include "crew/cli/view/ask_printer.h"
#include "crew/cli/view/columns.h"
#include "crew/receipt/words.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

using receipt::ApiWord;
using text::TerminalSafe;

constexpr size_t kTitleColumns = 60;

using PaneRow = std::pair<ids::ConversationKey, v1::Pane>;

std::string Ago(int64_t age_ms, bool at_least) {
  return absl::StrCat(at_least ? "at least " : "", Span(age_ms), " ago");
}

std::string MemberLine(const v1::Member& member, const Paint& paint) {
  std::string line = absl::StrCat(paint.Bold(TerminalSafe(member.label(), 63)), "  ",
                                  TerminalSafe(member.id()), "  ");
  const std::string state = ApiWord(member.state());
  if (member.state() == v1::MEMBER_STATE_CONNECTED) return absl::StrCat(line, paint.Good(state));
  absl::StrAppend(&line, paint.Fault(state), "  last seen ",
                  Ago(member.last_seen_age_ms(), member.age_at_least()));
  if (!member.detail().empty()) absl::StrAppend(&line, "  ", TerminalSafe(member.detail(), 500));
  return line;
}

std::string PaneLine(const v1::Pane& pane, const Paint& paint) {
  std::string line = absl::StrCat(TerminalSafe(pane.id()), "  ",
                                  CutMiddle(TerminalSafe(pane.title()), kTitleColumns), "  ",
                                  ApiWord(pane.turn().state()));
  if (pane.busy()) absl::StrAppend(&line, ", an act is under way");
  if (pane.open_asks() > 0) {
    absl::StrAppend(&line, "  ", paint.NeedsYou(absl::StrCat(pane.open_asks(), " waiting on you")));
  }
  if (pane.unreadable_asks() > 0) {
    absl::StrAppend(&line, ", ", pane.unreadable_asks(),
                    " cannot be shown here: answer at the agent");
  }
  return line;
}

// The open conversations of a source, those that wait on a person first.
std::vector<PaneRow> OpenPanes(const Crew& crew, const ids::ConversationKey& source,
                               clock::Steady now, int& closed) {
  std::vector<PaneRow> rows;
  for (auto row = crew.panes.lower_bound(source); row != crew.panes.end(); ++row) {
    if (row->first.member != source.member || row->first.source != source.source) break;
    if (row->second.value.open()) {
      rows.emplace_back(row->first, At(row->second, now));
    } else {
      ++closed;
    }
  }
  std::stable_partition(rows.begin(), rows.end(),
                        [](const PaneRow& row) { return row.second.open_asks() > 0; });
  return rows;
}

void AddPanes(const Crew& crew, const ids::ConversationKey& source, clock::Steady now,
              const std::string& flags, const Paint& paint, std::vector<std::string>& lines) {
  int closed = 0;
  for (const auto& [key, pane] : OpenPanes(crew, source, now, closed)) {
    lines.push_back(absl::StrCat("    ", PaneLine(pane, paint)));
    for (const v1::Ask& ask : pane.asks()) {
      for (const std::string& line : AskLines(key.ToString(), ask, flags, paint)) {
        lines.push_back(absl::StrCat("      ", line));
      }
    }
  }
  if (closed > 0) lines.push_back(paint.Dim(absl::StrCat("    and ", closed, " closed")));
}

}  // namespace

bool IsRead(const v1::Source& source) {
  return source.state() == v1::SOURCE_STATE_LIVE || source.state() == v1::SOURCE_STATE_STALE;
}

std::string SourceLine(const v1::Source& source, const Paint& paint) {
  std::string line = absl::StrCat(TerminalSafe(source.name()), "  ");
  const std::string state = ApiWord(source.state());
  const bool good = IsRead(source);
  absl::StrAppend(&line, good ? paint.Good(state) : paint.Fault(state));
  if (!source.runtime().empty())
    absl::StrAppend(&line, "  ", CutMiddle(TerminalSafe(source.runtime()), kTitleColumns));
  if (source.left_out() > 0) {
    absl::StrAppend(&line, "  ", paint.Fault(absl::StrCat(source.left_out(), " left out")));
  }
  if (good) return line;
  if (!source.reason().empty()) absl::StrAppend(&line, "  ", TerminalSafe(source.reason()));
  if (!source.detail().empty()) absl::StrAppend(&line, ": ", TerminalSafe(source.detail()));
  if (source.was_read()) {
    absl::StrAppend(&line, "  last read ", Ago(source.read_age_ms(), source.age_at_least()));
  }
  return line;
}

std::vector<std::string> CrewLines(const Crew& crew, clock::Steady now, const std::string& flags,
                                   const Paint& paint) {
  std::vector<std::string> lines;
  for (const auto& [id, member] : crew.members) {
    lines.push_back(MemberLine(At(member, now), paint));
    for (auto row = crew.sources.lower_bound({id, "", ""});
         row != crew.sources.end() && row->first.member == id; ++row) {
      lines.push_back(absl::StrCat("  ", SourceLine(At(row->second, now), paint)));
      AddPanes(crew, row->first, now, flags, paint, lines);
    }
  }
  if (lines.empty()) lines.push_back("nothing to show: no host is in the crew yet");
  return lines;
}

std::vector<std::string> AwayLines(const Crew& crew, clock::Steady now, const Paint& paint) {
  std::vector<std::string> lines;
  for (const auto& [id, member] : crew.members) {
    if (member.value.state() == v1::MEMBER_STATE_CONNECTED) continue;
    lines.push_back(absl::StrCat("member ", MemberLine(At(member, now), paint)));
  }
  for (const auto& [key, source] : crew.sources) {
    if (IsRead(source.value)) continue;
    lines.push_back(
        absl::StrCat("source ", TerminalSafe(key.member), "/", SourceLine(At(source, now), paint)));
  }
  return lines;
}

std::vector<std::string> DeltaLines(const v1::CrewDelta& delta) {
  const Paint plain(false);
  std::vector<std::string> lines;
  for (const v1::Removal& gone : delta.removed()) {
    std::string line = absl::StrCat("removed ", gone.member());
    if (!gone.source().empty()) absl::StrAppend(&line, "/", gone.source());
    if (!gone.pane().empty()) absl::StrAppend(&line, "/", gone.pane());
    lines.push_back(TerminalSafe(line));
  }
  for (const v1::Member& member : delta.members()) {
    lines.push_back(absl::StrCat("member ", MemberLine(member, plain)));
  }
  for (const v1::SourceEntry& entry : delta.sources()) {
    lines.push_back(absl::StrCat("source ", TerminalSafe(entry.member()), "/",
                                 SourceLine(entry.source(), plain)));
  }
  for (const v1::PaneEntry& entry : delta.panes()) {
    lines.push_back(absl::StrCat("conversation ", TerminalSafe(entry.member()), "/",
                                 TerminalSafe(entry.source()), "/", PaneLine(entry.pane(), plain)));
  }
  return lines;
}

}  // namespace collie::cli
