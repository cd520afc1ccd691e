#include "crew/retention/share.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace collie::retention {
namespace {

// A table of which all rows are old.
struct Table {
  int64_t rows = 0;
  std::vector<int64_t> batches;

  absl::Status Pass() {
    return DeleteShare(rows, [this](int64_t most) -> absl::StatusOr<int64_t> {
      const int64_t deleted = std::min(rows, most);
      rows -= deleted;
      batches.push_back(deleted);
      return deleted;
    });
  }
};

TEST(ShareTest, ASmallTableIsDoneInOnePass) {
  Table table{.rows = 42, .batches = {}};
  ASSERT_TRUE(table.Pass().ok());
  EXPECT_EQ(table.rows, 0);
}

TEST(ShareTest, OnePassDeletesNoMoreThanATenth) {
  Table table{.rows = 12'000, .batches = {}};
  ASSERT_TRUE(table.Pass().ok());
  EXPECT_EQ(table.rows, 10'800);
  EXPECT_EQ(table.batches, (std::vector<int64_t>{500, 500, 200}));
}

TEST(ShareTest, LaterPassesDoTheRest) {
  Table table{.rows = 12'000, .batches = {}};
  for (int pass = 0; pass < 100; ++pass) ASSERT_TRUE(table.Pass().ok());
  EXPECT_EQ(table.rows, 0);
}

TEST(ShareTest, AnErrorEndsThePass) {
  int calls = 0;
  const absl::Status status = DeleteShare(9'000, [&calls](int64_t) -> absl::StatusOr<int64_t> {
    ++calls;
    return absl::UnavailableError("full");
  });
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace collie::retention
