#include "relay/store/unhealed.h"

#include <gtest/gtest.h>

#include "crew/receipt/timestamp.h"

namespace collie::relay {
namespace {

ActRecord Sent(v1::ActKind kind) {
  ActRecord record;
  record.receipt.set_act(kind);
  record.receipt.set_outcome(v1::OUTCOME_SENT);
  return record;
}

TEST(UnhealedTest, WhatWritesAnItemMayBecomeEffective) {
  EXPECT_TRUE(MayBecomeEffective(Sent(v1::ACT_KIND_SEND)));
  EXPECT_TRUE(MayBecomeEffective(Sent(v1::ACT_KIND_STEER)));
  EXPECT_FALSE(MayBecomeEffective(Sent(v1::ACT_KIND_STOP)));
  EXPECT_FALSE(MayBecomeEffective(Sent(v1::ACT_KIND_ANSWER)));
}

TEST(UnhealedTest, AStartShowsOnlyWhatItSays) {
  ActRecord start = Sent(v1::ACT_KIND_START);
  EXPECT_FALSE(MayBecomeEffective(start));
  start.request.mutable_start()->set_text("Ship it");
  EXPECT_TRUE(MayBecomeEffective(start));
}

TEST(UnhealedTest, WhatIsEffectiveOrWasNotSentDoesNotAnyMore) {
  ActRecord effective = Sent(v1::ACT_KIND_SEND);
  *effective.receipt.mutable_effective_at() = receipt::ToTimestamp(absl::UnixEpoch());
  EXPECT_FALSE(MayBecomeEffective(effective));
  ActRecord refused = Sent(v1::ACT_KIND_SEND);
  refused.receipt.set_outcome(v1::OUTCOME_REFUSED);
  EXPECT_FALSE(MayBecomeEffective(refused));
}

}  // namespace
}  // namespace collie::relay
