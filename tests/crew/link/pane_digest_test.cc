#include "crew/link/pane_digest.h"

#include <gtest/gtest.h>

namespace collie::link {
namespace {

v1::Pane Pane() {
  v1::Pane pane;
  pane.set_id("deploy");
  pane.set_title("Deploy");
  v1::Ask& ask = *pane.add_asks();
  ask.set_ask_id("a-1");
  ask.set_expires(true);
  return pane;
}

TEST(PaneDigestTest, IsTheSameWhateverTheRelaySetsAndWhateverTimePasses) {
  v1::Pane shown = Pane();
  shown.set_busy(true);
  shown.mutable_asks(0)->set_one_tap(true);
  shown.mutable_asks(0)->set_one_use_id("o-1");
  shown.mutable_asks(0)->set_expires_in_ms(1000);
  EXPECT_EQ(PaneDigest(shown), PaneDigest(Pane()));
  EXPECT_EQ(PaneDigest(shown).size(), 16u);
}

TEST(PaneDigestTest, IsAnotherForAnyOtherDifference) {
  v1::Pane title = Pane();
  title.set_title("Deployed");
  EXPECT_NE(PaneDigest(title), PaneDigest(Pane()));
  v1::Pane ask = Pane();
  ask.mutable_asks(0)->set_hash("h");
  EXPECT_NE(PaneDigest(ask), PaneDigest(Pane()));
  v1::Pane none = Pane();
  none.clear_asks();
  EXPECT_NE(PaneDigest(none), PaneDigest(Pane()));
}

}  // namespace
}  // namespace collie::link
