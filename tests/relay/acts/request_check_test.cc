#include "relay/acts/request_check.h"

#include <cmath>
#include <functional>
#include <string>

#include "gtest/gtest.h"

namespace collie::relay {
namespace {

v1::ActRequest At() {
  v1::ActRequest request;
  request.set_request_id("r-1");
  request.mutable_conversation()->set_member("deck");
  request.mutable_conversation()->set_source("hello");
  request.mutable_conversation()->set_pane("deploy");
  return request;
}

v1::ActRequest Send() {
  v1::ActRequest request = At();
  request.mutable_send()->set_turn("t-1");
  request.mutable_send()->set_text("Ship it");
  return request;
}

v1::ActRequest Answer() {
  v1::ActRequest request = At();
  request.mutable_answer()->set_ask_id("ask-1");
  request.mutable_answer()->set_hash(std::string(64, 'a'));
  request.mutable_answer()->mutable_answer()->mutable_picked()->add_option_ids("yes");
  return request;
}

TEST(RequestCheckTest, TakesEveryActInItsShape) {
  EXPECT_TRUE(CheckRequest(Send()).ok());
  EXPECT_TRUE(CheckRequest(Answer()).ok());
  v1::ActRequest request = At();
  request.mutable_stop();
  EXPECT_TRUE(CheckRequest(request).ok());
  request.mutable_close();
  EXPECT_TRUE(CheckRequest(request).ok());
  request.mutable_reopen();
  EXPECT_TRUE(CheckRequest(request).ok());
  request.mutable_rename()->set_title("Déploy");
  EXPECT_TRUE(CheckRequest(request).ok());
  request.mutable_action()->set_action_id("compact");
  EXPECT_TRUE(CheckRequest(request).ok());
  request.mutable_steer()->set_turn("t-1");
  request.mutable_steer()->set_text("Left");
  EXPECT_TRUE(CheckRequest(request).ok());
  request.mutable_start()->set_starter_id("new");
  request.mutable_conversation()->clear_pane();
  EXPECT_TRUE(CheckRequest(request).ok());
  request.mutable_one_tap()->set_one_use_id("abc");
  request.mutable_one_tap()->set_option_id("yes");
  request.mutable_one_tap()->set_hash(std::string(64, 'a'));
  request.clear_conversation();
  EXPECT_TRUE(CheckRequest(request).ok());
}

TEST(RequestCheckTest, RefusesWhatIsNoAct) {
  using Change = std::function<void(v1::ActRequest&)>;
  const Change changes[] = {
      [](auto& r) { r.set_request_id(""); },
      [](auto& r) { r.set_request_id(".."); },
      [](auto& r) { r.set_request_id(std::string(129, 'r')); },
      [](auto& r) { r.clear_send(); },
      [](auto& r) { r.mutable_send()->set_turn(""); },
      [](auto& r) { r.mutable_send()->set_text(""); },
      [](auto& r) { r.mutable_send()->set_text("\xff"); },
      [](auto& r) { r.mutable_send()->set_text(std::string(300 * 1024, 'x')); },
      [](auto& r) { r.clear_conversation(); },
      [](auto& r) { r.mutable_conversation()->set_member("Deck"); },
      [](auto& r) { r.mutable_conversation()->set_source(""); },
      [](auto& r) { r.mutable_conversation()->set_pane("a/b"); },
      [](auto& r) { r.mutable_rename()->set_title(""); },
      [](auto& r) { r.mutable_rename()->set_title(std::string(201, 'x')); },
      [](auto& r) { r.mutable_action(); },
      [](auto& r) { r.mutable_start()->set_starter_id("new"); },  // with a pane
      [](auto& r) { r.mutable_one_tap()->set_one_use_id("abc"); },
  };
  int i = 0;
  for (const Change& change : changes) {
    v1::ActRequest request = Send();
    change(request);
    EXPECT_EQ(CheckRequest(request).code(), absl::StatusCode::kInvalidArgument) << "change " << i;
    ++i;
  }
}

TEST(RequestCheckTest, RefusesWhatIsNoAnswer) {
  using Change = std::function<void(v1::AnswerAsk&)>;
  const Change changes[] = {
      [](auto& a) { a.set_ask_id(""); },
      [](auto& a) { a.set_hash("abc"); },
      [](auto& a) { a.set_hash(std::string(64, 'A')); },
      [](auto& a) { a.clear_answer(); },
      [](auto& a) { a.mutable_answer()->mutable_picked()->add_option_ids("a b"); },
      [](auto& a) { (*a.mutable_answer()->mutable_form()->mutable_fields())["f"]; },
      [](auto& a) {
        (*a.mutable_answer()->mutable_form()->mutable_fields())["f"].set_number(std::nan(""));
      },
      [](auto& a) {
        for (int i = 0; i < 33; ++i) {
          a.mutable_answer()->mutable_picked()->add_option_ids("o");
        }
      },
  };
  int i = 0;
  for (const Change& change : changes) {
    v1::ActRequest request = Answer();
    change(*request.mutable_answer());
    EXPECT_EQ(CheckRequest(request).code(), absl::StatusCode::kInvalidArgument) << "change " << i;
    ++i;
  }
}

TEST(PayloadTest, AgainIsTheOnlyFieldThatIsNoPartOfIt) {
  v1::ActRequest again = Send();
  again.set_again(true);
  EXPECT_EQ(PayloadOf(again), PayloadOf(Send()));
  EXPECT_EQ(PayloadOf(Send()).size(), 32u);
  v1::ActRequest other = Send();
  other.mutable_send()->set_text("Ship it!");
  EXPECT_NE(PayloadOf(other), PayloadOf(Send()));
  other = Send();
  other.mutable_conversation()->set_pane("other");
  EXPECT_NE(PayloadOf(other), PayloadOf(Send()));
}

TEST(PayloadTest, TheFieldsOfAFormHaveNoOrder) {
  v1::ActRequest up = Answer();
  v1::ActRequest down = Answer();
  for (int i = 0; i < 20; ++i) {
    auto& fields = *up.mutable_answer()->mutable_answer()->mutable_form()->mutable_fields();
    fields["f" + std::to_string(i)].set_number(i);
  }
  for (int i = 19; i >= 0; --i) {
    auto& fields = *down.mutable_answer()->mutable_answer()->mutable_form()->mutable_fields();
    fields["f" + std::to_string(i)].set_number(i);
  }
  EXPECT_EQ(PayloadOf(up), PayloadOf(down));
}

}  // namespace
}  // namespace collie::relay
