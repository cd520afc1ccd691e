#include "tests/bench/table.h"

#include <gtest/gtest.h>

namespace collie::bench {
namespace {

TEST(TableTest, ColumnsStandInLineWhateverTheirCharacters) {
  const std::vector<Row> rows = {{"a change", "µs", 130, 100.0, Bound::AtMost(1.3)},
                                 {"memory", "MiB", 1300, {}, Bound::AtMost(1228)},
                                 {"threads", "", 7, {}, {}}};
  EXPECT_EQ(Table(rows, 1),
            "| what     | measured | floor  | ratio | bound  | verdict |\n"
            "|----------|----------|--------|-------|--------|---------|\n"
            "| a change | 130 µs   | 100 µs | 1.30  | ≤ 1.30 | held    |\n"
            "| memory   | 1300 MiB |        |       | ≤ 1228 | far off |\n"
            "| threads  | 7.00     |        |       |        |         |\n");
}

TEST(TableTest, AValueHasAsManyDigitsAsHelp) {
  EXPECT_EQ(Digits(0), "0");
  EXPECT_EQ(Digits(0.0421), "0.042");
  EXPECT_EQ(Digits(3.14159), "3.14");
  EXPECT_EQ(Digits(24.04), "24.0");
  EXPECT_EQ(Digits(123456.7), "123457");
}

}  // namespace
}  // namespace collie::bench
