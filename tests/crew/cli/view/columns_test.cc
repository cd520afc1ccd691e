#include "crew/cli/view/columns.h"

#include <gtest/gtest.h>

#include "crew/cli/view/paint.h"

namespace collie::cli {
namespace {

TEST(ColumnsTest, CountsWhatATerminalDraws) {
  EXPECT_EQ(Columns(""), 0u);
  EXPECT_EQ(Columns("abc"), 3u);
  EXPECT_EQ(Columns("Zürich"), 6u);
  EXPECT_EQ(Columns("Zu\u0308rich"), 6u);  // a mark on the u
  EXPECT_EQ(Columns("日本"), 4u);
  EXPECT_EQ(Columns(Paint(true).Fault("abc")), 3u);
}

TEST(ColumnsTest, ALongTextLosesItsMiddle) {
  EXPECT_EQ(CutMiddle("short", 5), "short");
  EXPECT_EQ(CutMiddle("delete the old copy", 9), "dele…copy");
  EXPECT_EQ(CutMiddle("delete the old copy", 1), "…");
  EXPECT_EQ(CutMiddle("delete the old copy", 0), "");
  EXPECT_NE(CutMiddle(std::string(80, 'a') + "staging", 40),
            CutMiddle(std::string(80, 'a') + "production", 40));
}

TEST(ColumnsTest, NoCharacterIsCutInside) {
  for (size_t most = 0; most < 12; ++most) {
    const std::string cut = CutMiddle("日本日本e\u0301e\u0301日本", most);
    EXPECT_LE(Columns(cut), most);
    EXPECT_EQ(cut.find("\xef\xbf\xbd"), std::string::npos) << cut;
  }
  EXPECT_EQ(CutMiddle("日本日本", 6), "日…本");
}

TEST(ColumnsTest, CountsTheRowsOfAWrappedLine) {
  EXPECT_EQ(RowsOf("", 10), 1);
  EXPECT_EQ(RowsOf(std::string(10, 'a'), 10), 1);
  EXPECT_EQ(RowsOf(std::string(11, 'a'), 10), 2);
  EXPECT_EQ(RowsOf("日本日", 5), 2);
  EXPECT_EQ(RowsOf("日本日本日", 5), 3);
}

TEST(ColumnsTest, PadsToItsWidth) {
  EXPECT_EQ(Padded("日本", 6), "日本  ");
  EXPECT_EQ(Padded("abc", 2), "abc");
  EXPECT_EQ(Columns(Padded(Paint(true).Good("live"), 7)), 7u);
}

}  // namespace
}  // namespace collie::cli
