#include "relay/members/admission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace collie::relay {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class AdmissionTest : public testing::Test {
 protected:
  AdmissionTest() {
    record_.member = "deck";
    facts_.run = "run-1";
    facts_.knows_relay_run = true;
    hello_.set_store_incarnation("store-1");
    hello_.set_boot("boot-1");
    hello_.set_host("host-1");
  }

  Admission Say() {
    const auto admission = Admit(hello_, facts_, record_);
    EXPECT_TRUE(admission.ok()) << admission.status();
    return admission.value_or(Admission());
  }
  // A member whose acts this store has.
  void Open() {
    Say();
    record_.is_marked = false;
  }

  v1::EdgeHello hello_;
  HelloFacts facts_;
  MemberRecord record_;
};

TEST_F(AdmissionTest, AMemberThatTheStoreDoesNotKnowIsResynced) {
  EXPECT_TRUE(Say().needs_resync);
  EXPECT_TRUE(Say().needs_resync) << "until its resync is complete";
  record_.is_marked = false;
  EXPECT_FALSE(Say().needs_resync);
}

TEST_F(AdmissionTest, Rule27TheTermIsAboveWhatTheEdgeTold) {
  hello_.set_highest_term(41);
  EXPECT_EQ(Say().term, 42);
}

TEST_F(AdmissionTest, Rule27EachRunDrawsATermOfItsOwnAndKeepsIt) {
  const int64_t first = Say().term;
  hello_.set_highest_term(first);
  EXPECT_EQ(Say().term, first) << "a new stream of the same run";
  facts_.run = "run-2";
  EXPECT_EQ(Say().term, first + 1);
  hello_.set_highest_term(0);  // an edge with an empty store
  facts_.run = "run-3";
  EXPECT_EQ(Say().term, first + 2);
}

TEST_F(AdmissionTest, ATermThatNoRelayDrewEndsTheStream) {
  hello_.set_highest_term(kHighestTerm);
  EXPECT_EQ(Say().term, kHighestTerm + 1);
  hello_.set_highest_term(kHighestTerm + 1);
  const absl::Status status = Admit(hello_, facts_, record_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("9007199254740993"));
  hello_.set_highest_term(-1);
  EXPECT_EQ(Admit(hello_, facts_, record_).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(AdmissionTest, ARunThatTheStoreDoesNotKnowMarksTheMember) {
  Open();
  hello_.set_relay_run("run-of-a-lost-store");
  facts_.knows_relay_run = false;
  EXPECT_TRUE(Say().needs_resync);
}

TEST_F(AdmissionTest, ARunWhoseActsAResyncTookOverMarksNobody) {
  Open();
  hello_.set_relay_run("run-of-a-lost-store");
  facts_.knows_relay_run = false;
  record_.resynced_run = "run-of-a-lost-store";
  EXPECT_FALSE(Say().needs_resync);
}

TEST_F(AdmissionTest, MoreDispatchesThanTheStoreCountedMarkTheMember) {
  Open();
  record_.dispatches = 3;
  hello_.set_relay_run("run-1");
  hello_.set_last_dispatch(3);
  EXPECT_FALSE(Say().needs_resync);
  hello_.set_last_dispatch(4);
  EXPECT_TRUE(Say().needs_resync);
}

TEST_F(AdmissionTest, AnotherMachineLocksTheMemberForGood) {
  Open();
  hello_.set_host("host-2");
  EXPECT_THAT(Say().lock, HasSubstr("another machine"));
  EXPECT_THAT(Say().lock, HasSubstr("collie crew unlock deck"));
  hello_.set_host("host-1");
  EXPECT_THAT(Say().lock, HasSubstr("another machine")) << "also the one that was first";
}

TEST_F(AdmissionTest, AMachineWithoutAnIdOfItsOwnLocksNothing) {
  hello_.clear_host();
  Open();
  EXPECT_THAT(Say().lock, IsEmpty());
  hello_.set_host("host-1");
  EXPECT_THAT(Say().lock, IsEmpty());
  hello_.clear_host();
  EXPECT_THAT(Say().lock, IsEmpty());
}

TEST_F(AdmissionTest, AStoreThatWasSetBackLocksTheMember) {
  hello_.set_store_sequence(7);
  Open();
  hello_.set_store_sequence(6);
  EXPECT_THAT(Say().lock, HasSubstr("older copy"));
}

TEST_F(AdmissionTest, ANewStoreBeginsToCountAnew) {
  hello_.set_store_sequence(7);
  Open();
  hello_.set_store_sequence(0);
  hello_.set_store_incarnation("store-2");
  EXPECT_THAT(Say().lock, IsEmpty());
  EXPECT_EQ(record_.store_sequence, 0);
}

TEST_F(AdmissionTest, AReplacedRunOfTheEdgeThatComesBackLocksTheMember) {
  Open();
  hello_.set_boot("boot-0");
  facts_.is_replaced_boot = true;
  EXPECT_THAT(Say().lock, HasSubstr("in turn"));
}

TEST_F(AdmissionTest, ALockedMemberChangesNothingElse) {
  Open();
  record_.lock = "Locked.";
  const int64_t term = record_.term;
  hello_.set_highest_term(99);
  hello_.set_boot("boot-2");
  EXPECT_EQ(Say().lock, "Locked.");
  EXPECT_EQ(record_.term, term);
  EXPECT_EQ(record_.boot, "boot-1");
}

}  // namespace
}  // namespace collie::relay
