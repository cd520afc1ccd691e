#include "relay/service/crew_port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/relay/acts/fake_relay_store.h"
#include "tests/support/inline_executor.h"
#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class MergedCrewPortTest : public testing::Test {
 protected:
  MergedCrewPortTest() {
    view_.PutMember(ids::MemberId("deck"), "deck", false);
    view_.LinkUp({"deck", 1}, "0.1.0");
  }

  // A source with these conversations, each active a second after the one before.
  void Show(const std::vector<std::string>& panes, bool tells_activity = true) {
    v1::SourceUpdate update;
    update.mutable_source()->set_name("hello");
    update.mutable_source()->set_epoch("e-1");
    update.mutable_source()->set_state(v1::SOURCE_STATE_LIVE);
    update.set_whole(true);
    for (size_t i = 0; i < panes.size(); ++i) {
      v1::Pane& pane = *update.add_panes();
      pane.set_id(panes[i]);
      pane.set_open(true);
      const auto second = static_cast<int64_t>(i) + 1;
      if (tells_activity) pane.mutable_last_activity_at()->set_seconds(second);
    }
    view_.Apply({"deck", 1}, update);
  }
  std::vector<std::string> Read() const {
    std::vector<std::string> panes;
    const v1::Interest interest = interest_.Of("deck");
    for (const v1::Conversation& conversation : interest.conversations()) {
      panes.push_back(conversation.pane());
    }
    EXPECT_THAT(interest.sources(), IsEmpty());  // no faster than the idle cadence
    return panes;
  }

  tests::SimulatedClock clock_;
  CrewView view_{
      {.incarnation = "i-1", .crew_id = "c", .crew_name = "crew", .ask_key = std::string(32, 'k')},
      clock_,
      [](const ViewChanges&) {}};
  FakeRelayStore store_;
  Interest interest_{clock_};
  ReceiptNews receipts_;
  tests::InlineExecutor executor_;
  Notifier notifier_{executor_};
  MergedCrewPort port_{view_, store_, interest_, receipts_, notifier_};
};

TEST_F(MergedCrewPortTest, AConversationIsReadForHealingUntilItIsNot) {
  Show({"deploy", "other"});
  port_.ReadForHealing({{"deck", "hello", "deploy"}});
  EXPECT_THAT(Read(), ElementsAre("deploy"));
  port_.ReadForHealing({});
  EXPECT_THAT(Read(), IsEmpty());
}

TEST_F(MergedCrewPortTest, AStartIsSearchedInTheConversationsThatCome) {
  Show({"deploy"});
  port_.ReadForHealing({{"deck", "hello", ""}});
  EXPECT_THAT(Read(), ElementsAre("deploy"));
  Show({"deploy", "chat-7"});
  port_.Tick();
  EXPECT_THAT(Read(), Contains("chat-7"));
}

TEST_F(MergedCrewPortTest, OfManyConversationsTheNewestAreRead) {
  std::vector<std::string> panes;
  for (int i = 100; i < 200; ++i) panes.push_back("p-" + std::to_string(i));
  Show(panes);
  port_.ReadForHealing({{"deck", "hello", ""}});
  EXPECT_THAT(Read(), SizeIs(64));
  EXPECT_THAT(Read(), Contains("p-199"));
  EXPECT_THAT(Read(), Not(Contains("p-100")));
}

TEST_F(MergedCrewPortTest, WithoutTimesTheLastOfTheListAreTheNewest) {
  std::vector<std::string> panes;
  for (int i = 200; i > 100; --i) panes.push_back("p-" + std::to_string(i));
  Show(panes, /*tells_activity=*/false);
  port_.ReadForHealing({{"deck", "hello", ""}});
  EXPECT_THAT(Read(), Contains("p-101"));
  EXPECT_THAT(Read(), Not(Contains("p-200")));
}

}  // namespace
}  // namespace collie::relay
