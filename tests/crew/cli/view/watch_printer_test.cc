#include "crew/cli/view/watch_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "crew/cli/view/json_view.h"
#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using tests::AddPane;
using tests::SamplePane;

v1::Item ItemOf(const std::string& id, const std::string& text,
                v1::ItemKind kind = v1::ITEM_KIND_ASSISTANT) {
  v1::Item item;
  item.set_id(id);
  item.set_kind(kind);
  item.set_text(text);
  return item;
}

TEST(WatchPrinterTest, JsonIsOneLineAnEvent) {
  std::ostringstream out;
  std::ostringstream err;
  const auto printer = JsonWatchPrinter({out, err, "deck/hello/deploy", "", Paint(false)});
  v1::CrewPart part;
  AddPane(part, "deck", "hello", SamplePane("deploy"));
  CrewState state;
  for (const auto& event : {tests::Snapshot(part), tests::InSync("4")}) {
    state.Apply(event, clock::Steady());
    printer->Show(event, state, clock::Steady());
  }
  v1::ConversationEvent news;
  *news.add_items() = ItemOf("i", "line\nline");
  printer->Show(news);
  printer->Lost("gone");
  std::istringstream lines(out.str());
  std::vector<std::string> events;
  for (std::string line; std::getline(lines, line);) events.push_back(Json::parse(line)["event"]);
  EXPECT_THAT(events, ::testing::ElementsAre("snapshot", "conversation", "disconnected"));
}

TEST(WatchPrinterTest, TheScreenKeepsToItsHeight) {
  std::ostringstream out;
  const auto printer = ScreenWatchPrinter({out, out, "", "", Paint(false)}, [] { return 8; });
  v1::CrewPart part;
  for (int i = 0; i < 30; ++i) AddPane(part, "deck", "hello", SamplePane(std::to_string(i)));
  CrewState state;
  for (const auto& event : {tests::Snapshot(part), tests::InSync("1")}) {
    state.Apply(event, clock::Steady(absl::Seconds(9)));
    printer->Show(event, state, clock::Steady(absl::Seconds(9)));
  }
  const std::string screen = out.str();
  EXPECT_LT(std::count(screen.begin(), screen.end(), '\n'), 8);
  EXPECT_THAT(screen, HasSubstr("more lines"));
}

}  // namespace
}  // namespace collie::cli
