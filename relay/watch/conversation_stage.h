#ifndef COLLIE_RELAY_WATCH_CONVERSATION_STAGE_H_
#define COLLIE_RELAY_WATCH_CONVERSATION_STAGE_H_

#include <cstddef>
#include <optional>

#include "absl/status/statusor.h"
#include "collie/v1/edge_link.pb.h"

namespace collie::relay {

// Collects the frames of one update of a conversation until its last, so that nobody sees half of
// it. Not thread-safe; pure.
class ConversationStage {
 public:
  static constexpr size_t kMostBytes = 12 << 20;  // of one update; an edge keeps half of that

  // Adds a frame, which is clean. With the last, the whole update; nullopt before that. A reset
  // drops what came before it. RESOURCE_EXHAUSTED: the update was over the bound; it is dropped,
  // and told with its last frame.
  absl::StatusOr<std::optional<v1::ConversationUpdate>> Add(v1::ConversationUpdate frame);

  // Drops what came so far.
  void Clear() { *this = {}; }

 private:
  v1::ConversationUpdate update_;
  size_t bytes_ = 0;
  bool is_over_ = false;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_CONVERSATION_STAGE_H_
