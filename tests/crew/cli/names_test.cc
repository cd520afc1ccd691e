#include "crew/cli/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "absl/strings/str_cat.h"
#include "crew/json/json.h"
#include "tests/support/temporary_folder.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;

class NamesTest : public ::testing::Test {
 protected:
  Meaning Found(const std::string& relay, const std::string& name) const {
    const auto found = names_.Find({relay, name});
    EXPECT_TRUE(found.ok()) << found.status();
    return found.ok() ? found->value_or(Meaning{"never"}) : Meaning{};
  }

  tests::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "state" / "cli" / "names.json";
  const Names names_{file_};
};

TEST_F(NamesTest, KeepsWhatANameMeantAtEachRelay) {
  EXPECT_EQ(Found("here", "main"), Meaning{"never"});
  ASSERT_TRUE(names_.Keep({"here", "main"}, {"deck/a/main"}).ok());
  ASSERT_TRUE(names_.Keep({"there", "main"}, {"lab/b/main", "lab/c/main"}).ok());
  EXPECT_EQ(Found("here", "main"), Meaning{"deck/a/main"});
  EXPECT_EQ(Found("there", "main"), (Meaning{"lab/b/main", "lab/c/main"}));
  ASSERT_TRUE(names_.Keep({"here", "main"}, {"deck/b/main"}).ok());
  EXPECT_EQ(Found("here", "main"), Meaning{"deck/b/main"});
}

TEST_F(NamesTest, TheFoldersAreThisUsersAlone) {
  ASSERT_TRUE(names_.Keep({"here", "main"}, {"deck/a/main"}).ok());
  for (const auto& folder : {file_.parent_path(), file_.parent_path().parent_path()}) {
    EXPECT_EQ(std::filesystem::status(folder).permissions(), std::filesystem::perms::owner_all);
  }
}

TEST_F(NamesTest, TheNewestThousandAreKept) {
  json::Json rows = json::Json::array();
  for (int i = 0; i < 1000; ++i) {
    rows.push_back({{"relay", "here"}, {"name", absl::StrCat(i)}, {"means", {"deck/a/main"}}});
  }
  std::filesystem::create_directories(file_.parent_path());
  std::ofstream(file_) << rows.dump();
  EXPECT_EQ(Found("here", "0"), Meaning{"deck/a/main"});
  ASSERT_TRUE(names_.Keep({"here", "new"}, {"deck/a/main"}).ok());
  EXPECT_EQ(Found("here", "0"), Meaning{"never"});
  EXPECT_EQ(Found("here", "1"), Meaning{"deck/a/main"});
  EXPECT_EQ(Found("here", "new"), Meaning{"deck/a/main"});
}

TEST_F(NamesTest, ManyWritersLoseNothing) {
  std::vector<std::thread> writers;
  for (int i = 0; i < 16; ++i) {
    writers.emplace_back([this, i] {
      EXPECT_TRUE(names_.Keep({"here", absl::StrCat(i)}, {absl::StrCat("deck/a/", i)}).ok());
    });
  }
  for (std::thread& writer : writers) writer.join();
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(Found("here", absl::StrCat(i)), Meaning{absl::StrCat("deck/a/", i)});
  }
}

TEST_F(NamesTest, AFileThatIsNotOneOfTheseIsNeverOverwritten) {
  std::filesystem::create_directories(file_.parent_path());
  for (const char* text : {"", "nonsense", "{\"relay\": 1}", "[{\"relay\": \"here\"}]"}) {
    std::ofstream(file_) << text;
    EXPECT_THAT(std::string(names_.Find({"here", "main"}).status().message()),
                HasSubstr("names.json cannot be read"))
        << text;
    EXPECT_FALSE(names_.Keep({"here", "main"}, {"deck/a/main"}).ok()) << text;
  }
}

}  // namespace
}  // namespace collie::cli
