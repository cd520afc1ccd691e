#include "relay/merge/crew_row.h"

#include <gtest/gtest.h>

namespace collie::relay {
namespace {

const clock::Steady kNow(absl::Milliseconds(100'400));

v1::PaneEntry Pane(int64_t expires_in_ms) {
  v1::PaneEntry row;
  row.mutable_pane()->set_id("p");
  v1::Ask* ask = row.mutable_pane()->add_asks();
  ask->set_expires(expires_in_ms > 0);
  ask->set_expires_in_ms(expires_in_ms);
  return row;
}

int64_t TimeLeft(const SharedBytes& bytes) {
  v1::PaneEntry row;
  EXPECT_TRUE(row.ParseFromString(*bytes));
  return row.pane().asks(0).expires_in_ms();
}

int64_t ReadAge(const SharedBytes& bytes) {
  v1::SourceEntry row;
  EXPECT_TRUE(row.ParseFromString(*bytes));
  return row.source().read_age_ms();
}

TEST(CrewRowTest, ARowWithoutAgesIsEncodedOnceForEver) {
  const CrewRow::Ref row = CrewRow::OfPane(Pane(0), kNow, 0);
  EXPECT_EQ(row->Wire(kNow), row->Wire(kNow + absl::Hours(1)));
}

TEST(CrewRowTest, ARowWithAgesIsEncodedOnceForEachMoment) {
  const auto age = std::make_shared<Age>();
  age->Set(kNow - absl::Seconds(7), false);
  const CrewRow::Ref row = CrewRow::OfSource(v1::SourceEntry(), age);
  const SharedBytes first = row->Wire(kNow);
  EXPECT_EQ(ReadAge(first), 7000);
  EXPECT_EQ(row->Wire(kNow), first);
  EXPECT_EQ(ReadAge(row->Wire(kNow + absl::Seconds(1))), 8000);
}

TEST(CrewRowTest, AHeartbeatMovesTheAgeOfARowThatStays) {
  const auto age = std::make_shared<Age>();
  age->Set(kNow - absl::Seconds(7), true);
  const CrewRow::Ref row = CrewRow::OfSource(v1::SourceEntry(), age);
  EXPECT_TRUE(std::get<v1::SourceEntry>(row->At(kNow)).source().age_at_least());
  EXPECT_EQ(ReadAge(row->Wire(kNow)), 7000);
  age->Set(kNow - absl::Seconds(1), false);
  EXPECT_EQ(ReadAge(row->Wire(kNow)), 1000);
  EXPECT_FALSE(std::get<v1::SourceEntry>(row->At(kNow)).source().age_at_least());
}

// The reader adds what passed since the base: never an age below the true one, never a negative.
TEST(CrewRowTest, TheBaseIsOlderByLessThanASecondAndNoAgeIsNegativeThere) {
  const clock::Steady base = CrewRow::BaseOf(kNow);
  EXPECT_EQ(kNow - base, absl::Milliseconds(400));
  const auto age = std::make_shared<Age>();
  age->Set(kNow - absl::Milliseconds(100), false);
  EXPECT_EQ(ReadAge(CrewRow::OfSource(v1::SourceEntry(), age)->Wire(base)), 0);
  // 5 s are left now, so 5.4 s at the base.
  EXPECT_EQ(TimeLeft(CrewRow::OfPane(Pane(5000), kNow, 0)->Wire(base)), 5400);
}

TEST(CrewRowTest, TimesLeftEndAtNought) {
  const CrewRow::Ref row = CrewRow::OfPane(Pane(5000), kNow, 0);
  EXPECT_EQ(TimeLeft(row->Wire(kNow + absl::Seconds(2))), 3000);
  EXPECT_EQ(TimeLeft(row->Wire(kNow + absl::Seconds(9))), 0);
}

TEST(CrewRowTest, EachFormIsMadeOnce) {
  const CrewRow::Ref row = CrewRow::OfRemoval({"m", "s", "p"});
  int made = 0;
  const auto make = [&](const CrewRow::Content& content) {
    ++made;
    return std::get<v1::Removal>(content).pane();
  };
  EXPECT_EQ(*row->In(CrewRow::Form::kJson, kNow, make), "p");
  row->In(CrewRow::Form::kJson, kNow + absl::Hours(1), make);
  EXPECT_EQ(made, 1);
  EXPECT_NE(row->Wire(kNow), row->In(CrewRow::Form::kJson, kNow, make));
}

}  // namespace
}  // namespace collie::relay
