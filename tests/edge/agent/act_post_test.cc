#include "edge/agent/act_post.h"

#include "gtest/gtest.h"

namespace collie::edge {
namespace {

v1::Item ItemOf(v1::ItemKind kind, const std::string& request_id) {
  v1::Item item;
  item.set_id("i-1");
  item.set_kind(kind);
  item.set_request_id(request_id);
  return item;
}

TEST(WitnessInTest, AUserItemThatNamesTheRequestProvesIt) {
  wire::PaneRead read;
  read.events.emplace_back(ItemOf(v1::ITEM_KIND_USER, "r-2"));
  read.events.emplace_back(ItemOf(v1::ITEM_KIND_USER, "r-1"));
  EXPECT_EQ(WitnessIn(read, "r-1"), v1::EVIDENCE_USER_ITEM);
}

TEST(WitnessInTest, AQuestionThatTheRequestClosedProvesIt) {
  v1::ClosedAsk closed;
  closed.set_ask_id("ask-1");
  closed.set_request_id("r-1");
  wire::PaneRead read;
  read.events.emplace_back(closed);
  EXPECT_EQ(WitnessIn(read, "r-1"), v1::EVIDENCE_ASK_CLOSED);
}

TEST(WitnessInTest, NothingElseProvesAnything) {
  wire::PaneRead read;
  EXPECT_EQ(WitnessIn(read, "r-1"), v1::EVIDENCE_UNSPECIFIED);
  read.events.emplace_back(ItemOf(v1::ITEM_KIND_ASSISTANT, "r-1"));
  read.events.emplace_back(ItemOf(v1::ITEM_KIND_USER, "r-2"));
  read.events.emplace_back(wire::DroppedSend{"r-1"});
  EXPECT_EQ(WitnessIn(read, "r-1"), v1::EVIDENCE_UNSPECIFIED);
}

}  // namespace
}  // namespace collie::edge
