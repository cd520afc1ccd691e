#include "relay/watch/receipt_news.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace collie::relay {
namespace {

v1::Receipt Receipt(const std::string& request_id, const std::string& member = "deck",
                    size_t bytes = 0) {
  v1::Receipt receipt;
  receipt.set_request_id(request_id);
  receipt.mutable_conversation()->set_member(member);
  receipt.mutable_ask()->set_detail(std::string(bytes, 'x'));
  return receipt;
}

std::vector<std::string> Read(const ReceiptNews& news, const ViewFilter& filter, uint64_t& seen) {
  std::vector<std::string> read;
  while (const auto row = news.Next(filter, &seen)) read.push_back(row->receipt.request_id());
  return read;
}

using Ids = std::vector<std::string>;

TEST(ReceiptNewsTest, AWatcherGoesOnWhereItLeftOff) {
  ReceiptNews news;
  news.Add(Receipt("r-1"));
  uint64_t seen = news.count();
  news.Add(Receipt("r-2"));
  news.Add(Receipt("r-3"));
  EXPECT_EQ(Read(news, {}, seen), (Ids{"r-2", "r-3"}));
  EXPECT_EQ(Read(news, {}, seen), Ids{});
}

TEST(ReceiptNewsTest, AReceiptStandsOnceAtItsNewest) {
  ReceiptNews news;
  uint64_t seen = 0;
  news.Add(Receipt("r-1"));
  news.Add(Receipt("r-2"));
  news.Add(Receipt("r-1"));
  EXPECT_EQ(Read(news, {}, seen), (Ids{"r-2", "r-1"}));
}

TEST(ReceiptNewsTest, AFilterLeavesTheRestOut) {
  ReceiptNews news;
  uint64_t seen = 0;
  news.Add(Receipt("r-1", "deck"));
  news.Add(Receipt("r-2", "pod"));
  EXPECT_EQ(Read(news, {"pod", "", ""}, seen), Ids{"r-2"});
  EXPECT_EQ(seen, news.count());
}

TEST(ReceiptNewsTest, WhatIsKeptIsBoundedInNumberAndBytesAndTheNewestStay) {
  ReceiptNews news;
  uint64_t seen = 0;
  for (size_t i = 0; i < 2 * ReceiptNews::kKept; ++i) news.Add(Receipt(std::to_string(i)));
  EXPECT_EQ(Read(news, {}, seen).size(), ReceiptNews::kKept);
  seen = 0;
  for (int i = 0; i < 100; ++i) news.Add(Receipt("large " + std::to_string(i), "deck", 500'000));
  const Ids kept = Read(news, {}, seen);
  EXPECT_LE(kept.size() * 500'000, ReceiptNews::kKeptBytes);
  ASSERT_FALSE(kept.empty());
  EXPECT_EQ(kept.back(), "large 99");
}

TEST(ReceiptNewsTest, ItsBytesAreMadeOnce) {
  ReceiptNews news;
  uint64_t first = 0;
  uint64_t second = 0;
  news.Add(Receipt("r-1"));
  EXPECT_EQ(news.Next({}, &first)->Wire(), news.Next({}, &second)->Wire());
}

}  // namespace
}  // namespace collie::relay
