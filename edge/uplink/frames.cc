#include "edge/uplink/frames.h"

#include <utility>

namespace collie::edge {

std::vector<v1::EdgeFrame> HeartbeatFrames(int64_t number, std::vector<v1::SourceAge> ages) {
  std::vector<v1::EdgeFrame> frames(1);
  frames.back().mutable_heartbeat()->set_number(number);
  size_t bytes = 0;
  for (v1::SourceAge& age : ages) {
    const size_t size = age.ByteSizeLong();
    if (bytes + size > kPartBytes) {
      frames.emplace_back().mutable_heartbeat()->set_number(number);
      bytes = 0;
    }
    bytes += size;
    *frames.back().mutable_heartbeat()->add_ages() = std::move(age);
  }
  return frames;
}

std::vector<v1::EdgeFrame> HistoryFrames(v1::HistoryPage page) {
  google::protobuf::RepeatedPtrField<v1::Item> items;
  items.Swap(page.mutable_items());
  const int64_t read = page.read();
  std::vector<v1::EdgeFrame> frames(1);
  size_t bytes = 0;
  for (v1::Item& item : items) {
    const size_t size = item.ByteSizeLong();
    if (bytes > 0 && bytes + size > kPartBytes) {
      frames.back().mutable_history()->set_more(true);
      frames.emplace_back();
      bytes = 0;
    }
    bytes += size;
    v1::HistoryPage& part = *frames.back().mutable_history();
    part.set_read(read);
    *part.add_items() = std::move(item);
  }
  // The last part says what holds for the whole page.
  v1::HistoryPage& last = *frames.back().mutable_history();
  page.mutable_items()->Swap(last.mutable_items());
  last = std::move(page);
  return frames;
}

v1::EdgeFrame RefusedPage(int64_t read) {
  v1::EdgeFrame frame;
  frame.mutable_history()->set_read(read);
  frame.mutable_history()->set_reason(v1::REASON_BUSY);
  frame.mutable_history()->set_detail("Too many pages are read at once: try again.");
  return frame;
}

v1::EdgeFrame ResultFrame(v1::ActResult result) {
  if (result.ask().ByteSizeLong() > text::kPaneBytes) result.clear_ask();
  v1::EdgeFrame frame;
  *frame.mutable_result() = std::move(result);
  return frame;
}

}  // namespace collie::edge
