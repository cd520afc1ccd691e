#include "absl/strings/str_cat.h"
#include "crew/cli/view/columns.h"
#include "crew/cli/view/crew_table.h"
#include "crew/cli/view/screen.h"
#include "crew/cli/view/watch_printer.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

constexpr absl::Duration kDrawnAtMostEvery = absl::Milliseconds(100);
constexpr absl::Duration kAgesMoveEvery = absl::Seconds(1);

class ScreenPrinter final : public WatchPrinter {
 public:
  ScreenPrinter(WatchStyle style, std::function<ScreenSize()> size)
      : style_(std::move(style)), get_size_(std::move(size)), screen_(style_.out) {}

  void Show(const v1::WatchEvent& event, const CrewState& state, clock::Steady now) override {
    if (event.has_in_sync()) was_in_sync_ = true;
    is_behind_ = true;
    if (now - drawn_at_ >= kDrawnAtMostEvery) Draw(state, now);
  }

  void Show(const v1::ConversationEvent&) override {}
  void Lost(const std::string& why) override {
    lost_ = text::TerminalSafe(why);
    is_behind_ = true;
  }
  void Back() override {
    lost_.clear();
    is_behind_ = true;
  }

  void Tick(const CrewState& state, clock::Steady now) override {
    if (is_behind_ || now - drawn_at_ >= kAgesMoveEvery || !(get_size_() == size_)) {
      Draw(state, now);
    }
  }

 private:
  // The last row is the link's.
  void Draw(const CrewState& state, clock::Steady now) {
    if (!was_in_sync_) return;
    size_ = get_size_();
    auto lines =
        TableLines(state.crew(), now, style_.flags, style_.paint, {size_.columns, size_.rows - 1});
    if (!lost_.empty()) {
      const std::string words = absl::StrCat(lost_, "; trying again");
      lines.insert(lines.begin(),
                   style_.paint.Fault(CutMiddle(words, static_cast<size_t>(size_.columns))));
    }
    screen_.Draw(lines, size_);
    drawn_at_ = now;
    is_behind_ = false;
  }

  const WatchStyle style_;
  const std::function<ScreenSize()> get_size_;
  Screen screen_;
  ScreenSize size_;
  bool was_in_sync_ = false;
  bool is_behind_ = false;  // something came since it was drawn
  clock::Steady drawn_at_;
  std::string lost_;
};

}  // namespace

std::unique_ptr<WatchPrinter> ScreenWatchPrinter(WatchStyle style,
                                                 std::function<ScreenSize()> size) {
  return std::make_unique<ScreenPrinter>(std::move(style), std::move(size));
}

}  // namespace collie::cli
