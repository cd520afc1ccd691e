// Dates and signatures decide nothing, on either side: the pin does.
#include "relay/api/grpc/pin_verifier.h"

#include <gtest/gtest.h>

#include "tests/relay/api/grpc/listeners_fixture.h"

namespace collie::relay {
namespace {

constexpr char kHealth[] = "/grpc.health.v1.Health/Check";

class PinVerifierTest : public ListenersFixture {
 protected:
  bool IsLetIn(const Holder& holder) { return Call(Dial(holder), kHealth).ok(); }
};

TEST_F(PinVerifierTest, APinnedKeyIsLetInWhateverTheDateOfItsCertificate) {
  tests::SimulatedClock clock;
  for (const absl::Duration off : {absl::Hours(-24 * 365 * 30), absl::Hours(24 * 365 * 60)}) {
    clock.JumpWall(off);
    const auto authority = *identity::Authority::Load(
        *lead_.authority.key().ToPem(), lead_.authority.certificate(), ids::SystemRandom(), clock);
    const Holder holder = Make(authority);
    EXPECT_FALSE(IsLetIn(holder));
    ASSERT_TRUE(
        devices_
            ->Pair({.label = absl::FormatDuration(off), .role = v1::ROLE_VIEWER, .pin = holder.pin})
            .ok());
    EXPECT_TRUE(IsLetIn(holder));
  }
}

TEST_F(PinVerifierTest, WhoSignedAListedKeyIsOfNoInterest) {
  const auto other = *identity::Authority::Create(ids::SystemRandom(), parts_.clock);
  const Holder holder = Make(other);
  EXPECT_FALSE(IsLetIn(holder));
  ASSERT_TRUE(devices_->Pair({.label = "x", .role = v1::ROLE_VIEWER, .pin = holder.pin}).ok());
  EXPECT_TRUE(IsLetIn(holder));
}

// The certificate of a listed device, shown by whoever has not its key.
TEST_F(PinVerifierTest, ACertificateWithoutItsKeyIsNotLetIn) {
  const Holder listed = Device("phone", v1::ROLE_VIEWER);
  const Holder thief = {Make().key, listed.certificate, listed.pin};
  EXPECT_FALSE(IsLetIn(thief));
}

}  // namespace
}  // namespace collie::relay
