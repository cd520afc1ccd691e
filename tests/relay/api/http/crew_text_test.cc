#include "relay/api/http/crew_text.h"

#include <gtest/gtest.h>

#include "crew/json/json.h"
#include "tests/relay/api/http/crew_rows.h"

namespace collie::tests {
namespace {

using json::Json;
using relay::ChangesText;
using relay::MembersText;

const clock::Steady kBase;

TEST(CrewTextTest, NestsPanesInSourcesInMembers) {
  const Json members =
      Json::parse(MembersText({MemberRow("a"), SourceRow("a", "s"), PaneRow("a", "s", "p1", 2),
                               PaneRow("a", "s", "p2", 1), SourceRow("a", "t"), MemberRow("b")},
                              kBase, true));
  ASSERT_EQ(members.size(), 2u);
  EXPECT_EQ(members[0]["id"], "a");
  EXPECT_EQ(members[1]["sources"].size(), 0u);
  const Json& source = members[0]["sources"][0];
  EXPECT_EQ(source["name"], "s");
  EXPECT_EQ(source["openConversations"], 2);
  EXPECT_EQ(source["panes"][0]["id"], "p2") << "in the order of the agent's list";
  EXPECT_EQ(source["panes"][1]["id"], "p1");
  EXPECT_EQ(members[0]["sources"][1]["panes"].size(), 0u);
}

TEST(CrewTextTest, APartThatBeginsInTheMiddleNamesWhatHoldsItsRows) {
  const Json members = Json::parse(
      MembersText({PaneRow("a", "s", "p9", 1), SourceRow("a", "t"), MemberRow("b")}, kBase, true));
  EXPECT_EQ(members[0].dump(0).substr(0, 4), "{\n\"i");
  EXPECT_EQ(members[0]["id"], "a");
  EXPECT_FALSE(members[0].contains("label"));
  EXPECT_EQ(members[0]["sources"][0]["name"], "s");
  EXPECT_FALSE(members[0]["sources"][0].contains("openConversations"));
  EXPECT_EQ(members[0]["sources"][0]["panes"][0]["id"], "p9");
  EXPECT_EQ(members[0]["sources"][1]["name"], "t");
  EXPECT_EQ(members[1]["id"], "b");
}

TEST(CrewTextTest, ASourceWhosePanesMayGoOnIsNotCounted) {
  const auto rows = {MemberRow("a"), SourceRow("a", "s"), PaneRow("a", "s", "p", 1)};
  EXPECT_FALSE(Json::parse(MembersText(rows, kBase, false))[0]["sources"][0].contains("waiting"));
  EXPECT_TRUE(Json::parse(MembersText(rows, kBase, true))[0]["sources"][0].contains("waiting"));
}

TEST(CrewTextTest, NobodyIsAnEmptyList) { EXPECT_EQ(MembersText({}, kBase, true), "[]"); }

TEST(CrewTextTest, AChangeNamesWhatHoldsEachRow) {
  const Json changes =
      Json::parse("{" +
                  ChangesText({MemberRow("a"), SourceRow("a", "s"), PaneRow("a", "s", "p", 1),
                               RemovalRow({"a", "s", "q"})},
                              kBase) +
                  "}");
  EXPECT_EQ(changes["members"][0]["id"], "a");
  EXPECT_EQ(changes["sources"][0]["member"], "a");
  EXPECT_EQ(changes["sources"][0]["name"], "s");
  EXPECT_EQ(changes["panes"][0]["member"], "a");
  EXPECT_EQ(changes["panes"][0]["source"], "s");
  EXPECT_EQ(changes["panes"][0]["id"], "p");
  EXPECT_EQ(changes["removed"][0]["pane"], "q");
}

}  // namespace
}  // namespace collie::tests
