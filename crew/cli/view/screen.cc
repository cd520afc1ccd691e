#include "crew/cli/view/screen.h"

#include <algorithm>
#include <utility>

#include "crew/cli/view/columns.h"

namespace collie::cli {
namespace {

constexpr char kClear[] = "\x1b[2J";
constexpr char kEraseRow[] = "\x1b[2K";
constexpr char kHideCursor[] = "\x1b[?25l";
constexpr char kShowCursor[] = "\x1b[?25h";

void MoveTo(std::ostream& out, int row) { out << "\x1b[" << row << ";1H"; }

}  // namespace

Screen::~Screen() {
  if (shown_.empty()) return;
  MoveTo(out_, std::min(next_row_, size_.rows));
  out_ << kShowCursor << std::flush;
}

void Screen::Begin(ScreenSize size) {
  out_ << kHideCursor << kClear;
  size_ = size;
  shown_.clear();
  next_row_ = 1;
}

void Screen::Erase(int row, int rows) {
  for (int i = 0; i < rows; ++i) {
    MoveTo(out_, row + i);
    out_ << kEraseRow;
  }
}

void Screen::Write(const Placed& line) {
  Erase(line.row, line.rows);
  MoveTo(out_, line.row);
  out_ << line.line;
}

void Screen::Draw(const std::vector<std::string>& lines, ScreenSize size) {
  if (!(size == size_)) Begin(size);
  std::vector<Placed> placed;
  int row = 1;
  for (const std::string& line : lines) {
    placed.push_back({line, row, RowsOf(line, size.columns)});
    row += placed.back().rows;
    const size_t i = placed.size() - 1;
    if (i >= shown_.size() || !(shown_[i] == placed[i])) Write(placed[i]);
  }
  Erase(row, std::max(0, next_row_ - row));
  shown_ = std::move(placed);
  next_row_ = row;
  out_.flush();
}

}  // namespace collie::cli
