#include "crew/wire/snapshot.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace collie::wire {
namespace {

std::string Pane(const std::string& id, const std::string& more = "") {
  return R"({"id":")" + id + R"(","title":"T","turn":{"id":"t-1","state":"idle"},"cursor":"c")" +
         more + "}";
}

std::string Tab(const std::string& id, const std::string& panes) {
  return R"({"id":")" + id + R"(","title":"Tab","panes":[)" + panes + "]}";
}

std::string Workspace(const std::string& id, const std::string& tabs) {
  return R"({"tabs":[)" + tabs + R"(],"title":"Space","id":")" + id + R"("})";
}

std::string Body(const std::string& workspaces) {
  return R"({"epoch":"e-1","rev":41,"now":1764460800000,"workspaces":[)" + workspaces + "]}";
}

std::string OnePane(const std::string& pane) { return Body(Workspace("w", Tab("t", pane))); }

std::string Repeat(int times, std::string (*part)(int)) {
  std::string all;
  for (int i = 0; i < times; ++i) all += (i == 0 ? "" : ",") + part(i);
  return all;
}

Snapshot Read(const std::string& body) {
  auto snapshot = DecodeSnapshot(body);
  EXPECT_TRUE(snapshot.ok()) << snapshot.status();
  return snapshot.ok() ? *std::move(snapshot) : Snapshot();
}

TEST(SnapshotTest, ReadsAWholePane) {
  const Snapshot snapshot = Read(
      R"({"epoch":"e-7f3a","rev":41,"now":1764460800000,"workspaces":[{"id":"hello",)"
      R"("title":"Hello","tabs":[{"id":"main","title":"Questions","panes":[{"id":"deploy",)"
      R"("title":"Deploy","harness":"hello","open":false,"turn":{"id":"t-12","state":"working"},)"
      R"("cursor":"e-7f3a:deploy:118","openAsks":1,"lastActivityAt":1764460800123,)"
      R"("actions":[{"id":"compact","label":"Compact"}]}]}]}]})");
  EXPECT_EQ(snapshot.epoch, "e-7f3a");
  EXPECT_EQ(snapshot.rev, 41);
  EXPECT_EQ(snapshot.now_ms, 1764460800000);
  EXPECT_EQ(snapshot.bad_entries, 0);
  ASSERT_EQ(snapshot.panes.size(), 1u);
  EXPECT_EQ(snapshot.panes[0].cursor, "e-7f3a:deploy:118");
  const v1::Pane& pane = snapshot.panes[0].pane;
  EXPECT_EQ(pane.id(), "deploy");
  EXPECT_EQ(pane.workspace().id(), "hello");
  EXPECT_EQ(pane.tab().title(), "Questions");
  EXPECT_EQ(pane.harness(), "hello");
  EXPECT_FALSE(pane.open());
  EXPECT_EQ(pane.turn().id(), "t-12");
  EXPECT_EQ(pane.turn().state(), v1::TURN_STATE_WORKING);
  EXPECT_EQ(pane.open_asks(), 1);
  EXPECT_EQ(pane.last_activity_at().seconds(), 1764460800);
  EXPECT_EQ(pane.last_activity_at().nanos(), 123'000'000);
  EXPECT_EQ(pane.actions(0).id(), "compact");
}

TEST(SnapshotTest, UnsaidIsOpenAndUnknownTurnsWork) {
  const Snapshot snapshot =
      Read(OnePane(R"({"id":"p","turn":{"id":"t","state":"dreaming"},"cursor":"c"})"));
  ASSERT_EQ(snapshot.panes.size(), 1u);
  EXPECT_TRUE(snapshot.panes[0].pane.open());
  EXPECT_EQ(snapshot.panes[0].pane.turn().state(), v1::TURN_STATE_WORKING);
  EXPECT_FALSE(snapshot.panes[0].pane.has_last_activity_at());
}

TEST(SnapshotTest, LeavesOutBadPanesAlone) {
  const std::vector<std::string> bad_panes = {R"(7)",
                                              R"(null)",
                                              R"({})",
                                              R"([])",
                                              Pane("a/b"),
                                              Pane(""),
                                              Pane("p", R"(,"open":"yes")"),
                                              Pane("p", R"(,"openAsks":"1")"),
                                              Pane("p", R"(,"turn":{"id":"t"})"),
                                              Pane("p", R"(,"cursor":7)"),
                                              Pane("p", R"(,"lastActivityAt":"now")"),
                                              Pane("p", R"(,"title":[1,2,{"x":3}])"),
                                              Pane("p", R"(,"actions":{"id":"x"})"),
                                              R"({"id":"p","cursor":"c"})",
                                              R"({"id":"p","turn":{"id":"t","state":"idle"}})"};
  for (const std::string& bad : bad_panes) {
    const Snapshot snapshot = Read(OnePane(Pane("first") + "," + bad + "," + Pane("last")));
    EXPECT_EQ(snapshot.bad_entries, 1) << bad;
    ASSERT_EQ(snapshot.panes.size(), 2u) << bad;
    EXPECT_EQ(snapshot.panes[1].pane.id(), "last") << bad;
  }
}

TEST(SnapshotTest, ABadPlaceTakesItsPanesAlong) {
  const std::string good = Workspace("w", Tab("t", Pane("kept")));
  EXPECT_EQ(Read(Body(Workspace("a b", Tab("t", Pane("lost"))) + "," + good)).panes.size(), 1u);
  const Snapshot snapshot =
      Read(Body(Workspace("w", Tab("..", Pane("lost")) + "," + Tab("t", Pane("kept")))));
  EXPECT_EQ(snapshot.bad_entries, 1);
  ASSERT_EQ(snapshot.panes.size(), 1u);
  EXPECT_EQ(snapshot.panes[0].pane.id(), "kept");
}

TEST(SnapshotTest, LeavesOutBadActionsAlone) {
  const Snapshot snapshot =
      Read(OnePane(Pane("p", R"(,"actions":[{"id":"/"},{"id":"ok","label":"OK"},"x"])")));
  EXPECT_EQ(snapshot.bad_entries, 2);
  ASSERT_EQ(snapshot.panes[0].pane.actions_size(), 1);
}

TEST(SnapshotTest, TakesAnIdOnce) {
  const Snapshot snapshot = Read(Body(Workspace("w", Tab("t", Pane("p") + "," + Pane("q"))) + "," +
                                      Workspace("v", Tab("t", Pane("p")))));
  EXPECT_EQ(snapshot.bad_entries, 1);
  ASSERT_EQ(snapshot.panes.size(), 2u);
  EXPECT_EQ(snapshot.panes[0].pane.workspace().id(), "w");
}

TEST(SnapshotTest, KeepsTheFirstOfEveryList) {
  const Snapshot workspaces = Read(Body(
      Repeat(70, [](int i) { return Workspace("w", Tab("t", Pane("p" + std::to_string(i)))); })));
  EXPECT_EQ(workspaces.panes.size(), 64u);
  const Snapshot tabs = Read(Body(
      Workspace("w", Repeat(70, [](int i) { return Tab("t", Pane("p" + std::to_string(i))); }))));
  EXPECT_EQ(tabs.panes.size(), 64u);
  const Snapshot panes =
      Read(OnePane(Repeat(1100, [](int i) { return Pane("p" + std::to_string(i)); })));
  ASSERT_EQ(panes.panes.size(), 1000u);
  EXPECT_EQ(panes.panes[999].pane.id(), "p999");
  EXPECT_EQ(workspaces.bad_entries + tabs.bad_entries + panes.bad_entries, 0);
  EXPECT_EQ(workspaces.over_limit, 6);
  EXPECT_EQ(tabs.over_limit, 6);
  EXPECT_EQ(panes.over_limit, 100);
}

TEST(SnapshotTest, CountsTheActionsPastTheLimitAtTheirPane) {
  std::string actions;
  for (int i = 0; i < 20; ++i) {
    actions += (i ? "," : "") + (R"({"id":"a)" + std::to_string(i) + R"(","label":"A"})");
  }
  const Snapshot snapshot = Read(OnePane(Pane("p", R"(,"actions":[)" + actions + "]")));
  EXPECT_EQ(snapshot.panes[0].pane.actions_size(), 16);
  EXPECT_EQ(snapshot.panes[0].pane.left_out(), 4);
}

TEST(SnapshotTest, CutsAndCleans) {
  const Snapshot snapshot = Read(OnePane(
      R"({"id":"p","title":"a\n\u200bb","harness":")" + std::string(300, 'h') +
      R"(","turn":{"id":"t","state":"idle"},"cursor":"c","openAsks":-4,"lastActivityAt":-1})"));
  ASSERT_EQ(snapshot.panes.size(), 1u);
  EXPECT_EQ(snapshot.panes[0].pane.title(), "ab");
  EXPECT_EQ(snapshot.panes[0].pane.harness().size(), 200u);
  EXPECT_EQ(snapshot.panes[0].pane.open_asks(), 0);
  EXPECT_FALSE(snapshot.panes[0].pane.has_last_activity_at());
}

