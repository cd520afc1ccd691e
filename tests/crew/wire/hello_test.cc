#include "crew/wire/hello.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::wire {
namespace {

std::string Body(const std::string& more) {
  return R"({"wire":{"min":1,"max":1},"epoch":"e-7f3a","ready":true,"now":1764460800000)" + more +
         "}";
}

bool IsRefused(const std::string& body) { return !DecodeHello(body).ok(); }

TEST(HelloTest, ReadsAWholeOne) {
  const auto hello = DecodeHello(Body(
      R"(,"hostName":"deck","runtime":"pi-durable 1.2.0","caps":{"asks":true,"starters":true,)"
      R"("send":true,"queue":false,"steer":true,"abort":true,"rename":true,"close":true,)"
      R"("actions":true,"history":true,"reopen":true,"checksEpoch":true,"idsOutliveEpoch":true},)"
      R"("starters":[{"id":"new","label":"New chat"}],"selfTest":"new")"));
  ASSERT_TRUE(hello.ok()) << hello.status();
  EXPECT_EQ(hello->versions.min, 1);
  EXPECT_EQ(hello->versions.max, 1);
  EXPECT_EQ(hello->epoch, "e-7f3a");
  EXPECT_TRUE(hello->ready);
  EXPECT_EQ(hello->now_ms, 1764460800000);
  EXPECT_EQ(hello->bad_entries, 0);
  const v1::Source& source = hello->source;
  EXPECT_EQ(source.host_name(), "deck");
  EXPECT_EQ(source.runtime(), "pi-durable 1.2.0");
  EXPECT_EQ(source.epoch(), "e-7f3a");
  EXPECT_EQ(source.starters(0).label(), "New chat");
  EXPECT_EQ(source.self_test(), "new");
  const v1::Capabilities& can = source.capabilities();
  EXPECT_TRUE(can.asks() && can.starters() && can.send() && can.steer() && can.abort());
  EXPECT_TRUE(can.rename() && can.close() && can.actions() && can.history() && can.reopen());
  EXPECT_TRUE(can.checks_epoch() && can.ids_outlive_epoch());
  EXPECT_FALSE(can.queue());
}

TEST(HelloTest, OnlyQueueIsClaimedBySilence) {
  for (const std::string more :
       {R"()", R"(,"caps":{})", R"(,"caps":null)", R"(,"caps":{"queue":null})"}) {
    const auto hello = DecodeHello(Body(more));
    ASSERT_TRUE(hello.ok()) << more;
    v1::Capabilities expected;
    expected.set_queue(true);
    EXPECT_EQ(hello->source.capabilities().SerializeAsString(), expected.SerializeAsString());
  }
}

TEST(HelloTest, ACapabilityThatIsNoBooleanIsNotClaimed) {
  const auto hello = DecodeHello(Body(R"(,"caps":{"send":"yes","queue":1,"asks":true})"));
  ASSERT_TRUE(hello.ok());
  EXPECT_FALSE(hello->source.capabilities().send());
  EXPECT_FALSE(hello->source.capabilities().queue());
  EXPECT_TRUE(hello->source.capabilities().asks());
  EXPECT_EQ(hello->bad_entries, 2);
}

TEST(HelloTest, LeavesOutBadStartersAndKeepsTheFirst) {
  std::string starters = R"({"id":"a b","label":"X"},7)";
  for (int i = 0; i < 40; ++i) starters += R"(,{"id":"s)" + std::to_string(i) + R"(","label":"S"})";
  const auto hello = DecodeHello(Body(R"(,"starters":[)" + starters + "]"));
  ASSERT_TRUE(hello.ok());
  EXPECT_EQ(hello->bad_entries, 2);
  ASSERT_EQ(hello->source.starters_size(), 32);
  EXPECT_EQ(hello->source.starters(31).id(), "s31");
}

TEST(HelloTest, CutsAndCleans) {
  const auto hello =
      DecodeHello(Body(R"(,"hostName":"de\u202eck","runtime":")" + std::string(300, 'x') + "\""));
  ASSERT_TRUE(hello.ok());
  EXPECT_EQ(hello->source.host_name(), "deck");
  EXPECT_EQ(hello->source.runtime().size(), 200u);
}

