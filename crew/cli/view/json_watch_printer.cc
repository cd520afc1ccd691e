#include "crew/cli/view/crew_json.h"
#include "crew/cli/view/watch_printer.h"
#include "crew/json/conversation.h"
#include "crew/json/receipt.h"
#include "crew/receipt/words.h"

namespace collie::cli {
namespace {

using json::Json;

class JsonPrinter final : public WatchPrinter {
 public:
  explicit JsonPrinter(WatchStyle style) : style_(std::move(style)) {}

  void Show(const v1::WatchEvent& event, const CrewState& state, clock::Steady now) override {
    switch (event.event_case()) {
      case v1::WatchEvent::kInSync:
        Print("snapshot", CrewJson(state, now));
        break;
      case v1::WatchEvent::kDelta:
        Print("delta", DeltaJson(event.delta(), state));
        break;
      case v1::WatchEvent::kReceipt:
        Print("receipt", json::ReceiptJson(event.receipt()));
        break;
      case v1::WatchEvent::kResync:
        Print("resync", {{"reason", receipt::ApiWord(event.resync().reason())}});
        break;
      default:
        break;
    }
  }

  void Show(const v1::ConversationEvent& event) override {
    Json fields = json::ConversationJson(event);
    fields["conversation"] = style_.conversation;
    Print("conversation", fields);
  }

  void Lost(const std::string& why) override { Print("disconnected", {{"detail", why}}); }
  void Back() override { Print("connected", Json::object()); }

 private:
  void Print(const std::string& name, const Json& fields) {
    Json line = {{"event", name}};
    line.update(fields);
    style_.out << json::Dump(line) << '\n' << std::flush;
  }

  const WatchStyle style_;
};

}  // namespace

std::unique_ptr<WatchPrinter> JsonWatchPrinter(WatchStyle style) {
  return std::make_unique<JsonPrinter>(std::move(style));
}

}  // namespace collie::cli
