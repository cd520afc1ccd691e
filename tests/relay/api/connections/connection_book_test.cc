#include "relay/api/connections/connection_book.h"

#include <gtest/gtest.h>

#include <string>

namespace collie::relay {
namespace {

using Id = ConnectionBook::Id;
using Ids = std::vector<Id>;

constexpr clock::Steady kStart(absl::Seconds(100));

RemoteAddress From(uint8_t host, uint16_t port) {
  RemoteAddress remote;
  remote.ip[15] = host;
  remote.port = port;
  return remote;
}

class ConnectionBookTest : public ::testing::Test {
 protected:
  Id Add(const RemoteAddress& remote, clock::Steady now = kStart) {
    return book_.Add(remote, now, ended_);
  }

  ConnectionBook book_{{.waiting = 4,
                        .waiting_of_address = 2,
                        .of_peers = 3,
                        .of_peer = 2,
                        .wait = absl::Seconds(10)}};
  Ids ended_;
};

TEST_F(ConnectionBookTest, OneThatCallsInTimeStays) {
  const Id silent = Add(From(1, 1));
  Add(From(1, 2), kStart + absl::Seconds(1));
  EXPECT_EQ(book_.Called(From(1, 2), "phone"), Ids{});
  EXPECT_EQ(book_.NextEnd(), kStart + absl::Seconds(10));
  EXPECT_EQ(book_.Overdue(kStart + absl::Seconds(9)), Ids{});
  EXPECT_EQ(book_.Overdue(kStart + absl::Seconds(60)), Ids{silent});
  book_.Remove(silent);
  EXPECT_FALSE(book_.NextEnd().has_value());
  EXPECT_EQ(book_.of_peers(), 1u);
}

TEST_F(ConnectionBookTest, OneMoreThatWaitsEndsTheOldestOfItsAddress) {
  Add(From(2, 1));
  const Id oldest = Add(From(1, 1));
  Add(From(1, 2));
  EXPECT_TRUE(ended_.empty());
  Add(From(1, 3));
  EXPECT_EQ(ended_, Ids{oldest});
}

TEST_F(ConnectionBookTest, OneMoreThatWaitsEndsTheOldestOfAll) {
  const Id oldest = Add(From(1, 1));
  Add(From(2, 1));
  Add(From(3, 1));
  Add(From(4, 1));
  Add(From(5, 1));
  EXPECT_EQ(ended_, Ids{oldest});
  EXPECT_EQ(book_.waiting(), 4u);
}

TEST_F(ConnectionBookTest, StrangersEndNoPeersConnection) {
  Add(From(1, 1));
  book_.Called(From(1, 1), "phone");
  for (uint16_t port = 2; port < 100; ++port) Add(From(1, port));
  EXPECT_EQ(book_.OfPeer("phone").size(), 1u);
}

TEST_F(ConnectionBookTest, OneMoreOfAPeerEndsItsOldest) {
  const Id oldest = Add(From(1, 1));
  book_.Called(From(1, 1), "phone");
  Add(From(1, 2));
  book_.Called(From(1, 2), "phone");
  Add(From(1, 3));
  EXPECT_EQ(book_.Called(From(1, 3), "phone"), Ids{oldest});
  EXPECT_EQ(book_.OfPeer("phone").size(), 2u);
}

TEST_F(ConnectionBookTest, OneMoreOfAllPeersEndsItself) {
  for (uint16_t port = 1; port < 4; ++port) {
    Add(From(1, port));
    EXPECT_EQ(book_.Called(From(1, port), "peer-" + std::to_string(port)), Ids{});
  }
  const Id last = Add(From(1, 4));
  EXPECT_EQ(book_.Called(From(1, 4), "late"), Ids{last});
  EXPECT_EQ(book_.of_peers(), 3u);
}

TEST_F(ConnectionBookTest, ACallAgainAndAnUnknownOneChangeNothing) {
  Add(From(1, 1));
  book_.Called(From(1, 1), "phone");
  EXPECT_EQ(book_.Called(From(1, 1), "phone"), Ids{});
  EXPECT_EQ(book_.Called(From(9, 9), "phone"), Ids{});
  book_.Remove(77);
  EXPECT_EQ(book_.of_peers(), 1u);
}

TEST_F(ConnectionBookTest, BoundsFitTheDescriptors) {
  const auto few = ConnectionBook::Bounds::Of(256);
  EXPECT_LE(2 * (few.waiting + few.of_peers), 128u);
  EXPECT_GE(few.waiting, 8u);
  const auto many = ConnectionBook::Bounds::Of(1 << 20);
  EXPECT_EQ(many.waiting, 256u);
  EXPECT_EQ(many.of_peers, 4096u);
}

}  // namespace
}  // namespace collie::relay
