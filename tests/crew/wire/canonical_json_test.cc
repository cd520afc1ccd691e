#include "crew/wire/canonical_json.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace collie::wire {
namespace {

std::string Canonical(std::string_view json) {
  const auto canonical = CanonicalJson(json);
  return canonical.ok() ? *canonical : "refused: " + std::string(canonical.status().message());
}

bool IsRefused(std::string_view json) {
  return CanonicalJson(json).status().code() == absl::StatusCode::kInvalidArgument;
}

std::string Nested(int depth) {
  const size_t count = static_cast<size_t>(depth);
  return std::string(count, '[') + std::string(count, ']');
}

std::string Contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string WithoutFinalLineFeed(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

TEST(CanonicalJsonTest, DropsWhiteSpaceAndSortsKeys) {
  EXPECT_EQ(Canonical(" { \"b\" : [ 1 , true , null ] ,\n\"a\":{ } } "),
            R"({"a":{},"b":[1,true,null]})");
  EXPECT_EQ(Canonical(R"({"a":1,"aa":2,"":3,"A":4})"), R"({"":3,"A":4,"a":1,"aa":2})");
  EXPECT_EQ(Canonical(R"({"\u0062":1,"a":{"d":1,"c":[{"z":1,"y":2}]}})"),
            R"({"a":{"c":[{"y":2,"z":1}],"d":1},"b":1})");
}

TEST(CanonicalJsonTest, SortsKeysByUtf16) {
  // The order of the RFC's own example: CR, 1, U+0080, ö, €, an emoji (a surrogate pair), U+FB33.
  EXPECT_EQ(Canonical("{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"1\":4,\"\\ud83d\\ude00\":5,"
                      "\"\\u0080\":6,\"\\u00f6\":7}"),
            "{\"\\r\":2,\"1\":4,\"\u0080\":6,\"ö\":7,\"€\":1,\"\U0001F600\":5,\"\uFB33\":3}");
  EXPECT_EQ(Canonical("{\"\uE000\":1,\"\uD7FF\":2,\"\U00010000\":3,\"\uFFFF\":4}"),
            "{\"\uD7FF\":2,\"\U00010000\":3,\"\uE000\":1,\"\uFFFF\":4}");
}

TEST(CanonicalJsonTest, ReadsNumbersAsDoubles) {
  EXPECT_EQ(Canonical("[1.0,-0,1E2,1e-7,0.10,100e-2,5e-324]"), "[1,0,100,1e-7,0.1,1,5e-324]");
  EXPECT_EQ(Canonical("[9007199254740993,123456789012345678901234567890]"),
            "[9007199254740992,1.2345678901234568e+29]");
  EXPECT_EQ(Canonical("[18446744073709551616,-9223372036854775809]"),
            "[18446744073709552000,-9223372036854776000]");
  EXPECT_EQ(Canonical("[1e-400,-1e-400,0e999]"), "[0,0,0]");
  EXPECT_EQ(Canonical("[" + std::string(400, '0').replace(0, 2, "0.") + "1]").substr(0, 2), "[0");
}

TEST(CanonicalJsonTest, TakesAnyOneValue) {
  EXPECT_EQ(Canonical("1"), "1");
  EXPECT_EQ(Canonical("\"a\\/b\""), "\"a/b\"");
  EXPECT_EQ(Canonical("null"), "null");
  EXPECT_EQ(Canonical("[]"), "[]");
}

TEST(CanonicalJsonTest, RefusesAKeyTwice) {
  EXPECT_TRUE(IsRefused(R"({"a":1,"a":1})"));
  EXPECT_TRUE(IsRefused(R"({"a":1,"\u0061":1})"));
  EXPECT_TRUE(IsRefused(R"({"x":[{"a":1,"b":2,"a":3}]})"));
}

TEST(CanonicalJsonTest, RefusesWhatHasNoForm) {
  EXPECT_TRUE(IsRefused(R"(["\ud83d"])"));
  EXPECT_TRUE(IsRefused(R"({"\ud83d":1})"));
  EXPECT_TRUE(IsRefused("[1e999]"));
  EXPECT_TRUE(IsRefused("[-1e999]"));
  EXPECT_TRUE(IsRefused("[" + std::string(400, '9') + "]"));
}

TEST(CanonicalJsonTest, RefusesWhatIsNoJson) {
  for (const char* none :
       {"",      " ",   "1,2",      "1],[2",    "[1,]",  "[,1]",       "{\"a\":1,}", "{\"a\" 1}",
        "{a:1}", "tru", "nul",      "01",       "1.",    ".5",         "+1",         "- 1",
        "0x1",   "[1",  "1]",       "{",        "}",     "{\"a\":1}}", "[1}",        "{\"a\":[1}",
        "'a'",   "\"a", "\"\x01\"", "\"\xff\"", "[NaN]", "[1 2]",      "\"a\"b",     "[truex]"}) {
    EXPECT_TRUE(IsRefused(none)) << none;
  }
}

TEST(CanonicalJsonTest, BoundsTheDepth) {
  EXPECT_FALSE(IsRefused(Nested(64)));
  EXPECT_TRUE(IsRefused(Nested(65)));
  EXPECT_TRUE(IsRefused(Nested(200'000)));
  EXPECT_TRUE(IsRefused(std::string(200'000, '[')));
}

TEST(CanonicalJsonTest, IsItsOwnCanonicalForm) {
  const std::string once = Canonical(R"({"z":[1e5,"\u00e9\u0001"],"a":{"y":0.1,"x":null}})");
  EXPECT_EQ(Canonical(once), once);
}

TEST(AskHashTest, IsTheHashOfTheCanonicalForm) {
  // SHA-256 of {"id":"q","kind":"text","title":"?"}.
  const auto hash = AskHash(R"({ "title": "?", "kind": "text", "id": "q" })");
  ASSERT_TRUE(hash.ok());
  EXPECT_EQ(*hash, "9ea3c094de07cac8c0cde9cdb497e2b21c31171a380aab0290aaae0670451c84");
}

TEST(AskHashTest, LeavesOutOnlyItsOwnDeadline) {
  const auto plain = AskHash(R"({"id":"q"})");
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(*AskHash(R"({"expiresAt":1764461100000,"id":"q"})"), *plain);
  EXPECT_EQ(*AskHash(R"({"id":"q","\u0065xpiresAt":1})"), *plain);
  EXPECT_NE(*AskHash(R"({"id":"q","x":{"expiresAt":1}})"), *plain);
  EXPECT_FALSE(AskHash(R"({"expiresAt":1,"id":"q","expiresAt":2})").ok());
}

TEST(AskHashTest, IsTakenBeforeCleaning) {
  EXPECT_NE(*AskHash(R"({"id":"q","title":"a\u200bb"})"), *AskHash(R"({"id":"q","title":"ab"})"));
}

TEST(AskHashTest, RefusesWhatIsNoObject) {
  EXPECT_FALSE(AskHash("[]").ok());
  EXPECT_FALSE(AskHash("\"{}\"").ok());
  EXPECT_FALSE(AskHash("").ok());
}

TEST(AskHashTest, AgreesWithTheVectorsOfTheContract) {
  const std::filesystem::path folder = COLLIE_HASH_VECTORS;
  int vectors = 0;
  for (int i = 1; i <= 9; ++i) {
    const std::string name = std::to_string(i);
    const std::string ask = Contents(folder / (name + ".ask.json"));
    if (ask.empty()) continue;
    ++vectors;
    const auto hash = AskHash(ask);
    ASSERT_TRUE(hash.ok()) << name << ": " << hash.status();
    EXPECT_EQ(*hash, WithoutFinalLineFeed(Contents(folder / (name + ".sha256")))) << name;
    const std::string canonical =
        WithoutFinalLineFeed(Contents(folder / (name + ".canonical.json")));
    EXPECT_EQ(*AskHash(canonical), *hash) << name;
    EXPECT_EQ(Canonical(canonical), canonical) << name;
  }
  EXPECT_GE(vectors, 3) << "in " << folder;
}

}  // namespace
}  // namespace collie::wire
