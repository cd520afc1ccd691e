#include "crew/json/rows.h"

#include <gtest/gtest.h>

#include "tests/crew/json/sample_rows.h"
#include "tests/support/golden.h"

namespace collie::json {
namespace {

std::optional<Counts> NotKnown(const std::string&, const std::string&) { return std::nullopt; }

TEST(RowsJsonTest, ShowsAChangeAsTheGoldenFileDoes) {
  const v1::CrewPart crew = tests::SampleCrew();
  v1::CrewDelta delta;
  delta.set_revision("119");
  *delta.mutable_members() = crew.members();
  *delta.mutable_sources() = crew.sources();
  *delta.add_panes() = crew.panes(0);
  for (const auto& [source, pane] : {std::pair("", ""), {"hello", ""}, {"hello", "old"}}) {
    v1::Removal& gone = *delta.add_removed();
    gone.set_member("deck-7f3a2c");
    gone.set_source(source);
    gone.set_pane(pane);
  }
  const auto counts = [](const std::string& member, const std::string&) {
    return member == "lab-1" ? std::nullopt : std::optional(Counts{2, 1});
  };
  tests::ExpectGolden("tests/crew/json/delta.json", DeltaJson(delta, counts).dump(2) + "\n");
}

TEST(RowsJsonTest, AChangeWithoutRowsIsItsRevision) {
  v1::CrewDelta tick;
  tick.set_revision("7");
  EXPECT_EQ(Dump(DeltaJson(tick, NotKnown)),
            R"({"revision":"7","members":[],"sources":[],"panes":[],"removed":[]})");
  tick.set_more(true);
  EXPECT_EQ(DeltaJson(tick, NotKnown)["more"], true);
}

TEST(RowsJsonTest, ASourceThatWasNeverReadHasNoAge) {
  v1::Source source;
  source.set_read_age_ms(7);
  source.set_age_at_least(true);
  const Json json = SourceJson(source, std::nullopt);
  for (const char* field : {"readAgeMs", "ageAtLeast", "remote", "waiting", "openConversations"}) {
    EXPECT_FALSE(json.contains(field)) << field;
  }
  EXPECT_EQ(json["caps"], Json::object());
}

}  // namespace
}  // namespace collie::json
