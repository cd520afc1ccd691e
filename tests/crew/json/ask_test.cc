#include "crew/json/ask.h"

#include <gtest/gtest.h>

#include "tests/crew/json/sample_rows.h"
#include "tests/support/golden.h"

namespace collie::json {
namespace {

TEST(AskJsonTest, ShowsEachKindAsTheGoldenFileDoes) {
  const Json kinds{{"choice", AskJson(tests::SampleChoice())},
                   {"text", AskJson(tests::SampleText())},
                   {"form", AskJson(tests::SampleForm())},
                   {"several", AskJson(tests::SampleSeveral())}};
  tests::ExpectGolden("tests/crew/json/ask.json", kinds.dump(2) + "\n");
}

TEST(AskJsonTest, AnAnswerThatIsNotThereIsNull) {
  EXPECT_TRUE(AnswerJson(v1::Answer()).is_null());
  EXPECT_FALSE(ClosedAskJson(v1::ClosedAsk()).contains("answer"));
}

TEST(AskJsonTest, AWholeNumberIsWrittenWhole) {
  v1::Answer answer;
  auto& fields = *answer.mutable_form()->mutable_fields();
  fields["a"].set_number(9007199254740991.0);
  fields["b"].set_number(-4);
  fields["c"].set_number(1e300);
  EXPECT_EQ(Dump(AnswerJson(answer)), R"({"fields":{"a":9007199254740991,"b":-4,"c":1e+300}})");
}

}  // namespace
}  // namespace collie::json
