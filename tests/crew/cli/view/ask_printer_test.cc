#include "crew/cli/view/ask_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_join.h"
#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::SamplePermission;

std::string Shown(const v1::Ask& ask) {
  return absl::StrJoin(AskLines("deck/hello/deploy", ask, "", Paint(false)), "\n");
}

TEST(AskPrinterTest, AnOptionIsShownWholeToItsEnd) {
  v1::Ask ask = SamplePermission();
  const std::string same(150, 'x');
  ask.mutable_options(0)->set_label(same + " on staging");
  ask.mutable_options(1)->set_label(same + " on production");
  EXPECT_THAT(Shown(ask), AllOf(HasSubstr(same + " on staging:  collie answer"),
                                HasSubstr(same + " on production:  collie answer")));
}

TEST(AskPrinterTest, TheOptionsOfAFormAreShownWholeToo) {
  v1::Ask ask;
  ask.set_kind(v1::ASK_KIND_FORM);
  v1::AskField& field = *ask.add_fields();
  field.set_id("env");
  field.set_type(v1::FIELD_TYPE_CHOICE);
  field.add_options()->set_label(std::string(190, 'x') + "end");
  EXPECT_THAT(Shown(ask), HasSubstr("xend)"));
}

TEST(AskPrinterTest, AQuestionPastItsTimeSaysSoAndHasNoCommand) {
  v1::Ask ask = SamplePermission();
  ask.set_expires(true);
  ask.set_expires_in_ms(61'000);
  EXPECT_THAT(Shown(ask), AllOf(HasSubstr("1 min left"), HasSubstr("collie answer")));
  ask.set_expires_in_ms(0);
  EXPECT_THAT(Shown(ask), AllOf(HasSubstr("time is over"), Not(HasSubstr("0 s left")),
                                Not(HasSubstr("collie answer"))));
}

TEST(AskPrinterTest, TheQuestionAloneHasItsTitleAndDetailAndNoCommand) {
  v1::Ask ask = SamplePermission();
  ask.set_detail("line\n? Deploy?");
  EXPECT_THAT(QuestionLines(ask, Paint(false)),
              ::testing::ElementsAre("? Deploy to staging?  [deploy-1, permission]", "    line",
                                     "    ? Deploy?"));
}

}  // namespace
}  // namespace collie::cli
