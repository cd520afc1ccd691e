#include <algorithm>

#include "absl/strings/str_cat.h"
#include "crew/cli/view/crew_list.h"
#include "crew/cli/view/watch_printer.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

constexpr char kClear[] = "\x1b[H\x1b[2J";
constexpr absl::Duration kDrawnAtMostEvery = absl::Milliseconds(100);

class ScreenPrinter final : public WatchPrinter {
 public:
  ScreenPrinter(WatchStyle style, int (*height)()) : style_(std::move(style)), height_(height) {}

  void Show(const v1::WatchEvent& event, const CrewState& state, clock::Steady now) override {
    if (event.has_in_sync()) was_in_sync_ = true;
    if (now - drawn_at_ >= kDrawnAtMostEvery) Draw(state, now);
  }

  void Show(const v1::ConversationEvent&) override {}
  void Lost(const std::string& why) override { lost_ = text::TerminalSafe(why); }
  void Back() override { lost_.clear(); }
  void Tick(const CrewState& state, clock::Steady now) override { Draw(state, now); }

 private:
  void Draw(const CrewState& state, clock::Steady now) {
    if (!was_in_sync_) return;
    auto lines = CrewLines(state.crew(), now, style_.flags, style_.paint);
    const size_t rows = static_cast<size_t>(std::max(4, height_()) - 3);
    const size_t hidden = lines.size() > rows ? lines.size() - rows : 0;
    lines.resize(lines.size() - hidden);
    style_.out << kClear;
    for (const std::string& line : lines) style_.out << line << '\n';
    if (hidden > 0) style_.out << style_.paint.Dim(absl::StrCat("… ", hidden, " more lines\n"));
    if (!lost_.empty()) style_.out << style_.paint.Fault(absl::StrCat(lost_, "; trying again\n"));
    style_.out << std::flush;
    drawn_at_ = now;
  }

  const WatchStyle style_;
  int (*const height_)();
  bool was_in_sync_ = false;
  clock::Steady drawn_at_;
  std::string lost_;
};

}  // namespace

std::unique_ptr<WatchPrinter> ScreenWatchPrinter(WatchStyle style, int (*height)()) {
  return std::make_unique<ScreenPrinter>(std::move(style), height);
}

}  // namespace collie::cli
