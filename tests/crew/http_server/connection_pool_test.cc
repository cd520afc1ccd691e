#include "crew/http_server/connection_pool.h"

#include <gtest/gtest.h>

namespace collie::http_server {
namespace {

class ConnectionPoolTest : public testing::Test {
 protected:
  void AddIdle(ConnectionPool::Id id, const std::string& owner) {
    pool_.Add(id, owner);
    pool_.SetIdle(id, true);
  }
  ConnectionPool pool_{{4, 3}};
};

TEST_F(ConnectionPoolTest, HasAPlaceWhileThereIsOne) {
  AddIdle(1, "a");
  AddIdle(2, "a");
  EXPECT_EQ(pool_.Leaver("a"), 0u);
  AddIdle(3, "a");
  EXPECT_EQ(pool_.Leaver("b"), 0u);
}

TEST_F(ConnectionPoolTest, TheOldestIdleOneOfAFullOwnerLeaves) {
  pool_.Add(1, "a");
  AddIdle(2, "a");
  AddIdle(3, "a");
  EXPECT_EQ(pool_.Leaver("a"), 2u);
}

TEST_F(ConnectionPoolTest, WhenAllPlacesAreTakenOneOfTheLargestOwnerLeaves) {
  AddIdle(1, "small");
  AddIdle(2, "large");
  AddIdle(3, "large");
  AddIdle(4, "large");
  EXPECT_EQ(pool_.Leaver("new"), 2u);
  EXPECT_EQ(pool_.Leaver("small"), 2u);
}

TEST_F(ConnectionPoolTest, NothingLeavesThatIsBusy) {
  pool_.Add(1, "a");
  pool_.Add(2, "a");
  pool_.Add(3, "a");
  EXPECT_EQ(pool_.Leaver("a"), std::nullopt);
  AddIdle(4, "b");
  EXPECT_EQ(pool_.Leaver("a"), std::nullopt) << "another owner's would make it no place";
  EXPECT_EQ(pool_.Leaver("c"), 4u);
}

TEST_F(ConnectionPoolTest, WhatLeavesIsNotCounted) {
  AddIdle(1, "a");
  AddIdle(2, "a");
  pool_.Remove(1);
  pool_.Remove(1);
  EXPECT_EQ(pool_.size(), 1u);
  EXPECT_EQ(pool_.CountOf("a"), 1u);
  EXPECT_FALSE(pool_.Contains(1));
  pool_.Remove(2);
  EXPECT_EQ(pool_.CountOf("a"), 0u);
}

}  // namespace
}  // namespace collie::http_server
