#include "relay/link/clean_frame.h"

#include "crew/ids/ids.h"
#include "crew/text/clean_field.h"
#include "crew/text/clean_proto.h"
#include "crew/text/limits.h"
#include "relay/merge/merged_crew.h"

namespace collie::relay {
namespace {

constexpr size_t kVersionCharacters = 64;
// Entries of one frame; what one update may hold in all is ConversationStage's to bound.
constexpr size_t kEntries = 4000;
// Bytes of a command that an edge sends back: its act's body, and what names it.
constexpr size_t kCommandBytes = 2 * text::kActBodyBytes;

absl::Status Bad(const char* what) { return absl::InvalidArgumentError(what); }

absl::Status CleanHello(v1::EdgeHello& hello) {
  text::SanitizeLine(hello.mutable_version(), kVersionCharacters);
  text::SanitizeId(hello.mutable_boot());
  text::SanitizeId(hello.mutable_host());
  text::SanitizeId(hello.mutable_relay_run());
  // Without it a wiped store looks like the one before.
  const std::string& store = hello.store_incarnation();
  if (store.empty() || ids::IsWireId(store)) return absl::OkStatus();
  return Bad("A hello with an invalid store name.");
}

void CleanItems(google::protobuf::RepeatedPtrField<v1::Item>* items) {
  text::SanitizeList(items, kEntries, [](v1::Item& item) { return text::CleanItem(item); });
}

absl::Status CleanConversation(v1::ConversationUpdate& update) {
  if (!ids::IsName(update.source()) || !ids::IsWireId(update.pane())) {
    return Bad("News of a conversation without a valid source and pane.");
  }
  CleanItems(update.mutable_items());
  text::SanitizeList(update.mutable_removed_items(), kEntries,
                     [](const std::string& id) { return ids::IsOpaque(id); });
  text::SanitizeList(update.mutable_closed_asks(), kEntries,
                     [](v1::ClosedAsk& closed) { return text::CleanClosedAsk(closed); });
  text::SanitizeList(update.mutable_dropped_requests(), kEntries,
                     [](const std::string& id) { return ids::IsWireId(id); });
  text::SanitizeId(update.mutable_epoch());
  if (update.reason().empty() || ids::IsWireId(update.reason())) return absl::OkStatus();
  update.set_reason("unreadable");  // it was not read, whatever the word
  return absl::OkStatus();
}

// Of what the result shows; the rest of it is CleanResult's.
absl::Status CleanActResult(v1::ActResult& result) {
  if (!text::CleanResult(result)) return Bad("A result that names no act or no attempt.");
  if (result.ask().ByteSizeLong() > text::kPaneBytes) result.clear_ask();
  return absl::OkStatus();
}

absl::Status CleanHeld(v1::HeldAttempt& held) {
  const v1::ActRequest& request = held.command().request();
  const v1::Conversation& place = request.conversation();
  if (held.command().ByteSizeLong() > kCommandBytes || !ids::IsWireId(request.request_id()) ||
      !ids::IsName(place.source()) || (!place.pane().empty() && !ids::IsWireId(place.pane()))) {
    return Bad("A held attempt whose command breaks the contract.");
  }
  v1::Command& command = *held.mutable_command();
  text::SanitizeLine(command.mutable_device(), text::kTitleCharacters);
  text::SanitizeId(command.mutable_epoch());
  text::SanitizeId(command.mutable_relay_run());
  text::SanitizeId(held.mutable_epoch());
  return CleanActResult(*held.mutable_result());
}

void CleanHistory(v1::HistoryPage& page) {
  CleanItems(page.mutable_items());
  text::SanitizeOpaque(page.mutable_before());
  text::SanitizeLine(page.mutable_detail(), text::kSentenceCharacters);
  // One that nobody knows is a failure all the same.
  if (!v1::Reason_IsValid(page.reason())) page.set_reason(v1::REASON_SOURCE_UNREACHABLE);
}

}  // namespace

absl::Status CleanFrame(v1::EdgeFrame& frame) {
  switch (frame.frame_case()) {
    case v1::EdgeFrame::kHello:
      return CleanHello(*frame.mutable_hello());
    case v1::EdgeFrame::kHeartbeat:
      text::SanitizeList(frame.mutable_heartbeat()->mutable_ages(), MergedCrew::kMemberSources,
                         [](const v1::SourceAge& age) { return ids::IsName(age.source()); });
      return absl::OkStatus();
    case v1::EdgeFrame::kSourceRemoved:
      if (ids::IsName(frame.source_removed().name())) return absl::OkStatus();
      return Bad("A source that is gone has no valid name.");
    case v1::EdgeFrame::kConversation:
      return CleanConversation(*frame.mutable_conversation());
    case v1::EdgeFrame::kResult:
      return CleanActResult(*frame.mutable_result());
    case v1::EdgeFrame::kHeld:
      return CleanHeld(*frame.mutable_held());
    case v1::EdgeFrame::kHistory:
      CleanHistory(*frame.mutable_history());
      return absl::OkStatus();
    case v1::EdgeFrame::kSource:
    case v1::EdgeFrame::kInSync:
    case v1::EdgeFrame::kHeldEnd:
    case v1::EdgeFrame::FRAME_NOT_SET:
      break;
  }
  return absl::OkStatus();
}

}  // namespace collie::relay
