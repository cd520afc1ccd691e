#include "crew/journal/group_commit.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"
#include "tests/fakes/store/full_disk.h"
#include "tests/support/temporary_folder.h"

namespace collie::journal {
namespace {

constexpr int kMostChanges = 256;  // of one batch

GroupCommit::Change Insert(int64_t id, std::string text = "") {
  return [id, text = std::move(text)](Database& database) -> absl::Status {
    absl::StatusOr<Statement> insert = database.Prepare("INSERT INTO notes VALUES (?, ?)");
    if (!insert.ok()) return insert.status();
    return insert->Bind(1, id).Bind(2, text).Run();
  };
}

GroupCommit::Change Sql(std::string sql) {
  return [sql = std::move(sql)](Database& database) { return database.Run(sql); };
}

class GroupCommitTest : public testing::Test {
 protected:
  GroupCommitTest() {
    auto database =
        Database::Open(file_, {"CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)"});
    EXPECT_TRUE(database.ok()) << database.status();
    writer_ = std::make_unique<GroupCommit>(*std::move(database));
  }

  int64_t Rows() {
    auto reader = Database::OpenReader(file_);
    EXPECT_TRUE(reader.ok()) << reader.status();
    auto count = (*reader)->Prepare("SELECT COUNT(*) FROM notes");
    EXPECT_TRUE(count.ok() && *count->Step());
    return count->Int(0);
  }

  // Holds the writer inside a change until told, so that what is enqueued meanwhile piles up.
  void HoldWriter(absl::Notification& release) {
    absl::Notification held;
    writer_->Enqueue(
        [&](Database&) {
          held.Notify();
          release.WaitForNotification();
          return absl::OkStatus();
        },
        [](absl::Status) {});
    held.WaitForNotification();
  }

