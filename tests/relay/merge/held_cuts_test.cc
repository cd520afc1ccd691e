#include "relay/merge/held_cuts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "relay/merge/crew_view.h"
#include "tests/relay/merge/sample_updates.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

using tests::MakePane;
using tests::MakeUpdate;

const StreamId kStream{"deck-1", 1};

class HeldCutsTest : public ::testing::Test {
 protected:
  HeldCutsTest() {
    view_.PutMember(ids::MemberId("deck-1"), "deck", false);
    view_.LinkUp(kStream, "0.1.0");
  }

  tests::SimulatedClock clock_;
  CrewView view_{
      {.incarnation = "i-1", .ask_key = std::string(32, 'k')}, clock_, [](const ViewChanges&) {}};
};

// A reader that never reads keeps what it holds alive only up to a bound.
TEST_F(HeldCutsTest, WhatSlowReadersHoldIsBoundedAndTheYoungStay) {
  CrewOptions options;
  options.held_bytes = 50'000;
  CrewView view(options, clock_, [](const ViewChanges&) {});
  view.PutMember(ids::MemberId("deck-1"), "deck", false);
  view.LinkUp(kStream, "0.1.0");
  const auto write = [&](const std::string& title) {
    std::vector<v1::Pane> panes;
    for (int i = 0; i < 20; ++i) panes.push_back(MakePane("p" + std::to_string(i), title));
    view.Apply(kStream, MakeUpdate("hello", panes));
  };
  write("0");
  const auto old = view.Hold(0);
  for (int i = 1; i < 100; ++i) write(std::to_string(i));
  EXPECT_NE(old->Get(), nullptr) << "one version of the crew is all that it keeps";
  std::vector<std::shared_ptr<HeldCut>> held;
  for (int i = 0; i < 10; ++i) {
    clock_.Advance(absl::Seconds(2));
    held.push_back(view.Hold(0));
    write("round " + std::to_string(i));
  }
  EXPECT_EQ(old->Get(), nullptr);
  EXPECT_EQ(held.front()->Get(), nullptr);
  EXPECT_NE(held.back()->Get(), nullptr);
}

TEST_F(HeldCutsTest, ReadersThatBeginTogetherShareOneCut) {
  const auto first = view_.Hold(0);
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("a")}));
  EXPECT_EQ(view_.Hold(0), first);
  EXPECT_NE(view_.Hold(first->Get()->revision()), first) << "a reader who has it needs a newer one";
  clock_.Advance(absl::Seconds(2));
  view_.Apply(kStream, MakeUpdate("hello", {MakePane("b")}));
  EXPECT_EQ(view_.Hold(0)->Get()->revision(), view_.revision());
}

}  // namespace
}  // namespace collie::relay
