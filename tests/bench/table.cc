#include "tests/bench/table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace collie::bench {
namespace {

constexpr size_t kColumns = 6;
using Cells = std::array<std::string, kColumns>;

std::string BoundOf(const Bound& bound) {
  switch (bound.kind) {
    case Bound::Kind::kAtMost:
      return absl::StrCat("≤ ", Digits(bound.limit));
    case Bound::Kind::kAtLeast:
      return absl::StrCat("≥ ", Digits(bound.limit));
    case Bound::Kind::kNone:
      break;
  }
  return "";
}

Cells CellsOf(const Row& row, double slack) {
  return {row.what,
          absl::StrCat(Digits(row.measured), " ", row.unit),
          row.floor ? absl::StrCat(Digits(*row.floor), " ", row.unit) : "",
          row.Ratio() ? absl::StrFormat("%.2f", *row.Ratio()) : "",
          BoundOf(row.bound),
          WordOf(row.Judge(slack))};
}

// Characters, not bytes: µ and ≤ have two and three.
size_t Width(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string Line(const Cells& cells, const std::array<size_t, kColumns>& widths) {
  std::string line = "|";
  for (size_t i = 0; i < kColumns; ++i) {
    absl::StrAppend(&line, " ", cells[i], std::string(widths[i] - Width(cells[i]), ' '), " |");
  }
  return line + "\n";
}

}  // namespace

std::string Digits(double value) {
  const double size = std::fabs(value);
  if (size == 0) return "0";
  if (size >= 100) return absl::StrFormat("%.0f", value);
  if (size >= 10) return absl::StrFormat("%.1f", value);
  if (size >= 1) return absl::StrFormat("%.2f", value);
  return absl::StrFormat("%.2g", value);
}

std::string WordOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHeld:
      return "held";
    case Verdict::kMissed:
      return "missed";
    case Verdict::kFarOff:
      return "far off";
    case Verdict::kInformative:
      break;
  }
  return "";
}

std::string Table(const std::vector<Row>& rows, double slack) {
  std::vector<Cells> lines = {{"what", "measured", "floor", "ratio", "bound", "verdict"}};
  for (const Row& row : rows) lines.push_back(CellsOf(row, slack));
  std::array<size_t, kColumns> widths = {};
  for (const Cells& cells : lines) {
    for (size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], Width(cells[i]));
  }
  std::string table = Line(lines.front(), widths);
  table += "|";
  for (const size_t width : widths) absl::StrAppend(&table, std::string(width + 2, '-'), "|");
  table += "\n";
  for (size_t i = 1; i < lines.size(); ++i) table += Line(lines[i], widths);
  return table;
}

}  // namespace collie::bench