  tests::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "notes.db";
  std::unique_ptr<GroupCommit> writer_;
};

TEST_F(GroupCommitTest, TellsOnlyOnceTheChangeIsOnDisk) {
  int64_t seen = -1;
  absl::Notification done;
  writer_->Enqueue(Insert(1), [&](absl::Status status) {
    EXPECT_TRUE(status.ok()) << status;
    seen = Rows();
    done.Notify();
  });
  done.WaitForNotification();
  EXPECT_EQ(seen, 1);
}

TEST_F(GroupCommitTest, ManyWaitingChangesShareOneCommit) {
  absl::Notification release;
  HoldWriter(release);
  absl::BlockingCounter done(kMostChanges);
  for (int id = 0; id < kMostChanges; ++id) {
    writer_->Enqueue(Insert(id), [&](absl::Status status) {
      EXPECT_TRUE(status.ok()) << status;
      done.DecrementCount();
    });
  }
  release.Notify();
  done.Wait();
  EXPECT_EQ(writer_->Commits(), 2);  // the held one's and theirs
  EXPECT_EQ(Rows(), kMostChanges);
}

// The first one commits alone, and all that came meanwhile after it.
TEST_F(GroupCommitTest, WhatComesWhileACommitRunsSharesTheNextOne) {
  constexpr int kWriters = 32;
  constexpr int kEach = 25;
  std::vector<std::thread> writers;
  for (int w = 0; w < kWriters; ++w) {
    writers.emplace_back([this, w] {
      for (int i = 0; i < kEach; ++i) EXPECT_TRUE(writer_->Run(Insert(w * kEach + i)).ok());
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(Rows(), kWriters * kEach);
  EXPECT_LT(writer_->Commits(), kWriters * kEach / 2);
}

TEST_F(GroupCommitTest, ASharedChangeCostsNoCommitOfItsOwn) {
  absl::Notification shared;
  writer_->EnqueueShared(Insert(1), [&](absl::Status status) {
    EXPECT_TRUE(status.ok()) << status;
    shared.Notify();
  });
  ASSERT_TRUE(writer_->Run(Insert(2)).ok());
  EXPECT_TRUE(shared.HasBeenNotified());
  EXPECT_EQ(writer_->Commits(), 1);
  EXPECT_EQ(Rows(), 2);
}

TEST_F(GroupCommitTest, ASharedChangeIsWrittenThoughNoneComesAfter) {
  absl::Notification shared;
  writer_->EnqueueShared(Insert(1), [&](absl::Status) { shared.Notify(); });
  shared.WaitForNotification();
  EXPECT_EQ(Rows(), 1);
}

TEST_F(GroupCommitTest, ASharedChangeIsWrittenAtTheClose) {
  writer_->EnqueueShared(Insert(1), [](absl::Status) {});
  writer_->Close();
  EXPECT_EQ(Rows(), 1);
}

TEST_F(GroupCommitTest, ABatchIsBounded) {
  absl::Notification release;
  HoldWriter(release);
  absl::BlockingCounter done(kMostChanges + 1);
  for (int id = 0; id <= kMostChanges; ++id) {
    writer_->Enqueue(Insert(id), [&](absl::Status) { done.DecrementCount(); });
  }
  release.Notify();
  done.Wait();
  EXPECT_EQ(writer_->Commits(), 3);
}

TEST_F(GroupCommitTest, ConcurrentWritersAllGetThrough) {
  constexpr int kWriters = 8;
  constexpr int kEach = 50;
  std::vector<std::thread> writers;
  for (int w = 0; w < kWriters; ++w) {
    writers.emplace_back([this, w] {
      for (int i = 0; i < kEach; ++i) EXPECT_TRUE(writer_->Run(Insert(w * kEach + i)).ok());
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(Rows(), kWriters * kEach);
  EXPECT_LE(writer_->Commits(), kWriters * kEach);
}

TEST_F(GroupCommitTest, AFailingChangeLeavesTheOthersOfItsBatch) {
  absl::Notification release;
  HoldWriter(release);
  absl::Status bad;
  writer_->Enqueue(Insert(1), [](absl::Status status) { EXPECT_TRUE(status.ok()) << status; });
  writer_->Enqueue(
      [](Database& database) -> absl::Status {
        if (absl::Status status = Insert(2)(database); !status.ok()) return status;
        return absl::AbortedError("changed my mind");
      },
      [&](absl::Status status) { bad = status; });
  writer_->Enqueue(Insert(1), [](absl::Status status) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal);  // the key is taken
  });
  release.Notify();
  ASSERT_TRUE(writer_->Run(Insert(3)).ok());
  EXPECT_EQ(bad.code(), absl::StatusCode::kAborted);
  EXPECT_EQ(Rows(), 2);
}

TEST_F(GroupCommitTest, FinishesWhatWasEnqueuedBeforeItEnds) {
  for (int id = 0; id < 1000; ++id) writer_->Enqueue(Insert(id), [](absl::Status) {});
  writer_.reset();
  EXPECT_EQ(Rows(), 1000);
}

TEST_F(GroupCommitTest, DoneMayEnqueueMore) {
  absl::Notification second;
  writer_->Enqueue(Insert(1), [&](absl::Status) {
    writer_->Enqueue(Insert(2), [&](absl::Status) { second.Notify(); });
  });
  second.WaitForNotification();
  EXPECT_EQ(Rows(), 2);
}

TEST_F(GroupCommitTest, AFailingDiskLeavesNothingOfTheBatchAndRecovers) {
  absl::Notification release;
  HoldWriter(release);
  std::vector<absl::Status> ends;
  absl::BlockingCounter done(3);
  auto note = [&](absl::Status status) {
    ends.push_back(std::move(status));
    done.DecrementCount();
  };
  {
    tests::FullDisk full;
    for (int id = 0; id < 3; ++id) writer_->Enqueue(Insert(id, std::string(10000, 'x')), note);
    release.Notify();
    done.Wait();
  }
  for (const absl::Status& end : ends) {
    EXPECT_EQ(end.code(), absl::StatusCode::kUnavailable) << end;
  }
  EXPECT_EQ(Rows(), 0);
  EXPECT_TRUE(writer_->Run(Insert(1)).ok());
  EXPECT_EQ(Rows(), 1);
}

TEST_F(GroupCommitTest, AFullStoreSaysSoAndRecoversOncePagesAreFree) {
  ASSERT_TRUE(writer_->Run(Insert(1, std::string(40000, 'x'))).ok());
  ASSERT_TRUE(
      writer_->Run([](Database& database) { return tests::LimitGrowth(database, 2); }).ok());
  EXPECT_EQ(writer_->Run(Insert(2, std::string(20000, 'x'))).code(),
            absl::StatusCode::kUnavailable);
  EXPECT_EQ(Rows(), 1);
  ASSERT_TRUE(writer_->Run(Sql("DELETE FROM notes WHERE id = 1")).ok());
  EXPECT_TRUE(writer_->Run(Insert(2, std::string(20000, 'x'))).ok());
  EXPECT_EQ(Rows(), 1);
}

TEST_F(GroupCommitTest, AChangeThatLosesTheTransactionFailsTheWholeBatch) {
  absl::Notification release;
  HoldWriter(release);
  absl::Status before, after;
  absl::BlockingCounter done(3);
  writer_->Enqueue(Insert(1), [&](absl::Status status) {
    before = std::move(status);
    done.DecrementCount();
  });
  // What SQLite does by itself when the disk fails; here also hidden by the change.
  writer_->Enqueue(Sql("ROLLBACK"), [&](absl::Status) { done.DecrementCount(); });
  writer_->Enqueue(Insert(2), [&](absl::Status status) {
    after = std::move(status);
    done.DecrementCount();
  });
  release.Notify();
  done.Wait();
  EXPECT_EQ(before.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(after.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(Rows(), 0);
}

TEST_F(GroupCommitTest, AReadOnlyStoreSaysSo) {
  auto reader = Database::OpenReader(file_);
  ASSERT_TRUE(reader.ok());
  GroupCommit read_only(*std::move(reader));
  EXPECT_EQ(read_only.Run(Insert(1)).code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(Rows(), 0);
}

TEST_F(GroupCommitTest, AnotherWriterInTheWayIsWaitedOutByALaterBatch) {
  auto other = Database::Open(file_, {"unused: the schema is there"});
  ASSERT_TRUE(other.ok()) << other.status();
  ASSERT_TRUE((*other)->Run("BEGIN IMMEDIATE").ok());
  EXPECT_EQ(writer_->Run(Insert(1)).code(), absl::StatusCode::kUnavailable);
  ASSERT_TRUE((*other)->Run("ROLLBACK").ok());
  EXPECT_TRUE(writer_->Run(Insert(1)).ok());
}

TEST_F(GroupCommitTest, WhatComesAfterTheCloseIsNotRunAndHearsSoAtOnce) {
  absl::Notification release;
  HoldWriter(release);
  absl::Status before;
  writer_->Enqueue(Insert(1), [&](absl::Status status) { before = std::move(status); });
  release.Notify();
  writer_->Close();
  EXPECT_TRUE(before.ok()) << before;
  absl::Status after;
  writer_->Enqueue(Insert(2), [&](absl::Status status) { after = std::move(status); });
  EXPECT_EQ(after.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(Rows(), 1);
  writer_->Close();
}

}  // namespace
}  // namespace collie::journal
