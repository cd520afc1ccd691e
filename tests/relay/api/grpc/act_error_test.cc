#include "relay/api/grpc/act_error.h"

#include <gtest/gtest.h>

#include "crew/receipt/sentence.h"
#include "crew/receipt/words.h"
#include "crew/status/reason.h"
#include "relay/acts/replies.h"

namespace collie::relay {
namespace {

ActReply Refused(v1::Reason reason, std::string detail = "") {
  ActReply answer;
  answer.refused = reason;
  answer.detail = std::move(detail);
  return answer;
}

TEST(ActErrorTest, AReceiptIsNoError) {
  ActReply answer;
  answer.receipt.emplace();
  EXPECT_TRUE(ErrorOf(answer).ok());
}

TEST(ActErrorTest, EveryReasonIsDataBesideItsSentence) {
  for (int number = 1; number < v1::Reason_ARRAYSIZE; ++number) {
    const auto reason = static_cast<v1::Reason>(number);
    const absl::Status error = ErrorOf(Refused(reason));
    EXPECT_EQ(status::ReasonOf(error), receipt::ApiWord(reason));
    EXPECT_EQ(std::string(error.message()), receipt::Sentence(reason));
  }
}

TEST(ActErrorTest, TooManyActsAreExhaustionAndMayBeTriedAgain) {
  const absl::Status error = ErrorOf(Overloaded());
  EXPECT_TRUE(absl::IsResourceExhausted(error));
  EXPECT_EQ(status::ReasonOf(error), status::kOverloaded);
}

TEST(ActErrorTest, TheCodeFollowsTheReason) {
  EXPECT_TRUE(absl::IsPermissionDenied(ErrorOf(Refused(v1::REASON_NOT_ALLOWED))));
  EXPECT_TRUE(absl::IsAlreadyExists(ErrorOf(Refused(v1::REASON_REQUEST_ID_REUSED))));
  EXPECT_TRUE(absl::IsNotFound(ErrorOf(Refused(v1::REASON_UNKNOWN_REQUEST))));
  EXPECT_TRUE(absl::IsUnavailable(ErrorOf(Refused(v1::REASON_STORE_UNAVAILABLE))));
  EXPECT_TRUE(absl::IsUnavailable(ErrorOf(Refused(v1::REASON_MEMBER_UNREACHABLE))));
}

TEST(ActErrorTest, ABadRequestSaysWhyInItsOwnWords) {
  ActReply answer;
  answer.bad_request = true;
  answer.detail = "The text is missing.";
  const absl::Status error = ErrorOf(answer);
  EXPECT_TRUE(absl::IsInvalidArgument(error));
  EXPECT_EQ(status::ReasonOf(error), "bad-request");
  EXPECT_EQ(error.message(), "The text is missing.");
}

TEST(ActErrorTest, AnAnswerThatSaysNothingIsTheRelaysFault) {
  EXPECT_TRUE(absl::IsInternal(ErrorOf(ActReply())));
}

}  // namespace
}  // namespace collie::relay
