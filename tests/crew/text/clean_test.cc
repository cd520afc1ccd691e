#include "crew/text/clean.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::text {
namespace {

constexpr size_t kPlenty = 1000;

std::string Repeat(std::string_view part, size_t times) {
  std::string whole;
  for (size_t i = 0; i < times; ++i) whole += part;
  return whole;
}

void ExpectStays(std::string_view text) {
  const Cleaned cleaned = CleanText(text, kPlenty);
  EXPECT_EQ(cleaned.text, text);
  EXPECT_FALSE(cleaned.altered) << text;
}

void ExpectBecomes(std::string_view text, std::string_view expected) {
  const Cleaned cleaned = CleanText(text, kPlenty);
  EXPECT_EQ(cleaned.text, expected);
  EXPECT_TRUE(cleaned.altered) << expected;
}

TEST(CleanTest, KeepsWhatPeopleWrite) {
  ExpectStays("");
  ExpectStays("Deploy to staging?");
  ExpectStays("två\tkolumner\nrad två");
  ExpectStays("שלום عليكم 你好 हिन्दी ไทย");
  ExpectStays("e\u0301 a\u0308");
  ExpectStays("\uE0B0 prompt \U000F0001");  // private use shows as a glyph or a box
  ExpectStays("already \uFFFD");
  ExpectStays("no\u00A0break");
}

TEST(CleanTest, KeepsLineFeedAndTabInTextOnly) {
  EXPECT_EQ(CleanText("a\n\tb", kPlenty).text, "a\n\tb");
  EXPECT_EQ(CleanLine("a\n\tb", kPlenty).text, "ab");
  EXPECT_TRUE(CleanLine("a\n\tb", kPlenty).altered);
  EXPECT_EQ(CleanText("a\r\nb", kPlenty).text, "a\nb");
}

TEST(CleanTest, RemovesControls) {
  ExpectBecomes(std::string_view("a\0b", 3), "ab");
  ExpectBecomes("\x1b[31mred\x1b[0m", "[31mred[0m");
  ExpectBecomes(
      "a\x7f\u0085\u009B"
      "b",
      "ab");
  ExpectBecomes("a\u2028b\u2029c", "abc");
}

TEST(CleanTest, RemovesBidiControls) {
  ExpectBecomes("pay \u202E001\u202C now", "pay 001 now");
  ExpectBecomes("\u2066a\u2069\u200E\u200F\u061C", "a");
}

TEST(CleanTest, RemovesWhatCannotBeSeen) {
  ExpectBecomes("a\u200B\u200C\u200D\u2060\uFEFF\u00ADb", "ab");
  ExpectBecomes(
      "a\u115F\u1160\u3164\uFFA0\u034F\u180E"
      "b",
      "ab");
  ExpectBecomes(
      "a\U000E0041\U000E007F"
      "b",
      "ab");  // tags
  ExpectBecomes(
      "a\U000E0100\uFE00\uFE0F"
      "b",
      "ab");  // variation selectors on a letter
  ExpectBecomes(
      "a\uFFFE\uFDD0\U0010FFFF"
      "b",
      "ab");  // noncharacters
  ExpectBecomes(
      "a\uFFF0\uFFF9\U000E0FFF"
      "b",
      "ab");
}

TEST(CleanTest, KeepsTheJoinersOfEmoji) {
  ExpectStays("\u26A0\uFE0F Deploy?");
  ExpectStays("1\uFE0F\u20E3");
  ExpectStays("\U0001F468\u200D\U0001F469\u200D\U0001F467");
  ExpectStays("\U0001F469\U0001F3FD\u200D\U0001F4BB");
  ExpectStays("\u2764\uFE0F\u200D\U0001F525");
}

TEST(CleanTest, RemovesJoinersThatShapeNoEmoji) {
  ExpectBecomes("\U0001F468\u200Da",
                "\U0001F468"
                "a");
  ExpectBecomes("\U0001F468\u200D", "\U0001F468");
  ExpectBecomes("a\u200D\U0001F468", "a\U0001F468");
  ExpectBecomes("\u26A0\uFE0F\uFE0F", "\u26A0\uFE0F");
  ExpectBecomes("\U0001F468\u200D\u200D\U0001F469", "\U0001F468\u200D\U0001F469");
  ExpectBecomes("1\uFE0F2", "12");
}

TEST(CleanTest, ReplacesWhatIsNoUtf8) {
  ExpectBecomes(
      "a\xFF"
      "b",
      "a\uFFFD"
      "b");
  ExpectBecomes("a\xE2\x82", "a\uFFFD\uFFFD");
  ExpectBecomes("\xC0\x80", "\uFFFD\uFFFD");
  ExpectBecomes("\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD");  // a surrogate
  ExpectBecomes("\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST(CleanTest, CutsByCharactersNotBytes) {
  EXPECT_EQ(CleanLine(Repeat("ö", 5), 3).text, "ööö");
  EXPECT_TRUE(CleanLine(Repeat("ö", 5), 3).altered);
  EXPECT_FALSE(CleanLine(Repeat("ö", 3), 3).altered);
  EXPECT_EQ(CleanLine("\U0001F600\U0001F601\U0001F602", 2).text, "\U0001F600\U0001F601");
  EXPECT_EQ(CleanLine("abc", 0).text, "");
}

TEST(CleanTest, CountsOnlyWhatStays) {
  EXPECT_EQ(CleanLine("\u200B\u200B"
                      "abc",
                      3)
                .text,
            "abc");
}

TEST(CleanTest, CutsBeforeACluster) {
  EXPECT_EQ(CleanLine("ae\u0301", 2).text, "a");
  EXPECT_EQ(CleanLine("a\U0001F468\u200D\U0001F469", 3).text, "a");
  EXPECT_EQ(CleanLine("a1\uFE0F\u20E3", 3).text, "a");
}

TEST(CleanTest, CutsInsideAClusterPastAnyRealOne) {
  EXPECT_EQ(CleanLine("a" + Repeat("\u0301", 100), 50).text, "a" + Repeat("\u0301", 49));
  const std::string chain = Repeat("\U0001F468\u200D", 100) + "\U0001F468";
  EXPECT_EQ(CleanLine(chain, 50).text, Repeat("\U0001F468\u200D", 24) + "\U0001F468");
}

TEST(CleanTest, CleaningTwiceChangesNothing) {
  const std::string hostile =
      "\u200D\U0001F468\u200D\u202E\U0001F469\xFF"
      "1\uFE0F\u20E3\u0301\x1b";
  for (size_t most = 0; most < 12; ++most) {
    const Cleaned once = CleanText(hostile, most);
    const Cleaned twice = CleanText(once.text, most);
    EXPECT_EQ(once.text, twice.text) << most;
    EXPECT_FALSE(twice.altered) << most;
  }
}

TEST(CleanTest, TerminalTextMovesNoCursor) {
  EXPECT_EQ(TerminalSafe("ok\r\x1b[2J\nroot\u202E"), "ok[2Jroot");
  EXPECT_EQ(TerminalSafe("abcdef", 3), "abc");
  EXPECT_EQ(TerminalSafe(std::string(kTerminalCharacters + 1, 'x')).size(), kTerminalCharacters);
}

}  // namespace
}  // namespace collie::text
