#include "crew/wire/json_string.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::wire {
namespace {

std::string Text(std::string_view quoted) {
  const auto read = Unescape(quoted);
  return read ? read->text : "(none)";
}

std::string Quoted(std::string_view text) {
  std::string json;
  AppendQuoted(text, &json);
  return json;
}

TEST(JsonStringTest, ReadsEveryEscape) {
  EXPECT_EQ(Text(R"("")"), "");
  EXPECT_EQ(Text(R"("plain é")"), "plain é");
  EXPECT_EQ(Text(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(Text(R"("\u0041\u00e9\u20AC\u0000!")"), std::string("Aé€\0!", 8));
  EXPECT_EQ(Text(R"("\ud83d\ude00")"), "\U0001F600");
  EXPECT_EQ(Text(R"("\udbff\udfff")"), "\U0010FFFF");
}

TEST(JsonStringTest, ReplacesHalfAPair) {
  for (const char* half : {R"("\ud83d")", R"("\ude00")", R"("\ud83dx")", R"("\ud83d\n")"}) {
    const auto read = Unescape(half);
    ASSERT_TRUE(read) << half;
    EXPECT_TRUE(read->lone_surrogate) << half;
    EXPECT_EQ(read->text.substr(0, 3), "\uFFFD") << half;
  }
  EXPECT_EQ(Text(R"("\ud83d\u0041")"), "\uFFFDA");
  EXPECT_EQ(Text(R"("\ud83d\ud83d\ude00")"), "\uFFFD\U0001F600");
}

TEST(JsonStringTest, RefusesWhatIsNoString) {
  for (const char* none : {"", "\"", "x", "null", "\"a", "a\"", R"("\")", R"("a"b")", R"("\q")",
                           R"("\u12")", R"("\u12G4")", R"("\U0041")"}) {
    EXPECT_FALSE(Unescape(none)) << none;
  }
}

TEST(JsonStringTest, EscapesOnlyWhatItMust) {
  EXPECT_EQ(Quoted("a/é\u2028\x7f\U0001F600"), "\"a/é\u2028\x7f\U0001F600\"");
  EXPECT_EQ(Quoted("\"\\\b\f\n\r\t"), R"("\"\\\b\f\n\r\t")");
  EXPECT_EQ(Quoted(std::string_view("\0\x1f\x0b", 3)), R"("\u0000\u001f\u000b")");
}

}  // namespace
}  // namespace collie::wire
