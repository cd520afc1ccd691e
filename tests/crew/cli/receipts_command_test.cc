#include "crew/cli/receipts_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "crew/receipt/timestamp.h"
#include "tests/crew/cli/command_line.h"
#include "tests/crew/cli/fake_relay.h"

namespace collie::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ReceiptsCommandTest : public ::testing::Test {
 protected:
  ReceiptsCommandTest() : relay_(line_.relay_socket()) {
    v1::Receipt receipt;
    receipt.set_request_id("r-1");
    receipt.set_outcome(v1::OUTCOME_REFUSED);
    receipt.set_reason(v1::REASON_BUSY);
    relay_.receipts = {receipt};
  }

  tests::CommandLine line_;
  tests::FakeRelay relay_;
};

TEST_F(ReceiptsCommandTest, ListsThoseOfAConversation) {
  EXPECT_EQ(line_.Run({"receipts", "deck/hello/deploy", "--limit", "7"}), 0) << line_.err.str();
  EXPECT_THAT(line_.out.str(), AllOf(HasSubstr("refused"), HasSubstr("Another act holds")));
  EXPECT_EQ(relay_.lookups().at(0).limit(), 7);
  EXPECT_EQ(relay_.lookups().at(0).conversation().pane(), "deploy");
}

TEST_F(ReceiptsCommandTest, AsksForOutcomesAndForAPartOfTime) {
  EXPECT_EQ(line_.Run({"receipts", "--outcome", "unknown", "--outcome", "refused", "--since", "2h",
                       "--until", "2026-12-01"}),
            0)
      << line_.err.str();
  const v1::ListReceiptsRequest asked = relay_.lookups().at(0);
  EXPECT_THAT(asked.outcomes(), ElementsAre(v1::OUTCOME_UNKNOWN, v1::OUTCOME_REFUSED));
  const absl::Duration ago = clock::SystemClock().Wall() - receipt::ToTime(asked.accepted_from());
  EXPECT_GE(ago, absl::Hours(2));
  EXPECT_LT(ago, absl::Hours(2) + absl::Minutes(5));
  EXPECT_EQ(receipt::ToTime(asked.accepted_until()),
            absl::FromCivil(absl::CivilDay(2026, 12, 1), absl::LocalTimeZone()));
  EXPECT_EQ(line_.Run({"receipts", "--since", "yesterday"}), 2);
  EXPECT_EQ(line_.Run({"receipts", "--outcome", "lost"}), 2);
}

TEST_F(ReceiptsCommandTest, APageNamesTheNextOneWithAllThatItSaid) {
  relay_.before = "b 1";
  EXPECT_EQ(line_.Run({"receipts", "--outcome", "refused", "--limit", "1"}), 0);
  EXPECT_THAT(line_.err.str(), AllOf(HasSubstr("older ones: collie receipts"),
                                     HasSubstr("--outcome refused --limit 1 --before 'b 1'")));
  EXPECT_EQ(line_.Run({"receipts", "--before", "b 1", "--limit", "1", "--json"}), 0);
  EXPECT_EQ(relay_.lookups().back().before(), "b 1");
  const auto json = nlohmann::json::parse(line_.out.str());
  EXPECT_EQ(json["receipts"][0]["reason"], "busy");
  EXPECT_EQ(json["before"], "b 1");
}

TEST_F(ReceiptsCommandTest, ThePagesOfTheRelayAreReadUntilThereAreEnough) {
  relay_.before = "b";
  EXPECT_EQ(line_.Run({"receipts", "--limit", "3"}), 0);
  EXPECT_EQ(relay_.lookups().size(), 3u);
  EXPECT_EQ(relay_.lookups().back().limit(), 1);
}

TEST_F(ReceiptsCommandTest, TheOldestPageHasNoNextOne) {
  EXPECT_EQ(line_.Run({"receipts", "--json"}), 0);
  EXPECT_TRUE(nlohmann::json::parse(line_.out.str())["before"].is_null());
  EXPECT_EQ(line_.Run({"receipts"}), 0);
  EXPECT_EQ(line_.err.str(), "");
}

TEST_F(ReceiptsCommandTest, AnActThatIsNotThereIsAFailure) {
  relay_.receipts.clear();
  EXPECT_EQ(line_.Run({"receipts"}), 0);
  EXPECT_EQ(line_.Run({"receipts", "--request-id", "r-2"}), 1);
}

}  // namespace
}  // namespace collie::cli
