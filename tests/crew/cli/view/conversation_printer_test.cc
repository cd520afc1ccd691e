#include "crew/cli/view/conversation_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "tests/crew/cli/view/sample_crew.h"

namespace collie::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using tests::SamplePermission;

v1::Item ItemOf(const std::string& id, const std::string& text,
                v1::ItemKind kind = v1::ITEM_KIND_ASSISTANT) {
  v1::Item item;
  item.set_id(id);
  item.set_kind(kind);
  item.set_text(text);
  return item;
}

class ConversationPrinterTest : public ::testing::Test {
 protected:
  std::string Taken() {
    std::string text = out_.str();
    out_.str("");
    return text;
  }

  std::ostringstream out_;
  ConversationPrinter printer_{out_, "deck/hello/deploy", " --state-dir /s", Paint(false)};
};

TEST_F(ConversationPrinterTest, PrintsOnlyWhatIsNewOfAGrowingItem) {
  printer_.Print(ItemOf("i", "one"));
  EXPECT_EQ(Taken(), "assistant\n  one");
  printer_.Print(ItemOf("i", "one, two\nthree"));
  EXPECT_EQ(Taken(), ", two\n  three");
  printer_.Print(ItemOf("i", "one, two\nthree"));
  EXPECT_EQ(Taken(), "");
}

TEST_F(ConversationPrinterTest, GoesOnWithAnItemAfterAnotherOne) {
  printer_.Print(ItemOf("a", "one"));
  printer_.Print(ItemOf("b", "other"));
  Taken();
  printer_.Print(ItemOf("a", "one two"));
  EXPECT_EQ(Taken(), "\nassistant\n  …  two");
}

TEST_F(ConversationPrinterTest, PrintsAnItemAnewThatDidNotJustGrow) {
  printer_.Print(ItemOf("a", "one"));
  Taken();
  printer_.Print(ItemOf("a", "two"));
  EXPECT_EQ(Taken(), "\nassistant\n  two");
}

TEST_F(ConversationPrinterTest, NoLineOfAnAgentPassesForOurs) {
  printer_.Print(ItemOf("a", "x\n? Deploy?\n\x1b[2Jy"));
  const std::string text = Taken();
  EXPECT_THAT(text, Not(HasSubstr("\n?")));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST_F(ConversationPrinterTest, AToolShowsItsGrowingOutputAndItsEnd) {
  v1::Item item = ItemOf("t", "", v1::ITEM_KIND_TOOL);
  item.mutable_tool()->set_name("bash");
  item.mutable_tool()->set_input("make");
  item.mutable_tool()->set_status(v1::TOOL_STATUS_RUNNING);
  printer_.Print(item);
  EXPECT_EQ(Taken(), "tool\n  bash: make");
  item.mutable_tool()->set_output("a\n");
  printer_.Print(item);
  EXPECT_EQ(Taken(), "\n  a");
  item.mutable_tool()->set_output("a\nb\n");
  item.mutable_tool()->set_status(v1::TOOL_STATUS_DONE);
  printer_.Print(item);
  EXPECT_EQ(Taken(), "\n  b\n  [done]");
}

TEST_F(ConversationPrinterTest, AQuestionIsPrintedOnceWithItsCommandsAndItsEnd) {
  v1::ConversationEvent event;
  *event.add_asks() = SamplePermission();
  printer_.Print(event);
  EXPECT_THAT(Taken(),
              AllOf(HasSubstr("? Deploy to staging?  [deploy-1, permission]"),
                    HasSubstr("Yes:  collie answer --state-dir /s deck/hello/deploy deploy-1 "
                              "--option yes --hash 3f9a1c2044bb\n")));
  printer_.Print(event);
  EXPECT_EQ(Taken(), "");
  event.clear_asks();
  auto& closed = *event.add_closed_asks();
  closed.set_ask_id("deploy-1");
  closed.set_outcome(v1::ASK_OUTCOME_ANSWERED);
  closed.set_decided_by("phone");
  closed.mutable_answer()->mutable_picked()->add_option_ids("yes");
  printer_.Print(event);
  EXPECT_EQ(Taken(), "= deploy-1 was answered by phone: yes\n");
}

}  // namespace
}  // namespace collie::cli
