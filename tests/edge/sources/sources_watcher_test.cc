#include "edge/sources/sources_watcher.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "tests/support/temporary_folder.h"

namespace collie::edge {
namespace {

namespace fs = std::filesystem;

class SourcesWatcherTest : public ::testing::Test {
 protected:
  fs::path file() const { return folder_.path() / "config" / "sources.json"; }
  void MakeFolder() { fs::create_directory(file().parent_path()); }
  config::SourceEntry Entry(const std::string& name) const {
    return {.name = name, .socket = "/run/" + name + ".sock"};
  }
  void Save(const std::vector<config::SourceEntry>& entries) {
    ASSERT_TRUE(config::SaveSources(file(), entries).ok());
  }
  void RecordEntries(const std::vector<config::SourceEntry>& entries) {
    absl::MutexLock lock(&mu_);
    taken_.push_back(entries);
  }
  bool WaitFor(size_t changes) {
    absl::MutexLock lock(&mu_);
    const auto came = [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return taken_.size() >= changes; };
    return mu_.AwaitWithTimeout(absl::Condition(&came), absl::Seconds(20));
  }
  std::vector<config::SourceEntry> Newest() {
    absl::MutexLock lock(&mu_);
    return taken_.back();
  }
  size_t changes() {
    absl::MutexLock lock(&mu_);
    return taken_.size();
  }

  tests::TemporaryFolder folder_;
  absl::Mutex mu_;
  std::vector<std::vector<config::SourceEntry>> taken_ ABSL_GUARDED_BY(mu_);
};

TEST_F(SourcesWatcherTest, AGoodChangeIsHandedOn) {
  MakeFolder();
  Save({Entry("a")});
  SourcesWatcher watcher(file(), {Entry("a")},
                         [this](const auto& entries) { RecordEntries(entries); });
  ASSERT_TRUE(watcher.Start().ok());
  Save({Entry("a"), Entry("b")});
  ASSERT_TRUE(WaitFor(1));
  EXPECT_EQ(Newest().size(), 2u);
  Save({Entry("b")});
  ASSERT_TRUE(WaitFor(2));
  EXPECT_EQ(Newest(), std::vector<config::SourceEntry>{Entry("b")});
}

TEST_F(SourcesWatcherTest, HoldsNoLockWhileAChangeIsHandedOn) {
  MakeFolder();
  Save({Entry("b")});
  SourcesWatcher* handing = nullptr;
  SourcesWatcher watcher(file(), {Entry("a")}, [&](const auto& entries) {
    RecordEntries(entries);
    EXPECT_TRUE(handing->Reload().ok());
  });
  handing = &watcher;
  EXPECT_TRUE(watcher.Reload().ok());
  EXPECT_EQ(changes(), 1u);
}

TEST_F(SourcesWatcherTest, ABadChangeLeavesTheRunningSetAndAnEqualOneIsNoChange) {
  MakeFolder();
  Save({Entry("a")});
  SourcesWatcher watcher(file(), {Entry("a")},
                         [this](const auto& entries) { RecordEntries(entries); });
  std::ofstream(file()) << "[{\"name\": \"a\", \"kind\": \"durable\", \"sokcet\": \"/x\"}]";
  EXPECT_FALSE(watcher.Reload().ok());
  Save({Entry("a")});
  EXPECT_TRUE(watcher.Reload().ok());
  EXPECT_EQ(changes(), 0u);
  Save({Entry("b")});
  EXPECT_TRUE(watcher.Reload().ok());
  EXPECT_EQ(changes(), 1u);
}

TEST_F(SourcesWatcherTest, AFolderThatComesLaterIsSeen) {
  SourcesWatcher watcher(file(), {}, [this](const auto& entries) { RecordEntries(entries); });
  ASSERT_TRUE(watcher.Start().ok());
  MakeFolder();
  Save({Entry("a")});
  ASSERT_TRUE(WaitFor(1));
  EXPECT_EQ(Newest().size(), 1u);
}

TEST_F(SourcesWatcherTest, AFileThatStaysGoneHasNoSources) {
  MakeFolder();
  Save({Entry("a")});
  SourcesWatcher watcher(file(), {Entry("a")},
                         [this](const auto& entries) { RecordEntries(entries); });
  ASSERT_TRUE(watcher.Start().ok());
  Save({Entry("a"), Entry("b")});
  ASSERT_TRUE(WaitFor(1));
  fs::remove(file());
  ASSERT_TRUE(WaitFor(2));
  EXPECT_TRUE(Newest().empty());
}

}  // namespace
}  // namespace collie::edge
