#include "crew/cli/view/crew_json.h"

#include <gtest/gtest.h>

#include "tests/crew/cli/view/sample_crew.h"
#include "tests/crew/json/sample_rows.h"
#include "tests/support/golden.h"

namespace collie::cli {
namespace {

TEST(CrewJsonTest, IsTheViewThatTheHttpApiAnswersToo) {
  CrewState state;
  v1::WatchEvent in_sync = tests::InSync("118");
  in_sync.mutable_in_sync()->set_crew_id("c-1");
  in_sync.mutable_in_sync()->set_crew_name("collie crew");
  state.Apply(tests::Snapshot(tests::SampleCrew()), clock::Steady());
  state.Apply(in_sync, clock::Steady());
  tests::ExpectGolden("tests/crew/json/crew.json", CrewJson(state, clock::Steady()).dump(2) + "\n");
}

TEST(CrewJsonTest, AChangedSourceComesWithItsCounts) {
  const CrewState state = tests::StateOf(tests::SampleCrew());
  v1::CrewDelta delta;
  *delta.add_sources() = tests::SampleCrew().sources(0);
  const json::Json json = DeltaJson(delta, state);
  EXPECT_EQ(json["sources"][0]["member"], "deck-7f3a2c");
  EXPECT_EQ(json["sources"][0]["openConversations"], 1);
  EXPECT_EQ(json["sources"][0]["waiting"], 1);
}

}  // namespace
}  // namespace collie::cli
