#include "crew/config/env_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/temporary_folder.h"

namespace collie::config {
namespace {

TEST(EnvFileTest, ReadsKeysValuesQuotesAndComments) {
  EnvFile read = *ParseEnv(
      "# Collie\r\n"
      "\n"
      "COLLIE_MUX=durable\r\n"
      "  A = b c  # why\n"
      "export URL=https://a.example.com/#part\n"
      "EMPTY=\n"
      "ONLY_COMMENT= # nothing\n"
      "LITERAL='a \"b\" \\n # c' # d\n"
      "QUOTED=\"a\\tb\\\"\\\\\\$x # y\"\n"
      "LAST=1");
  EXPECT_EQ(read, (EnvFile{{"COLLIE_MUX", "durable"},
                           {"A", "b c"},
                           {"URL", "https://a.example.com/#part"},
                           {"EMPTY", ""},
                           {"ONLY_COMMENT", ""},
                           {"LITERAL", "a \"b\" \\n # c"},
                           {"QUOTED", "a\tb\"\\$x # y"},
                           {"LAST", "1"}}));
}

TEST(EnvFileTest, RefusesOtherLinesNamingTheLineAndNoValue) {
  for (const char* text :
       {"A=1\nsecret", "A=1\n1A=secret", "A=1\nA B=secret", "A=1\n=secret", "A=1\nB='secret",
        "A=1\nB=\"secret", "A=1\nB=\"secret\" x", "A=1\nB='secret'#x", "A=1\nB=\"secret\\q\"",
        "A=1\nB=secret'", "A=1\nA=secret"}) {
    absl::Status status = ParseEnv(text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_NE(status.message().find("line 2"), std::string::npos) << status;
    EXPECT_EQ(status.message().find("secret"), std::string::npos) << status;
  }
}

TEST(EnvFileTest, RefusesANulByte) { EXPECT_FALSE(ParseEnv(std::string_view("A=a\0b", 5)).ok()); }

TEST(EnvFileTest, TakesAMissingFileAsEmptyAndBoundsTheRest) {
  tests::TemporaryFolder folder;
  EXPECT_EQ(*LoadEnv(folder.path() / ".env"), EnvFile());
  std::ofstream(folder.path() / ".env") << "A=1\n";
  EXPECT_EQ(FromEnvFile(*LoadEnv(folder.path() / ".env"))("A"), "1");
  std::ofstream(folder.path() / ".env") << "A=" << std::string(70'000, 'x');
  EXPECT_EQ(LoadEnv(folder.path() / ".env").status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(EnvFileTest, GivesNothingForAnEmptyValue) {
  EXPECT_EQ(FromEnvFile({{"A", ""}})("A"), std::nullopt);
}

}  // namespace
}  // namespace collie::config