TEST(HelloTest, PassesOverWhatItDoesNotKnow) {
  const auto hello = DecodeHello(
      Body(R"(,"later":[{"n":123456789012345678901234567890},1e999,"\ud83d"],"caps":{"fly":7})"));
  ASSERT_TRUE(hello.ok()) << hello.status();
  EXPECT_EQ(hello->bad_entries, 0);
  EXPECT_TRUE(
      DecodeHello(Body(",\"deep\":" + std::string(50'000, '[') + std::string(50'000, ']'))).ok());
}

TEST(HelloTest, ReadsKeysInAnyOrderAndSpelling) {
  const auto hello = DecodeHello(
      R"({"now":1.7644608e12,"ready":false,"\u0065poch":"e","wire":{"max":3,"min":1,"x":{}}})");
  ASSERT_TRUE(hello.ok()) << hello.status();
  EXPECT_EQ(hello->now_ms, 1764460800000);
  EXPECT_EQ(hello->epoch, "e");
  EXPECT_FALSE(hello->ready);
  EXPECT_TRUE(hello->versions.Speaks(1));
  EXPECT_TRUE(hello->versions.Speaks(3));
  EXPECT_FALSE(hello->versions.Speaks(4));
}

TEST(HelloTest, AnotherVersionNeedsOnlyRangeAndEpoch) {
  const auto hello =
      DecodeHello(R"({"wire":{"min":2,"max":3},"epoch":"e","ready":"soon","caps":7})");
  ASSERT_TRUE(hello.ok()) << hello.status();
  EXPECT_FALSE(hello->versions.Speaks(kVersion));
  EXPECT_EQ(hello->versions.max, 3);
}

TEST(HelloTest, RefusesWhatIsNotTheWires) {
  EXPECT_TRUE(IsRefused(""));
  EXPECT_TRUE(IsRefused("[]"));
  EXPECT_TRUE(IsRefused("null"));
  EXPECT_TRUE(IsRefused("<html>"));
  EXPECT_TRUE(IsRefused(Body("") + "x"));
  EXPECT_TRUE(IsRefused(Body("") + Body("")));
  EXPECT_TRUE(IsRefused(Body("").substr(0, 40)));
  EXPECT_TRUE(IsRefused(Body(",")));
  EXPECT_TRUE(IsRefused(R"({"epoch":"e","ready":true,"now":1})"));
  EXPECT_TRUE(IsRefused(R"({"wire":{"min":1,"max":1},"ready":true,"now":1})"));
  EXPECT_TRUE(IsRefused(R"({"wire":{"min":1,"max":1},"epoch":"e","now":1})"));
  EXPECT_TRUE(IsRefused(R"({"wire":{"min":1,"max":1},"epoch":"e","ready":true})"));
  EXPECT_TRUE(IsRefused(R"({"wire":{"min":2,"max":1},"epoch":"e","ready":true,"now":1})"));
  EXPECT_TRUE(IsRefused(R"({"wire":{"min":1},"epoch":"e","ready":true,"now":1})"));
  EXPECT_TRUE(IsRefused(R"({"wire":{"min":1,"max":1},"epoch":"e 1","ready":true,"now":1})"));
  EXPECT_TRUE(IsRefused(Body(R"(,"hostName":7)")));
}

TEST(HelloTest, SaysWhatIsWrong) {
  const auto hello = DecodeHello(Body(R"(,"hostName":7)"));
  EXPECT_EQ(hello.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(std::string(hello.status().message()).find("`hostName`"), std::string::npos);
}

}  // namespace
}  // namespace collie::wire
