#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "crew/cli/view/ask_printer.h"
#include "crew/cli/view/conversation_printer.h"
#include "crew/cli/view/crew_list.h"
#include "crew/cli/view/receipt_printer.h"
#include "crew/cli/view/watch_printer.h"
#include "crew/text/clean.h"

namespace collie::cli {
namespace {

// The questions of the crew that were printed already.
class PrintedAsks {
 public:
  // Takes the pane's open questions. Returns those that are new.
  std::vector<v1::Ask> Take(const ids::ConversationKey& key, const v1::Pane& pane) {
    std::set<std::string> open;
    std::vector<v1::Ask> added;
    std::set<std::string>& before = printed_[key];
    for (const v1::Ask& ask : pane.asks()) {
      const std::string name = absl::StrCat(ask.ask_id(), " ", ask.hash());
      open.insert(name);
      if (!before.contains(name)) added.push_back(ask);
    }
    before = std::move(open);
    if (before.empty()) printed_.erase(key);
    return added;
  }

 private:
  std::map<ids::ConversationKey, std::set<std::string>> printed_;
};

class LinePrinter final : public WatchPrinter {
 public:
  explicit LinePrinter(WatchStyle style)
      : style_(std::move(style)),
        follows_(!style_.conversation.empty()),
        chat_(style_.out, style_.conversation, style_.flags, style_.paint) {}

  void Show(const v1::WatchEvent& event, const CrewState& state, clock::Steady now) override {
    if (event.has_in_sync()) {
      Begin(state.crew(), now);
    } else if (event.has_delta()) {
      v1::CrewDelta delta = event.delta();
      if (follows_) delta.clear_panes();  // the conversation itself shows it
      for (const std::string& line : DeltaLines(delta)) chat_.Note(line);
      NoteNewAsks(delta);
    } else if (event.has_receipt()) {
      chat_.Note(absl::StrCat("receipt ", ReceiptSentence(event.receipt())));
    }
    if (follows_) chat_.SetAway(!AwayLines(state.crew(), now, style_.paint).empty());
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
  // The list; above a conversation only what cannot be reached of it.
  void Begin(const Crew& crew, clock::Steady now) {
    for (const std::string& line : follows_ ? AwayLines(crew, now, style_.paint)
                                            : CrewLines(crew, now, style_.flags, style_.paint)) {
      chat_.Note(line);
    }
    for (const auto& [key, pane] : crew.panes) asks_.Take(key, pane.value);
  }

  void NoteNewAsks(const v1::CrewDelta& delta) {
    for (const v1::PaneEntry& entry : delta.panes()) {
      const ids::ConversationKey key{entry.member(), entry.source(), entry.pane().id()};
      for (const v1::Ask& ask : asks_.Take(key, entry.pane())) {
        for (const std::string& line : AskLines(key.ToString(), ask, style_.flags, style_.paint)) {
          chat_.Note(absl::StrCat("  ", line));
        }
      }
    }
  }

  const WatchStyle style_;
  const bool follows_;
  ConversationPrinter chat_;
  PrintedAsks asks_;
};

}  // namespace

std::unique_ptr<WatchPrinter> LineWatchPrinter(WatchStyle style) {
  return std::make_unique<LinePrinter>(std::move(style));
}

}  // namespace collie::cli
