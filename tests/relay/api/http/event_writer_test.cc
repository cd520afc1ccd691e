#include "relay/api/http/event_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_split.h"
#include "crew/json/json.h"
#include "tests/relay/api/http/crew_rows.h"

namespace collie::tests {
namespace {

using json::Json;
using relay::EventWriter;
using relay::WatchStep;
using Kind = relay::WatchStep::Kind;

const clock::Steady kNow;

WatchStep Step(Kind kind, std::vector<WatchStep::Row> rows = {}, uint64_t revision = 0,
               bool more = false) {
  WatchStep step;
  step.kind = kind;
  step.rows = std::move(rows);
  step.revision = revision;
  step.more = more;
  return step;
}

// The fields of one event; `data` as JSON.
struct Event {
  std::string name;
  std::string id;
  Json data;
};

Event Read(const http_server::Piece& piece) {
  Event event;
  EXPECT_NE(piece, nullptr);
  if (piece == nullptr) return event;
  EXPECT_EQ(piece->substr(piece->size() - 2), "\n\n");
  for (absl::string_view line : absl::StrSplit(*piece, '\n', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> field =
        absl::StrSplit(line, absl::MaxSplits(": ", 1));
    if (field.first == "event") event.name = std::string(field.second);
    if (field.first == "id") event.id = std::string(field.second);
    if (field.first == "data") event.data = Json::parse(field.second);
  }
  return event;
}

class EventWriterTest : public testing::Test {
 protected:
  EventWriter Writer(bool resumes = false) {
    return EventWriter({"i-1", "c-1", "collie crew"}, resumes, encoded_);
  }
  relay::EncodedEvents encoded_;
};

TEST_F(EventWriterTest, AWholeIsOneSnapshotThatSaysWhereItIs) {
  EventWriter writer = Writer();
  EXPECT_EQ(writer.Write(Step(Kind::kSnapshot, {MemberRow("a")}), kNow), nullptr);
  const Event event = Read(writer.Write(Step(Kind::kInSync, {}, 118), kNow));
  EXPECT_EQ(event.name, "snapshot");
  EXPECT_EQ(event.id, "i-1.118");
  EXPECT_EQ(event.data["incarnation"], "i-1");
  EXPECT_EQ(event.data["revision"], "118");
  EXPECT_EQ(event.data["crew"]["name"], "collie crew");
  EXPECT_EQ(event.data["members"][0]["id"], "a");
  EXPECT_FALSE(event.data.contains("more"));
}

TEST_F(EventWriterTest, OnlyTheLastPartOfALargeOneCanBeResumedFrom) {
  EventWriter writer = Writer();
  writer.Write(Step(Kind::kSnapshot, {MemberRow("a")}), kNow);
  const Event part = Read(writer.Write(Step(Kind::kSnapshot, {SourceRow("a", "s")}), kNow));
  EXPECT_EQ(part.data["more"], true);
  EXPECT_EQ(part.id, "");
  const Event last = Read(writer.Write(Step(Kind::kInSync, {}, 7), kNow));
  EXPECT_EQ(last.id, "i-1.7");
  EXPECT_EQ(last.data["members"][0]["sources"][0]["name"], "s");
}

TEST_F(EventWriterTest, AnEmptyCrewIsASnapshotToo) {
  EventWriter writer = Writer();
  const Event event = Read(writer.Write(Step(Kind::kInSync, {}, 1), kNow));
  EXPECT_EQ(event.name, "snapshot");
  EXPECT_EQ(event.data["members"], Json::array());
}

TEST_F(EventWriterTest, AResumedWatchSaysAtOnceThatItGoesOn) {
  EventWriter writer = Writer(true);
  const Event event = Read(writer.Write(Step(Kind::kInSync, {}, 9), kNow));
  EXPECT_EQ(event.name, "delta");
  EXPECT_EQ(event.id, "i-1.9");
}

TEST_F(EventWriterTest, AResyncSaysWhyAndBeginsAnew) {
  EventWriter writer = Writer(true);
  WatchStep resync = Step(Kind::kResync);
  resync.reason = v1::RESYNC_REASON_TOO_OLD;
  const Event event = Read(writer.Write(resync, kNow));
  EXPECT_EQ(event.name, "resync");
  EXPECT_EQ(event.data["reason"], "too-old");
  EXPECT_EQ(writer.Write(Step(Kind::kSnapshot, {MemberRow("a")}), kNow), nullptr);
  EXPECT_EQ(Read(writer.Write(Step(Kind::kInSync, {}, 9), kNow)).name, "snapshot");
}

TEST_F(EventWriterTest, AChangeInPartsIsResumedFromItsEnd) {
  EventWriter writer = Writer(true);
  const Event first = Read(writer.Write(Step(Kind::kDelta, {MemberRow("a")}, 0, true), kNow));
  EXPECT_EQ(first.name, "delta");
  EXPECT_EQ(first.id, "");
  EXPECT_EQ(first.data["more"], true);
  const Event last = Read(writer.Write(Step(Kind::kDelta, {PaneRow("a", "s", "p", 1)}, 12), kNow));
  EXPECT_EQ(last.id, "i-1.12");
  EXPECT_EQ(last.data["revision"], "12");
  EXPECT_EQ(last.data["panes"][0]["member"], "a");
}

TEST_F(EventWriterTest, AStepWithoutNewsIsAComment) {
  EXPECT_EQ(*Writer(true).Write(Step(Kind::kDelta, {}, 12), kNow), ": alive\n\n");
}

TEST_F(EventWriterTest, AReceiptIsSentAsItIsListed) {
  WatchStep step = Step(Kind::kReceipt);
  v1::Receipt receipt;
  receipt.set_request_id("r-1");
  step.receipt = std::make_shared<relay::ReceiptRow>(receipt);
  const Event event = Read(Writer().Write(step, kNow));
  EXPECT_EQ(event.name, "receipt");
  EXPECT_EQ(event.data["requestId"], "r-1");
}

TEST_F(EventWriterTest, ReadersOfTheSameShareItsBytes) {
  EventWriter one = Writer(true);
  EventWriter other = Writer(true);
  const WatchStep step = Step(Kind::kDelta, {MemberRow("a")}, 12);
  EXPECT_EQ(one.Write(step, kNow), other.Write(step, kNow));
  EXPECT_NE(one.Write(step, kNow), one.Write(Step(Kind::kDelta, {MemberRow("a")}, 12), kNow));
}

TEST_F(EventWriterTest, ReadsItsOwnIdsAndTakesOthersApart) {
  const v1::ResumePoint point = relay::ReadEventId("i-1.118");
  EXPECT_EQ(point.incarnation(), "i-1");
  EXPECT_EQ(point.revision(), "118");
  EXPECT_EQ(relay::ReadEventId("nonsense").revision(), "");
}

}  // namespace
}  // namespace collie::tests
