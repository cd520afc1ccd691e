#include "crew/config/sources_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "tests/support/temporary_folder.h"

namespace collie::config {
namespace {

const std::string kToken(32, 's');

std::string One(absl::string_view fields) { return absl::StrCat("[{", fields, "}]"); }

std::vector<SourceEntry> TwoEntries() {
  return {
      {.name = "deck", .socket = "/run/user/1000/deck/app.sock"},
      {.name = "edge", .url = "https://edge.example.com", .token = kToken, .ca = "/etc/ca.pem"}};
}

unsigned int Mode(const std::filesystem::path& file) {
  struct stat found = {};
  stat(file.c_str(), &found);
  return found.st_mode & 07777;
}

void Write(const std::filesystem::path& file, std::string_view text, mode_t mode) {
  std::ofstream(file) << text;
  chmod(file.c_str(), mode);
}

std::string Read(const std::filesystem::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(SourcesFileTest, ReadsBothTransports) {
  EXPECT_EQ(*ParseSources(absl::StrCat(
                R"([{"name":"deck","kind":"durable","socket":"/run/user/1000/deck/app.sock"},
                    {"name":"edge","kind":"durable","url":"https://edge.example.com","token":")",
                kToken, R"(","ca":"/etc/ca.pem"}])")),
            TwoEntries());
  EXPECT_TRUE(ParseSources("[]")->empty());
}

struct Bad {
  std::string text;
  const char* named;
};

TEST(SourcesFileTest, RefusesNamingEntryAndFieldAndNeverTheToken) {
  const std::string url = R"("name":"a","kind":"durable","url":"https://a.example.com")";
  const std::string socket = R"("name":"a","kind":"durable","socket":"/s")";
  const std::string token = absl::StrCat(R"("token":")", kToken, R"(")");
  const std::vector<Bad> all = {
      {"", "line 1"},
      {"{}", "list"},
      {"3", "list"},
      {"[3]", "entries"},
      {"[[]]", "entries"},
      {"[\n{,", "line 2"},
      {One(socket) + "x", "line 1"},
      {One(url + "," + token + ",}"), "line 1"},
      {One(socket + R"(,"colour":"red")"), "entry 1 (\"a\"): the field \"colour\" is not known"},
      {One(socket + R"(,"name":"b")"), "\"name\" is there twice"},
      {One(socket + R"(,"kind":"durable")"), "\"kind\" is there twice"},
      {One(R"("name":3)"), "entry 1: the field \"name\" must be a string"},
      {One(R"("name":null)"), "\"name\" must be a string"},
      {One(R"("name":["a"])"), "\"name\" must be a string"},
      {One(R"("name":{"a":1})"), "\"name\" must be a string"},
      {One(R"("name":1e999)"), ""},
      {One(R"("name":"")"), "\"name\" is empty"},
      {One(R"("kind":"durable","socket":"/s")"), "\"name\" is missing"},
      {One(R"("name":"A","kind":"durable","socket":"/s")"), "\"name\" must be"},
      {One(R"("name":"-a","kind":"durable","socket":"/s")"), "\"name\" must be"},
      {One(R"("name":"default","kind":"durable","socket":"/s")"), "taken"},
      {"[{" + socket + "},{" + socket + "}]", "entry 2 (\"a\"): the field \"name\" is used twice"},
      {One(R"("name":"a","socket":"/s")"), "\"kind\""},
      {One(R"("name":"a","kind":"tmux","socket":"/s")"), "\"kind\""},
      {One(R"("name":"a","kind":"durable")"), "\"socket\" and \"url\""},
      {One(url + R"(,"socket":"/s",)" + token), "\"socket\" and \"url\""},
      {One(url), "\"token\""},
      {One(url + R"(,"token":"sssssssssssssssssssssssssssssss")"), "\"token\" must be 32"},
      {One(url + R"(,"token":"sssssssssssssssss ssssssssssssssssss")"), "\"token\" must be 32"},
      {One(url + R"(,"token":"ssssssssssssssssssssssssssssssssss\r\nA: b")"), "control"},
      {One(socket + "," + token), "\"token\" belongs"},
      {One(socket + R"(,"ca":"/c")"), "\"ca\" belongs"},
      {One(R"("name":"a","kind":"durable","socket":"/s\u0000x")"), "control"},
      {One("\"name\":\"\xff\""), "line 1"},
  };
  for (const Bad& bad : all) {
    absl::Status status = ParseSources(bad.text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << bad.text;
    EXPECT_NE(status.message().find(bad.named), std::string::npos) << bad.text << "\n" << status;
    EXPECT_EQ(status.message().find("ssss"), std::string::npos) << status;
  }
}

TEST(SourcesFileTest, SurvivesDepthAndSize) {
  EXPECT_FALSE(ParseSources(std::string(1'000'000, '[')).ok());
  EXPECT_FALSE(ParseSources("[]" + std::string(1'100'000, ' ')).ok());
}

TEST(SourcesFileTest, WritesWhatItReadsPrivatelyAndInOrder) {
  tests::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "new" / "sources.json";
  ASSERT_TRUE(SaveSources(file, TwoEntries()).ok());
  EXPECT_EQ(Mode(file), 0600u);
  EXPECT_EQ(Mode(file.parent_path()), 0700u);
  bool tightened = true;
  EXPECT_EQ(*LoadSources(file, &tightened), TwoEntries());
  EXPECT_FALSE(tightened);
  ASSERT_TRUE(SaveSources(file, {}).ok());
  EXPECT_EQ(Read(file), "[]\n");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(file.parent_path()), {}), 1);
}

TEST(SourcesFileTest, NeverWritesWhatItCouldNotReadBack) {
  tests::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "sources.json";
  ASSERT_TRUE(SaveSources(file, TwoEntries()).ok());
  const std::string before = Read(file);
  EXPECT_FALSE(SaveSources(file, {{.name = "Bad Name", .socket = "/s"}}).ok());
  EXPECT_FALSE(SaveSources(file, {{.name = "a", .socket = "/\xff"}}).ok());
  EXPECT_EQ(Read(file), before);
}

TEST(SourcesFileTest, TightensAWideFileAndSaysSo) {
  tests::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "sources.json";
  Write(file, "[]", 0644);
  bool tightened = false;
  EXPECT_TRUE(LoadSources(file, &tightened).ok());
  EXPECT_TRUE(tightened);
  EXPECT_EQ(Mode(file), 0600u);
}

TEST(SourcesFileTest, TakesAMissingFileAsNoSources) {
  tests::TemporaryFolder folder;
  bool tightened = true;
  EXPECT_TRUE(LoadSources(folder.path() / "sources.json", &tightened)->empty());
  EXPECT_FALSE(tightened);
}

TEST(SourcesFileTest, RefusesWhatIsNoFileWithoutHanging) {
  tests::TemporaryFolder folder;
  const std::filesystem::path pipe = folder.path() / "sources.json";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  bool tightened = false;
  EXPECT_EQ(LoadSources(pipe, &tightened).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(LoadSources(folder.path(), &tightened).ok());
}

}  // namespace
}  // namespace collie::config
