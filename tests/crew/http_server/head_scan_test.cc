#include "crew/http_server/head_scan.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::http_server {
namespace {

using Found = HeadScan::Found;

Found ScanWhole(const std::string& bytes) { return HeadScan().Scan(bytes); }

TEST(HeadScanTest, FindsTheEndWhereverTheBytesAreCut) {
  const std::string head = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  for (size_t cut = 1; cut < head.size(); ++cut) {
    HeadScan scan;
    EXPECT_EQ(scan.Scan(head.substr(0, cut)), Found::kNothing) << cut;
    EXPECT_EQ(scan.Scan(head + "more"), Found::kEnd) << cut;
    EXPECT_EQ(scan.size(), head.size());
    EXPECT_EQ(scan.lines(), 2u);
  }
}

TEST(HeadScanTest, SeesALineThatEndsWithoutCr) {
  EXPECT_EQ(ScanWhole("GET / HTTP/1.1\n"), Found::kBareLineFeed);
  EXPECT_EQ(ScanWhole("GET / HTTP/1.1\r\nHost: x\nA: b"), Found::kBareLineFeed);
  EXPECT_EQ(ScanWhole("\n"), Found::kBareLineFeed);
}

TEST(HeadScanTest, SeesAHeaderThatGoesOnOnTheNextLine) {
  EXPECT_EQ(ScanWhole("GET / HTTP/1.1\r\nHost: x\r\n b"), Found::kFoldedLine);
  EXPECT_EQ(ScanWhole("GET / HTTP/1.1\r\n\tHost: x\r\n"), Found::kFoldedLine);
}

TEST(HeadScanTest, BeginsAnewForTheNextRequest) {
  HeadScan scan;
  ASSERT_EQ(scan.Scan("A\r\n\r\n"), Found::kEnd);
  scan.Restart();
  EXPECT_EQ(scan.Scan("B\r\n\r\n"), Found::kEnd);
}

}  // namespace
}  // namespace collie::http_server