TEST(SnapshotTest, HugeNumbersInUnknownFieldsDoNotMatter) {
  const Snapshot snapshot =
      Read(OnePane(Pane("p", R"(,"cost":123456789012345678901234567890,"x":{"y":[1e999]})")));
  EXPECT_EQ(snapshot.panes.size(), 1u);
  EXPECT_EQ(snapshot.bad_entries, 0);
}

TEST(SnapshotTest, RefusesWhatIsNotTheWires) {
  for (const std::string& body :
       {std::string("{}"), std::string("[]"), Body("").substr(1), Body("") + "]",
        std::string(R"({"epoch":"e","rev":1,"now":1})"),
        std::string(R"({"epoch":"e","rev":"1","now":1,"workspaces":[]})"),
        std::string(R"({"epoch":"e","rev":1.5,"now":1,"workspaces":[]})"),
        std::string(R"({"epoch":"e","rev":1,"now":1,"workspaces":{}})"),
        std::string(R"({"rev":1,"now":1,"workspaces":[]})"),
        Body(Workspace("w", "7").substr(0, 12)), OnePane(Pane("p") + " " + Pane("q"))}) {
    EXPECT_FALSE(DecodeSnapshot(body).ok()) << body;
  }
  EXPECT_TRUE(DecodeSnapshot(Body("")).ok());
}

}  // namespace
}  // namespace collie::wire
