#include "relay/acts/kept_sends.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace collie::relay {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

const ids::ConversationKey kDeploy{"deck", "hello", "deploy"};
const ids::ConversationKey kOther{"deck", "hello", "other"};

TEST(KeptSendsTest, OtherEpochsOfTheConversationAreTakenOnce) {
  KeptSends kept;
  kept.Add(kDeploy, "e-1", "r-1");
  kept.Add(kDeploy, "e-1", "r-1");
  kept.Add(kDeploy, "e-2", "r-2");
  kept.Add(kDeploy, "e-3", "r-3");
  kept.Add(kOther, "e-1", "r-4");
  EXPECT_THAT(kept.TakeOthers(kDeploy, "e-3"), UnorderedElementsAre("r-1", "r-2"));
  EXPECT_THAT(kept.TakeOthers(kDeploy, "e-3"), IsEmpty());
  EXPECT_TRUE(kept.Any(kDeploy));
  EXPECT_TRUE(kept.Any(kOther));
}

TEST(KeptSendsTest, NothingIsLeftOfWhatWasRemoved) {
  KeptSends kept;
  kept.Remove(kDeploy, "e-1", "r-1");
  kept.Add(kDeploy, "e-1", "r-1");
  kept.Remove(kDeploy, "e-2", "r-1");
  EXPECT_TRUE(kept.Any(kDeploy));
  kept.Remove(kDeploy, "e-1", "r-1");
  EXPECT_FALSE(kept.Any(kDeploy));
  EXPECT_THAT(kept.TakeOthers(kDeploy, "e-9"), IsEmpty());
}

}  // namespace
}  // namespace collie::relay
