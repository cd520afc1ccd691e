#include "relay/api/grpc/watch_frame.h"

#include <string>

#include "relay/api/grpc/frame_writer.h"

namespace collie::relay {
namespace {

using Kind = WatchStep::Kind;

// The fields of rows, in the order of CrewRow::Kind.
constexpr int kPartFields[] = {v1::CrewPart::kMembersFieldNumber, v1::CrewPart::kSourcesFieldNumber,
                               v1::CrewPart::kPanesFieldNumber};
constexpr int kDeltaFields[] = {
    v1::CrewDelta::kMembersFieldNumber, v1::CrewDelta::kSourcesFieldNumber,
    v1::CrewDelta::kPanesFieldNumber, v1::CrewDelta::kRemovedFieldNumber};

int FieldOf(const WatchStep& step, const WatchStep::Row& row) {
  const auto kind = static_cast<size_t>(row.row->kind());
  return step.kind == Kind::kDelta ? kDeltaFields[kind] : kPartFields[kind];
}

// A part of the start, or a delta.
void WriteRows(const WatchStep& step, FrameWriter& frame) {
  const bool is_delta = step.kind == Kind::kDelta;
  std::string revision;
  if (is_delta && !step.more) revision = std::to_string(step.revision);
  size_t bytes = 0;
  if (!revision.empty()) {
    bytes += FrameWriter::SizeOf(v1::CrewDelta::kRevisionFieldNumber, revision.size());
  }
  if (step.more) bytes += FrameWriter::SizeOfVarint(v1::CrewDelta::kMoreFieldNumber, 1);
  for (const WatchStep::Row& row : step.rows) {
    bytes += FrameWriter::SizeOf(FieldOf(step, row), row.bytes->size());
  }
  frame.Head(is_delta ? v1::WatchEvent::kDeltaFieldNumber : v1::WatchEvent::kSnapshotFieldNumber,
             bytes);
  if (!revision.empty()) frame.Bytes(v1::CrewDelta::kRevisionFieldNumber, revision);
  if (step.more) frame.Varint(v1::CrewDelta::kMoreFieldNumber, 1);
  for (const WatchStep::Row& row : step.rows) {
    frame.Shared(FieldOf(step, row), row.bytes);
  }
}

void WriteInSync(const WatchStep& step, FrameWriter& frame) {
  v1::InSync in_sync;
  in_sync.set_incarnation(step.incarnation);
  in_sync.set_revision(std::to_string(step.revision));
  frame.Bytes(v1::WatchEvent::kInSyncFieldNumber, in_sync.SerializeAsString());
}

void WriteResync(const WatchStep& step, FrameWriter& frame) {
  v1::Resync resync;
  resync.set_reason(step.reason);
  frame.Bytes(v1::WatchEvent::kResyncFieldNumber, resync.SerializeAsString());
}

}  // namespace

grpc::ByteBuffer WatchFrame(const WatchStep& step, clock::Steady now) {
  FrameWriter frame;
  switch (step.kind) {
    case Kind::kSnapshot:
    case Kind::kDelta:
      WriteRows(step, frame);
      break;
    case Kind::kInSync:
      WriteInSync(step, frame);
      break;
    case Kind::kResync:
      WriteResync(step, frame);
      break;
    case Kind::kReceipt:
      frame.Shared(v1::WatchEvent::kReceiptFieldNumber, step.receipt->Wire());
      break;
  }
  const int64_t age = step.RowsAgeMs(now);
  if (age > 0) frame.Varint(v1::WatchEvent::kRowsAgeMsFieldNumber, static_cast<uint64_t>(age));
  return frame.Finish();
}

grpc::ByteBuffer ConversationFrame(const ConversationStep& step) {
  FrameWriter frame;
  frame.SharedFields(step.bytes);
  if (step.read_age_ms) {
    frame.Varint(v1::ConversationEvent::kReadAgeMsFieldNumber,
                 static_cast<uint64_t>(*step.read_age_ms));
  }
  return frame.Finish();
}

}  // namespace collie::relay
