#include "relay/watch/conversation_stage.h"

#include <utility>

namespace collie::relay {

absl::StatusOr<std::optional<v1::ConversationUpdate>> ConversationStage::Add(
    v1::ConversationUpdate frame) {
  if (frame.reset()) Clear();
  const bool more = frame.more();
  bytes_ += frame.ByteSizeLong();
  is_over_ = is_over_ || bytes_ > kMostBytes;
  if (is_over_) {
    update_.Clear();
  } else {
    update_.MergeFrom(frame);
  }
  if (more) return std::nullopt;
  const bool was_over = is_over_;
  std::optional<v1::ConversationUpdate> whole = std::move(update_);
  Clear();
  if (was_over) return absl::ResourceExhaustedError("An update of a conversation is too large.");
  whole->set_more(false);
  return whole;
}

}  // namespace collie::relay
