// What was done stands in the receipt from its first day.
#include "relay/acts/first_receipt.h"

#include <string>

#include "gmock/gmock.h"
#include "tests/relay/acts/act_flow_fixture.h"

namespace collie::relay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class FirstReceiptTest : public ActFlowFixture {
 protected:
  v1::Ask& AddLabelledAsk() {
    v1::Ask& ask = crew.AddAsk();
    ask.mutable_options(0)->set_label("Allow");
    ask.add_options()->set_id("deny");
    ask.mutable_options(2)->set_label("Deny");
    return ask;
  }
  static v1::ActRequest Answer(const std::string& id, const std::string& option,
                               const std::string& hash = std::string(64, 'a')) {
    v1::ActRequest request = At(id);
    request.mutable_answer()->set_ask_id("ask-1");
    request.mutable_answer()->set_hash(hash);
    request.mutable_answer()->mutable_answer()->mutable_picked()->add_option_ids(option);
    return request;
  }
  const v1::Receipt& ReceiptOf(const std::string& id) { return store.records.at(id).receipt; }
};

TEST_F(FirstReceiptTest, AnAnswerTellsItsQuestionItsOptionsAndTheirLabels) {
  AddLabelledAsk();
  Submit(Answer("r-1", "deny"));
  EXPECT_EQ(ReceiptOf("r-1").ask_id(), "ask-1");
  EXPECT_THAT(ReceiptOf("r-1").answer().picked().option_ids(), ElementsAre("deny"));
  EXPECT_THAT(ReceiptOf("r-1").option_labels(), ElementsAre("Deny"));
}

// A label that was revoked may be given again: the id tells the two devices apart.
TEST(FirstReceiptOfDeviceTest, NamesTheDeviceByLabelAndId) {
  const Caller caller{"phone", v1::ROLE_OPERATOR, "d-7f3a"};
  const v1::Receipt receipt = FirstReceipt(caller, v1::ActRequest(), nullptr, absl::UnixEpoch());
  EXPECT_EQ(receipt.device(), "phone");
  EXPECT_EQ(receipt.device_id(), "d-7f3a");
}

TEST_F(FirstReceiptTest, ATapTellsTheAnswerThatItStandsFor) {
  AddLabelledAsk();
  Submit(Tap("r-1", "allow"));
  EXPECT_EQ(ReceiptOf("r-1").ask_id(), "ask-1");
  EXPECT_EQ(ReceiptOf("r-1").conversation().pane(), "deploy");
  EXPECT_THAT(ReceiptOf("r-1").option_labels(), ElementsAre("Allow"));
}

TEST_F(FirstReceiptTest, LabelsThatThePersonDidNotSeeAreNotTold) {
  AddLabelledAsk();
  Submit(Answer("r-1", "deny", std::string(64, 'b')));
  EXPECT_THAT(ReceiptOf("r-1").answer().picked().option_ids(), ElementsAre("deny"));
  EXPECT_THAT(ReceiptOf("r-1").option_labels(), IsEmpty());
}

TEST_F(FirstReceiptTest, SendsAndStopsTellTheirTurn) {
  Submit(Send("r-1"));
  EXPECT_EQ(ReceiptOf("r-1").turn(), "t-1");
  v1::ActRequest stop = Stop("r-2");
  stop.mutable_stop()->set_turn("t-1");
  Submit(stop);
  EXPECT_EQ(ReceiptOf("r-2").turn(), "t-1");
  EXPECT_FALSE(ReceiptOf("r-2").has_answer());
}

}  // namespace
}  // namespace collie::relay
