#include "crew/cli/view/screen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <sstream>

namespace collie::cli {
namespace {

using ::testing::HasSubstr;

class ScreenTest : public ::testing::Test {
 protected:
  std::string Drawn(const std::vector<std::string>& lines, ScreenSize size = {20, 10}) {
    out_.str("");
    screen_->Draw(lines, size);
    return out_.str();
  }

  std::ostringstream out_;
  std::unique_ptr<Screen> screen_ = std::make_unique<Screen>(out_);
};

TEST_F(ScreenTest, WritesOnlyTheLineThatChanged) {
  Drawn({"one", "two", "three"});
  EXPECT_EQ(Drawn({"one", "two", "three"}), "");
  EXPECT_EQ(Drawn({"one", "2", "three"}), "\x1b[2;1H\x1b[2K\x1b[2;1H2");
}

TEST_F(ScreenTest, ALineThatIsGoneIsErased) {
  Drawn({"one", "two", "three"});
  EXPECT_EQ(Drawn({"one"}), "\x1b[2;1H\x1b[2K\x1b[3;1H\x1b[2K");
}

TEST_F(ScreenTest, ALineThatWrapsMovesThoseBelowIt) {
  Drawn({"short", "below"});
  const std::string drawn = Drawn({std::string(25, 'x'), "below"});
  EXPECT_THAT(drawn, HasSubstr("\x1b[1;1H" + std::string(25, 'x')));
  EXPECT_THAT(drawn, HasSubstr("\x1b[3;1Hbelow"));
  EXPECT_EQ(Drawn({std::string(25, 'x'), "below"}), "");
}

TEST_F(ScreenTest, AnotherSizeDrawsEverythingAnew) {
  Drawn({"one", "two"});
  EXPECT_THAT(Drawn({"one", "two"}, {30, 10}),
              AllOf(HasSubstr("\x1b[2J"), HasSubstr("one"), HasSubstr("two")));
}

TEST_F(ScreenTest, LeavesTheCursorBelowWhatItDrew) {
  Drawn({"one", "two"});
  out_.str("");
  screen_.reset();
  EXPECT_EQ(out_.str(), "\x1b[3;1H\x1b[?25h");
}

TEST(ScreenNeverDrawnTest, LeavesNothing) {
  std::ostringstream out;
  { const Screen screen(out); }
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace collie::cli
