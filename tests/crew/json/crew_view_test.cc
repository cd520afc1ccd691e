#include "crew/json/crew_view.h"

#include <gtest/gtest.h>

#include "tests/crew/json/sample_rows.h"
#include "tests/support/golden.h"

namespace collie::json {
namespace {

TEST(CrewViewTest, ShowsTheWholeCrewAsTheGoldenFileDoes) {
  CrewView view({"i-1", "118", "c-1", "collie crew"});
  view.Add(tests::SampleConnectedMember());
  view.Add(tests::SampleLiveSource());
  view.Add(tests::SampleWaitingPane());
  view.Add(tests::SampleClosedPane());
  view.Add(tests::SampleLockedMember());
  view.Add(tests::SampleAwaySource());
  tests::ExpectGolden("tests/crew/json/crew.json", std::move(view).Take().dump(2) + "\n");
}

TEST(CrewViewTest, CountsTheOpenConversationsOfEachSourceAndThoseThatWait) {
  CrewView view({"i", "1", "", ""});
  view.Add(v1::Member());
  v1::Pane waits;
  waits.set_open(true);
  waits.set_open_asks(2);
  v1::Pane open;
  open.set_open(true);
  view.Add(v1::Source());
  for (const v1::Pane& pane : {waits, open, tests::SampleClosedPane()}) view.Add(pane);
  view.Add(v1::Source());
  const Json crew = std::move(view).Take();
  const Json& sources = crew["members"][0]["sources"];
  EXPECT_EQ(sources[0]["openConversations"], 2);
  EXPECT_EQ(sources[0]["waiting"], 1);
  EXPECT_EQ(sources[1]["openConversations"], 0);
  EXPECT_EQ(sources[1]["panes"], Json::array());
}

TEST(CrewViewTest, AnEmptyCrewHasNoMembers) {
  EXPECT_EQ(CrewView({"i", "1", "c", "n"}).Take()["members"], Json::array());
}

}  // namespace
}  // namespace collie::json
