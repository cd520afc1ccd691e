#include "relay/api/http/crew_json.h"

#include <gtest/gtest.h>

#include "tests/crew/json/sample_rows.h"
#include "tests/support/golden.h"

namespace collie::relay {
namespace {

TEST(CrewJsonTest, IsTheViewThatTheCommandLinePrintsToo) {
  MemberSnapshot deck;
  deck.member = tests::SampleConnectedMember();
  deck.sources.push_back(
      {tests::SampleLiveSource(), {tests::SampleWaitingPane(), tests::SampleClosedPane()}});
  MemberSnapshot lab;
  lab.member = tests::SampleLockedMember();
  lab.sources.push_back({tests::SampleAwaySource(), {}});
  const CrewSnapshot crew{"i-1", 118, "c-1", "collie crew", {deck, lab}};
  tests::ExpectGolden("tests/crew/json/crew.json", CrewJson(crew).dump(2) + "\n");
}

}  // namespace
}  // namespace collie::relay
