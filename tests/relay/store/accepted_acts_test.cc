#include "relay/store/accepted_acts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "relay/store/act_rows.h"
#include "relay/store/sqlite_schema.h"
#include "tests/support/temporary_folder.h"

namespace collie::relay {
namespace {

using ::testing::SizeIs;

TEST(AcceptedActsTest, Rule19OnlyWhatThisMemberHadAcceptedEnds) {
  const tests::TemporaryFolder folder;
  auto database = *journal::Database::Open(folder.path() / "relay.db", StoreMigrations());
  for (const auto& [id, member, phase] : {std::tuple("mine", "deck", ActPhase::kAccepted),
                                          {"other", "lap", ActPhase::kAccepted},
                                          {"passed", "deck", ActPhase::kDispatched}}) {
    ActRecord record;
    record.phase = phase;
    record.receipt.set_request_id(id);
    record.receipt.set_outcome(v1::OUTCOME_PENDING);
    record.receipt.mutable_conversation()->set_member(member);
    ASSERT_TRUE(InsertAct(*database, record).ok());
  }
  std::vector<ActRecord> changed;
  ASSERT_TRUE(InterruptAccepted(*database, "deck", absl::UnixEpoch(), changed).ok());
  ASSERT_THAT(changed, SizeIs(1));
  EXPECT_EQ(FindAct(*database, "mine")->receipt.reason(), v1::REASON_INTERRUPTED);
  EXPECT_EQ(FindAct(*database, "other")->receipt.outcome(), v1::OUTCOME_PENDING);
  EXPECT_EQ(FindAct(*database, "passed")->receipt.outcome(), v1::OUTCOME_PENDING);
}

}  // namespace
}  // namespace collie::relay
