#include "relay/acts/act_budget.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

namespace collie::relay {
namespace {

ActRecord Act(const std::string& id, const std::string& device, size_t text = 60'000) {
  ActRecord record;
  record.receipt.set_request_id(id);
  record.receipt.set_device(device);
  record.request.mutable_send()->set_text(std::string(text, 'x'));
  return record;
}

// As many acts of a device as have room; they are held then.
size_t Fill(ActBudget& budget, const std::string& device, size_t text = 60'000) {
  size_t held = 0;
  for (; held < 100'000; ++held) {
    const ActRecord act = Act(absl::StrCat(device, "-", held), device, text);
    if (!budget.HasRoom(act)) break;
    budget.Hold(act);
  }
  return held;
}

TEST(ActBudgetTest, ADeviceThatFillsItsPartLeavesTheOthersTheirs) {
  ActBudget budget;
  const size_t many = Fill(budget, "bot");
  EXPECT_GT(many, 100u);
  EXPECT_EQ(Fill(budget, "phone"), many);
}

TEST(ActBudgetTest, ThousandsOfSmallActsHaveRoomAndNotAnyNumber) {
  ActBudget budget;
  const size_t many = Fill(budget, "bot", 10);
  EXPECT_GT(many, 5'000u);
  EXPECT_LT(many, 20'000u);
}

TEST(ActBudgetTest, AllDevicesTogetherAreBounded) {
  ActBudget budget;
  const size_t of_one = Fill(budget, "0");
  size_t of_all = of_one;
  for (int device = 1; device < 20; ++device) of_all += Fill(budget, absl::StrCat(device));
  EXPECT_LE(of_all, 4 * of_one + 4);
}

TEST(ActBudgetTest, AnActThatEndsGivesItsRoomBackOnce) {
  ActBudget budget;
  const size_t many = Fill(budget, "bot");
  budget.Hold(Act("bot-0", "bot"));  // again
  budget.Release("bot-0");
  budget.Release("bot-0");
  budget.Release("nobody");
  EXPECT_TRUE(budget.HasRoom(Act("next", "bot")));
  budget.Hold(Act("next", "bot"));
  EXPECT_FALSE(budget.HasRoom(Act("one-more", "bot")));
  for (size_t i = 0; i < many; ++i) budget.Release(absl::StrCat("bot-", i));
  budget.Release("next");
  EXPECT_EQ(Fill(budget, "bot"), many);
}

}  // namespace
}  // namespace collie::relay
