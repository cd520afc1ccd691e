#include "relay/link/read_budget.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/support/simulated_clock.h"

namespace collie::relay {
namespace {

class ReadBudgetTest : public ::testing::Test {
 protected:
  bool HasRoom() {
    return budget_->HasRoomOr([this] { ++resumed_; });
  }

  std::shared_ptr<ReadBudget> budget_ =
      std::make_shared<ReadBudget>(ReadBudget::Options{.frames = 2, .bytes = 100});
  int resumed_ = 0;
};

TEST_F(ReadBudgetTest, HasRoomUntilTheFramesInWorkAreTooMany) {
  ReadBudget::Token first = budget_->Reserve(1);
  EXPECT_TRUE(HasRoom());
  const ReadBudget::Token second = budget_->Reserve(1);
  EXPECT_FALSE(HasRoom());
  EXPECT_EQ(resumed_, 0);
  first.reset();
  EXPECT_EQ(resumed_, 1);
  EXPECT_TRUE(HasRoom());
}

TEST_F(ReadBudgetTest, BytesCountToo) {
  ReadBudget::Token large = budget_->Reserve(100);
  EXPECT_FALSE(HasRoom());
  large.reset();
  EXPECT_EQ(resumed_, 1);
}

TEST_F(ReadBudgetTest, ATokenCountsUntilItsLastCopyGoes) {
  ReadBudget::Token token = budget_->Reserve(100);
  ReadBudget::Token copy = token;
  EXPECT_FALSE(HasRoom());
  token.reset();
  EXPECT_EQ(resumed_, 0);
  copy.reset();
  EXPECT_EQ(resumed_, 1);
}

TEST_F(ReadBudgetTest, ATokenMayOutliveWhoeverHeldTheBudget) {
  const ReadBudget::Token token = budget_->Reserve(100);
  budget_.reset();
}

TEST_F(ReadBudgetTest, ResumesOncePerWait) {
  std::vector<ReadBudget::Token> tokens = {budget_->Reserve(1), budget_->Reserve(1)};
  EXPECT_FALSE(HasRoom());
  tokens.clear();
  tokens.push_back(budget_->Reserve(100));
  tokens.clear();
  EXPECT_EQ(resumed_, 1);
}

TEST(ReadBudgetRateTest, AMemberThatIsReadTooFastWaitsForTimeToPass) {
  tests::SimulatedClock clock;
  ReadBudget::Options options;
  options.rate.frames_at_once = 2;
  options.rate.frames_a_second = 1;
  const auto budget = std::make_shared<ReadBudget>(options, clock);
  int resumed = 0;
  const auto has_room = [&] { return budget->HasRoomOr([&resumed] { ++resumed; }); };
  EXPECT_TRUE(has_room());
  budget->Spend(1);
  EXPECT_TRUE(has_room());
  budget->Spend(1);
  EXPECT_FALSE(has_room());
  budget->Tick();
  budget->Reserve(1).reset();
  EXPECT_EQ(resumed, 0);
  clock.Advance(absl::Seconds(1));
  budget->Tick();
  EXPECT_EQ(resumed, 1);
  EXPECT_TRUE(has_room());
}

}  // namespace
}  // namespace collie::relay
