#include "crew/receipt/encode_refusal.h"

#include <limits>
#include <string>

#include "crew/wire/encode_act.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::receipt {
namespace {

v1::ActRequest Send(const std::string& text) {
  v1::ActRequest request;
  request.set_request_id("r-1");
  request.mutable_conversation()->set_pane("deploy");
  request.mutable_send()->set_turn("t-1");
  request.mutable_send()->set_text(text);
  return request;
}

Refusal Of(const v1::ActRequest& request) {
  return EncodeRefusal(wire::EncodeAct(request, "e-1").status());
}

TEST(EncodeRefusalTest, OnlyWhatIsTooLargeSaysSo) {
  EXPECT_EQ(Of(Send(std::string(70'000, 'x'))).reason, v1::REASON_TOO_LARGE);
  v1::ActRequest form;
  form.set_request_id("r-1");
  form.mutable_conversation()->set_pane("deploy");
  form.mutable_answer()->set_ask_id("a-1");
  auto& fields = *form.mutable_answer()->mutable_answer()->mutable_form()->mutable_fields();
  fields["n"].set_number(std::numeric_limits<double>::quiet_NaN());
  const Refusal refusal = Of(form);
  EXPECT_EQ(refusal.reason, v1::REASON_UNSUPPORTED);
  EXPECT_THAT(refusal.detail, testing::HasSubstr("not finite"));
  EXPECT_THAT(Of(Send("\xff")).detail, testing::HasSubstr("not UTF-8"));
}

}  // namespace
}  // namespace collie::receipt
