#include "crew/cli/view/crew_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_join.h"
#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using tests::AddPane;
using tests::SamplePane;
using tests::SamplePermission;

TEST(CrewListTest, WhatWaitsOnAPersonComesFirst) {
  v1::CrewPart part;
  AddPane(part, "deck", "hello", SamplePane("a"));
  v1::Pane waiting = SamplePane("z");
  waiting.set_open_asks(1);
  *waiting.add_asks() = SamplePermission();
  AddPane(part, "deck", "hello", waiting);
  v1::Pane closed = SamplePane("c");
  closed.set_open(false);
  AddPane(part, "deck", "hello", closed);
  const std::string list = absl::StrJoin(
      CrewLines(tests::StateOf(part).crew(), clock::Steady(), "", Paint(false)), "\n");
  EXPECT_LT(list.find("    z  "), list.find("    a  "));
  EXPECT_THAT(list, AllOf(HasSubstr("and 1 closed"), HasSubstr("1 waiting on you"),
                          HasSubstr("collie answer deck/hello/z deploy-1 --option no")));
}

TEST(CrewListTest, SaysWhyASourceIsNotLive) {
  v1::Source source;
  source.set_name("hello");
  source.set_state(v1::SOURCE_STATE_UNREACHABLE);
  source.set_reason("socket-not-private");
  source.set_detail("Its folder is open to others.");
  source.set_was_read(true);
  source.set_read_age_ms(180'000);
  EXPECT_EQ(
      SourceLine(source, Paint(false)),
      "hello  unreachable  socket-not-private: Its folder is open to others.  last read 3 min "
      "ago");
}

TEST(CrewListTest, SaysWhatIsLeftOutAndWhatCannotBeShown) {
  v1::Source source;
  source.set_name("hello");
  source.set_state(v1::SOURCE_STATE_LIVE);
  source.set_left_out(3);
  EXPECT_EQ(SourceLine(source, Paint(false)), "hello  live  3 left out");
  v1::CrewPart part;
  v1::Pane pane = SamplePane("a");
  pane.set_open_asks(2);
  pane.set_unreadable_asks(2);
  AddPane(part, "deck", "hello", pane);
  const std::string list = absl::StrJoin(
      CrewLines(tests::StateOf(part).crew(), clock::Steady(), "", Paint(false)), "\n");
  EXPECT_THAT(list, HasSubstr("2 cannot be shown here: answer at the agent"));
}

}  // namespace
}  // namespace collie::cli
