#include "tests/bench/bytes.h"

#include <gtest/gtest.h>

#include "collie/v1/dashboard.pb.h"

namespace collie::bench {
namespace {

TEST(BytesTest, TheFirstFieldTellsTheEventWhateverItsAge) {
  v1::WatchEvent event;
  event.set_rows_age_ms(17);
  event.mutable_in_sync()->set_revision("4");
  EXPECT_EQ(FirstField(ToBuffer(event)), v1::WatchEvent::kInSyncFieldNumber);
  // The age may stand first where the rest was encoded before.
  v1::WatchEvent age;
  age.set_rows_age_ms(300);
  v1::WatchEvent delta;
  delta.mutable_delta()->set_revision("5");
  EXPECT_EQ(FirstField(age.SerializeAsString() + delta.SerializeAsString()),
            v1::WatchEvent::kDeltaFieldNumber);
}

TEST(BytesTest, BytesThatAreNoMessageHaveNoField) {
  EXPECT_EQ(FirstField(""), 0);
  EXPECT_EQ(FirstField("\xff\xff\xff"), 0);
}

TEST(BytesTest, TextIsFoundAcrossSlices) {
  const grpc::Slice slices[] = {grpc::Slice("round-0000"), grpc::Slice("0012, and more")};
  const grpc::ByteBuffer buffer(slices, 2);
  EXPECT_TRUE(Contains(buffer, "round-00000012"));
  EXPECT_FALSE(Contains(buffer, "round-00000013"));
}

}  // namespace
}  // namespace collie::bench
