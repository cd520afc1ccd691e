#include "crew/cli/view/crew_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crew/cli/view/columns.h"
#include "tests/crew/cli/view/sample_crew.h"
#include "tests/support/golden.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using tests::AddPane;
using tests::SamplePane;

const clock::Steady kNow = clock::Steady(absl::Seconds(9));

// A host that works and waits, one that is away, one without agents.
v1::CrewPart ThreeHosts() {
  v1::CrewPart part;
  AddPane(part, "deck-7f3a2c", "hello", SamplePane("build"));
  v1::Pane waiting = SamplePane("deploy");
  waiting.set_open_asks(2);
  waiting.set_unreadable_asks(1);
  *waiting.add_asks() = tests::SamplePermission();
  waiting.mutable_turn()->set_state(v1::TURN_STATE_WORKING);
  waiting.set_title("A title that is much longer than there is room for at sixty columns");
  AddPane(part, "deck-7f3a2c", "hello", waiting);
  AddPane(part, "lab-1", "other", SamplePane("quiet"));
  part.mutable_members(1)->set_state(v1::MEMBER_STATE_DISCONNECTED);
  part.mutable_members(1)->set_last_seen_age_ms(300'000);
  part.mutable_sources(1)->mutable_source()->set_state(v1::SOURCE_STATE_UNREACHABLE);
  part.mutable_sources(1)->mutable_source()->set_reason("member-unreachable");
  part.mutable_sources(1)->mutable_source()->set_was_read(true);
  part.mutable_sources(1)->mutable_source()->set_read_age_ms(301'000);
  v1::Member& bare = *part.add_members();
  bare.set_id("new-2");
  bare.set_state(v1::MEMBER_STATE_CONNECTED);
  return part;
}

std::vector<std::string> Table(const v1::CrewPart& part, ScreenSize size) {
  return TableLines(tests::StateOf(part, kNow).crew(), kNow, "", Paint(false), size);
}

TEST(CrewTableTest, FitsANarrowAndAWideTerminal) {
  for (const int columns : {60, 200}) {
    tests::ExpectGolden(absl::StrCat("tests/crew/cli/view/table_", columns, ".txt"),
                        absl::StrJoin(Table(ThreeHosts(), {columns, 40}), "\n") + "\n");
  }
}

TEST(CrewTableTest, NoRowOfTheTableIsWiderThanTheScreen) {
  v1::CrewPart part;
  v1::Pane pane = SamplePane(std::string(128, 'p'));
  pane.set_title(std::string(100, 'x') + "日本");
  pane.mutable_turn()->set_state(v1::TURN_STATE_WORKING);
  pane.set_busy(true);
  AddPane(part, std::string(63, 'm'), std::string(63, 's'), pane);
  for (int columns = 60; columns < 260; ++columns) {
    for (const std::string& line : Table(part, {columns, 40})) {
      EXPECT_LE(Columns(line), static_cast<size_t>(columns)) << columns << ": " << line;
    }
  }
}

TEST(CrewTableTest, WhatWaitsComesFirstWhateverTheNames) {
  const auto lines = Table(ThreeHosts(), {200, 40});
  EXPECT_THAT(lines[2], HasSubstr("deploy"));
  EXPECT_THAT(lines[3], HasSubstr("? Deploy to staging?"));
}

TEST(CrewTableTest, WhatDoesNotFitIsCounted) {
  v1::CrewPart part;
  for (int i = 0; i < 1000; ++i) AddPane(part, "deck", "hello", SamplePane(absl::StrCat(i)));
  const auto lines = Table(part, {80, 10});
  EXPECT_LE(lines.size(), 10u);
  EXPECT_THAT(lines.back(), HasSubstr("… 993 more lines"));
}

TEST(CrewTableTest, AnEmptyCrewSaysSo) {
  EXPECT_THAT(absl::StrJoin(Table({}, {80, 24}), "\n"), HasSubstr("no host is in the crew yet"));
}

}  // namespace
}  // namespace collie::cli
