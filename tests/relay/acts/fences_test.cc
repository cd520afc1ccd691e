#include "relay/acts/fences.h"

#include <gtest/gtest.h>

namespace collie::relay {
namespace {

const ids::ConversationKey kDeploy{"deck", "hello", "deploy"};
const ids::ConversationKey kOther{"deck", "hello", "other"};
const ids::ConversationKey kElsewhere{"cabin", "hello", "deploy"};

TEST(FencesTest, EachIsAboveAllOfItsConversationBefore) {
  Fences fences;
  fences.SetTerm("deck", 3);
  int64_t last = 0;
  for (int i = 0; i < 10; ++i) {
    fences.Draw(kOther);
    const v1::Fence drawn = fences.Draw(kDeploy);
    EXPECT_EQ(drawn.term(), 3);
    EXPECT_GT(drawn.number(), last);
    last = drawn.number();
  }
}

// A welcome may raise the term in the middle: the number falls nowhere.
TEST(FencesTest, ANewTermIsAboveWhateverWasDrawn) {
  Fences fences;
  fences.SetTerm("deck", 3);
  const v1::Fence before = fences.Draw(kDeploy);
  fences.SetTerm("deck", 4);
  const v1::Fence after = fences.Draw(kDeploy);
  EXPECT_EQ(after.term(), 4);
  EXPECT_GT(after.number(), before.number());
}

TEST(FencesTest, AMemberHasATermOfItsOwnAndNoneBeforeItsWelcome) {
  Fences fences;
  EXPECT_EQ(fences.Draw(kElsewhere).term(), 0);
  EXPECT_FALSE(fences.HasTerm("cabin"));
  fences.SetTerm("deck", 3);
  EXPECT_TRUE(fences.HasTerm("deck"));
  EXPECT_EQ(fences.Draw(kElsewhere).term(), 0);
  EXPECT_EQ(fences.Draw(kDeploy).number(), 1);
}

}  // namespace
}  // namespace collie::relay
