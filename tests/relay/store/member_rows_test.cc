#include "relay/store/member_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "relay/store/sqlite_schema.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

using ::testing::SizeIs;

class MemberRowsTest : public testing::Test {
 protected:
  MemberRowsTest() {
    auto database = journal::Database::Open(folder_.path() / "relay.db", StoreMigrations());
    EXPECT_TRUE(database.ok()) << database.status();
    database_ = *std::move(database);
  }

  tests::TemporaryFolder folder_;
  std::unique_ptr<journal::Database> database_;
};

TEST_F(MemberRowsTest, AMemberWithoutARowIsFreshAndMarked) {
  MemberRecord fresh;
  fresh.member = "deck";
  EXPECT_EQ(*FindMember(*database_, "deck"), fresh);
  EXPECT_TRUE(fresh.is_marked);
}

TEST_F(MemberRowsTest, KeepsEveryFieldOfARecord) {
  const MemberRecord record{"deck",  3,         "run-1", 41,     false,    "run-0",
                            "run-1", "store-1", 9,       "host", "boot-1", "two hosts"};
  ASSERT_TRUE(WriteMember(*database_, record).ok());
  EXPECT_EQ(*FindMember(*database_, "deck"), record);
  EXPECT_THAT(*LockedMembers(*database_), SizeIs(1));
}

TEST_F(MemberRowsTest, MarksAll) {
  for (const char* id : {"deck", "cabin"}) {
    MemberRecord record;
    record.member = id;
    record.is_marked = false;
    ASSERT_TRUE(WriteMember(*database_, record).ok());
  }
  ASSERT_TRUE(MarkMembers(*database_).ok());
  EXPECT_TRUE(FindMember(*database_, "deck")->is_marked);
  EXPECT_TRUE(FindMember(*database_, "cabin")->is_marked);
}

TEST_F(MemberRowsTest, CountsDispatchesByMemberAndKeepsTheRest) {
  MemberRecord record;
  record.member = "deck";
  record.term = 3;
  ASSERT_TRUE(WriteMember(*database_, record).ok());
  EXPECT_EQ(*CountDispatch(*database_, "deck"), 1);
  EXPECT_EQ(*CountDispatch(*database_, "deck"), 2);
  EXPECT_EQ(*CountDispatch(*database_, "cabin"), 1);
  EXPECT_EQ(FindMember(*database_, "deck")->term, 3);
}

TEST_F(MemberRowsTest, KnowsTheRunsOfTheRelay) {
  ASSERT_TRUE(InsertRun(*database_, "run-1").ok());
  EXPECT_TRUE(*HasRun(*database_, "run-1"));
  EXPECT_FALSE(*HasRun(*database_, "run-2"));
}

TEST_F(MemberRowsTest, KeepsTheNewestReplacedRunsOfAnEdge) {
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(InsertReplacedBoot(*database_, "deck", absl::StrCat("boot-", i)).ok());
  }
  EXPECT_TRUE(*IsReplacedBoot(*database_, "deck", "boot-299"));
  EXPECT_TRUE(*IsReplacedBoot(*database_, "deck", "boot-44"));
  EXPECT_FALSE(*IsReplacedBoot(*database_, "deck", "boot-43"));
  EXPECT_FALSE(*IsReplacedBoot(*database_, "cabin", "boot-299"));
  ASSERT_TRUE(ForgetBoots(*database_, "deck").ok());
  EXPECT_FALSE(*IsReplacedBoot(*database_, "deck", "boot-299"));
}

}  // namespace
}  // namespace collie::relay
