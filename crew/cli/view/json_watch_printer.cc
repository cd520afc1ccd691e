#include <nlohmann/json.hpp>

#include "crew/cli/view/json_view.h"
#include "crew/cli/view/watch_printer.h"
#include "crew/receipt/words.h"

namespace collie::cli {
namespace {

std::string ReasonWord(v1::ResyncReason reason) {
  switch (reason) {
    case v1::RESYNC_REASON_TOO_OLD:
      return "too-old";
    case v1::RESYNC_REASON_FUTURE:
      return "future";
    case v1::RESYNC_REASON_OTHER_INCARNATION:
      return "other-incarnation";
    case v1::RESYNC_REASON_UNREADABLE:
      return "unreadable";
    default:
      return "";
  }
}

class JsonPrinter final : public WatchPrinter {
 public:
  explicit JsonPrinter(WatchStyle style) : style_(std::move(style)) {}

  void Show(const v1::WatchEvent& event, const CrewState& state, clock::Steady now) override {
    switch (event.event_case()) {
      case v1::WatchEvent::kInSync:
        Print("snapshot", ToJson(state.crew(), state.resume(), now));
        break;
      case v1::WatchEvent::kDelta:
        Print("delta", ToJson(event.delta()));
        break;
      case v1::WatchEvent::kReceipt:
        Print("receipt", ToJson(event.receipt()));
        break;
      case v1::WatchEvent::kResync:
        Print("resync", {{"reason", ReasonWord(event.resync().reason())}});
        break;
      default:
        break;
    }
  }

  void Show(const v1::ConversationEvent& event) override {
    Json json = ToJson(event);
    json["conversation"] = style_.conversation;
    Print("conversation", json);
  }

  void Lost(const std::string& why) override { Print("disconnected", {{"detail", why}}); }
  void Back() override { Print("connected", Json::object()); }

 private:
  void Print(const std::string& name, const Json& fields) {
    Json json = {{"event", name}};
    json.update(fields);
    style_.out << Line(json) << '\n' << std::flush;
  }

  const WatchStyle style_;
};

}  // namespace

std::unique_ptr<WatchPrinter> JsonWatchPrinter(WatchStyle style) {
  return std::make_unique<JsonPrinter>(std::move(style));
}

}  // namespace collie::cli
