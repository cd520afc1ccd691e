#include "crew/cli/view/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;

v1::Source SourceOf(const std::string& name, v1::SourceState state) {
  v1::Source source;
  source.set_name(name);
  source.set_state(state);
  return source;
}

TEST(FindingsTest, ALineIsAMarkWhatIsWrongAndTheVerbThatFixesIt) {
  EXPECT_EQ(FindingLine({Mark::kBad, "relay", "none is here", "collie up"}, Paint(false)),
            "bad   relay  none is here  (fix: collie up)");
  EXPECT_EQ(FindingLine({Mark::kOk, "link", "up", ""}, Paint(false)), "ok    link  up");
}

TEST(FindingsTest, AnAgentThatIsNotReadSaysWhyAndWhatFixesIt) {
  v1::ListSourcesReply edge;
  *edge.add_sources() = SourceOf("hello", v1::SOURCE_STATE_LIVE);
  *edge.add_sources() = SourceOf("token", v1::SOURCE_STATE_TOKEN_REFUSED);
  *edge.add_sources() = SourceOf("twin", v1::SOURCE_STATE_DUPLICATE_SOURCE);
  *edge.add_sources() = SourceOf("gone", v1::SOURCE_STATE_UNREACHABLE);
  edge.mutable_sources(3)->set_reason("socket-not-private");
  const auto findings = AgentFindings(edge, {"hello", "typed"});
  ASSERT_EQ(findings.size(), 5u);
  EXPECT_EQ(findings[0].mark, Mark::kOk);
  EXPECT_EQ(findings[0].fix, "");
  EXPECT_THAT(findings[1].fix, HasSubstr("collie durable attach token"));
  EXPECT_EQ(findings[2].fix, "collie durable detach twin");
  EXPECT_THAT(findings[3].detail, HasSubstr("socket-not-private"));
  EXPECT_EQ(findings[4].subject, "agent typed");
  EXPECT_EQ(findings[4].mark, Mark::kBad);
}

TEST(FindingsTest, WhatIsLeftOutOfASnapshotIsAWarning) {
  v1::ListSourcesReply edge;
  *edge.add_sources() = SourceOf("hello", v1::SOURCE_STATE_LIVE);
  edge.mutable_sources(0)->set_left_out(3);
  EXPECT_EQ(AgentFindings(edge, {})[0].mark, Mark::kWarn);
}

TEST(FindingsTest, AHostIsNamedWithItsLinkAndItsVersion) {
  v1::CrewPart part;
  for (const auto& [id, state] : {std::pair("a", v1::MEMBER_STATE_CONNECTED),
                                  {"b", v1::MEMBER_STATE_CONNECTED},
                                  {"c", v1::MEMBER_STATE_LOCKED},
                                  {"d", v1::MEMBER_STATE_DISCONNECTED}}) {
    v1::Member& member = *part.add_members();
    member.set_id(id);
    member.set_state(state);
    member.set_version(member.id() == "b" ? "0.0.9" : "0.1.0");
  }
  const auto findings = MemberFindings(tests::StateOf(part).crew(), "0.1.0");
  ASSERT_EQ(findings.size(), 4u);
  EXPECT_EQ(findings[0].mark, Mark::kOk);
  EXPECT_THAT(findings[1].detail, HasSubstr("0.0.9"));
  EXPECT_EQ(findings[1].mark, Mark::kWarn);
  EXPECT_EQ(findings[2].fix, "collie crew unlock c");
  EXPECT_EQ(findings[3].mark, Mark::kBad);
}

TEST(FindingsTest, ALinkThatIsDownSaysWhy) {
  v1::ListSourcesReply edge;
  edge.set_link_detail("the relay refuses its key");
  EXPECT_THAT(LinkFinding(edge).detail, HasSubstr("refuses its key"));
  EXPECT_EQ(LinkFinding(edge).mark, Mark::kBad);
  edge.set_link_up(true);
  EXPECT_EQ(LinkFinding(edge).mark, Mark::kOk);
}

}  // namespace
}  // namespace collie::cli
