#include "relay/api/grpc/watch_frame.h"

#include <google/protobuf/util/message_differencer.h>
#include <grpcpp/impl/codegen/proto_utils.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "relay/api/grpc/frame_writer.h"
#include "tests/relay/watch/event_of.h"

namespace collie::relay {
namespace {

const clock::Steady kNow(absl::Milliseconds(100'400));

WatchStep::Row RowOf(const CrewRow::Ref& row) { return {row, row->Wire(CrewRow::BaseOf(kNow))}; }

// One row of each kind; the pane is as large as asked.
std::vector<WatchStep::Row> Rows(size_t bytes, bool with_removal) {
  v1::Member member;
  member.set_id("deck");
  v1::SourceEntry source;
  source.set_member("deck");
  source.mutable_source()->set_name("hello");
  v1::PaneEntry pane;
  pane.set_member("deck");
  pane.set_source("hello");
  pane.mutable_pane()->set_title(std::string(bytes, 'x'));
  const auto age = std::make_shared<Age>();
  age->Set(kNow - absl::Seconds(3), false);
  std::vector<WatchStep::Row> rows = {RowOf(CrewRow::OfMember(member, age)),
                                      RowOf(CrewRow::OfSource(source, age)),
                                      RowOf(CrewRow::OfPane(pane, kNow, 0))};
  if (with_removal) rows.push_back(RowOf(CrewRow::OfRemoval({"deck", "hello", "old"})));
  return rows;
}

WatchStep Step(WatchStep::Kind kind) {
  WatchStep step;
  step.kind = kind;
  step.base = CrewRow::BaseOf(kNow);
  return step;
}

// The frame is, byte for byte of meaning, the message of the contract.
void ExpectFrame(const WatchStep& step) {
  grpc::ByteBuffer frame = WatchFrame(step, kNow);
  v1::WatchEvent event;
  ASSERT_TRUE(grpc::SerializationTraits<v1::WatchEvent>::Deserialize(&frame, &event).ok());
  EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(event, tests::EventOf(step, kNow)))
      << event.ShortDebugString();
}

TEST(WatchFrameTest, APartOfAStartIsTheMessageWithItsRows) {
  for (const size_t bytes : {size_t{0}, size_t{10}, FrameWriter::kCopied, size_t{500'000}}) {
    WatchStep step = Step(WatchStep::Kind::kSnapshot);
    step.rows = Rows(bytes, /*with_removal=*/false);
    ExpectFrame(step);
  }
  ExpectFrame(Step(WatchStep::Kind::kSnapshot));
}

TEST(WatchFrameTest, ADeltaIsTheMessageWithItsRowsAndRevision) {
  for (const size_t bytes : {size_t{10}, size_t{500'000}}) {
    for (const bool more : {false, true}) {
      WatchStep step = Step(WatchStep::Kind::kDelta);
      step.rows = Rows(bytes, /*with_removal=*/true);
      step.more = more;
      step.revision = more ? 0 : 1'234'567;
      ExpectFrame(step);
    }
  }
  WatchStep tick = Step(WatchStep::Kind::kDelta);
  tick.revision = 7;
  ExpectFrame(tick);
}

TEST(WatchFrameTest, MarksAndReceiptsAreTheirMessages) {
  WatchStep mark = Step(WatchStep::Kind::kInSync);
  mark.incarnation = "i-1";
  mark.revision = 9;
  ExpectFrame(mark);
  WatchStep resync = Step(WatchStep::Kind::kResync);
  resync.reason = v1::RESYNC_REASON_TOO_OLD;
  ExpectFrame(resync);
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  receipt.set_detail(std::string(10'000, 'x'));
  WatchStep changed = Step(WatchStep::Kind::kReceipt);
  changed.receipt = std::make_shared<const ReceiptRow>(receipt);
  ExpectFrame(changed);
}

TEST(WatchFrameTest, LargeRowsAreReferredTo) {
  WatchStep step = Step(WatchStep::Kind::kDelta);
  step.rows = Rows(500'000, /*with_removal=*/false);
  std::vector<grpc::Slice> slices;
  ASSERT_TRUE(WatchFrame(step, kNow).Dump(&slices).ok());
  const auto* large = reinterpret_cast<const uint8_t*>(step.rows[2].bytes->data());
  bool is_referred_to = false;
  for (const grpc::Slice& slice : slices) is_referred_to = is_referred_to || slice.begin() == large;
  EXPECT_TRUE(is_referred_to);
}

}  // namespace
}  // namespace collie::relay
