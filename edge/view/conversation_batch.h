#ifndef COLLIE_EDGE_VIEW_CONVERSATION_BATCH_H_
#define COLLIE_EDGE_VIEW_CONVERSATION_BATCH_H_

#include <cstddef>
#include <string>
#include <vector>

#include "collie/v1/edge_link.pb.h"
#include "crew/conversation/conversation_log.h"

namespace collie::edge {

// One update of a conversation on its way out, in parts. Not thread-safe; pure.
struct ConversationBatch {
  std::string source;
  std::string pane;
  std::string epoch;
  conversation::ConversationLog::News news;
  std::vector<std::string> dropped_requests;

  // The next part, of about `max_bytes` and at least one entry. False: it was the last one.
  bool NextPart(size_t max_bytes, v1::ConversationUpdate* part);

 private:
  bool begun_ = false;
  size_t next_item_ = 0;
  size_t next_closed_ = 0;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_VIEW_CONVERSATION_BATCH_H_
