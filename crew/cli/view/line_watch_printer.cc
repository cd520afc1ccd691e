#include "absl/strings/str_cat.h"
#include "crew/cli/view/conversation_printer.h"
#include "crew/cli/view/crew_list.h"
#include "crew/cli/view/receipt_printer.h"
#include "crew/cli/view/watch_printer.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

class LinePrinter final : public WatchPrinter {
 public:
  explicit LinePrinter(WatchStyle style)
      : style_(std::move(style)),
        follows_(!style_.conversation.empty()),
        chat_(style_.out, style_.conversation, style_.flags, style_.paint) {}

  void Show(const v1::WatchEvent& event, const CrewState& state, clock::Steady now) override {
    if (event.has_in_sync() && !follows_) {
      for (const std::string& line : CrewLines(state.crew(), now, style_.flags, style_.paint)) {
        chat_.Note(line);
      }
    } else if (event.has_delta()) {
      v1::CrewDelta delta = event.delta();
      if (follows_) delta.clear_panes();  // the conversation itself shows it
      for (const std::string& line : DeltaLines(delta)) chat_.Note(line);
    } else if (event.has_receipt()) {
      chat_.Note(absl::StrCat("receipt ", ReceiptSentence(event.receipt())));
    }
  }

  void Show(const v1::ConversationEvent& event) override { chat_.Print(event); }

  void Lost(const std::string& why) override {
    chat_.EndLine();
    style_.err << text::TerminalSafe(why) << "; what is shown stands, trying again\n";
  }

  void Back() override {
    chat_.EndLine();
    style_.err << "the relay is back\n";
  }

 private:
  const WatchStyle style_;
  const bool follows_;
  ConversationPrinter chat_;
};

}  // namespace

std::unique_ptr<WatchPrinter> LineWatchPrinter(WatchStyle style) {
  return std::make_unique<LinePrinter>(std::move(style));
}

}  // namespace collie::cli
