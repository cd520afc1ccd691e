#include "relay/watch/conversation_parts.h"

#include <cstddef>
#include <string>
#include <utility>

#include "crew/text/limits.h"

namespace collie::relay {
namespace {

// Of the entries of one message; the largest entry, an item, has about 600 KB.
constexpr size_t kMostBytes = text::kMiB - 64 * text::kKiB;
constexpr size_t kFraming = 8;  // what an entry costs in its message, beside itself

size_t BytesOf(const std::string& entry) { return entry.size(); }
template <typename Message>
size_t BytesOf(const Message& entry) {
  return entry.ByteSizeLong();
}

class Parts {
 public:
  explicit Parts(bool reset) { parts_.emplace_back().set_reset(reset); }

  template <typename Entries, typename Adder>
  void Add(Entries& entries, Adder add) {
    for (auto& entry : entries) {
      const size_t bytes = BytesOf(entry) + kFraming;
      if (bytes_ > 0 && bytes_ + bytes > kMostBytes) {
        parts_.back().set_more(true);
        parts_.emplace_back();
        bytes_ = 0;
      }
      bytes_ += bytes;
      *add(parts_.back()) = std::move(entry);
    }
  }

  std::vector<v1::ConversationEvent> TakeParts() { return std::move(parts_); }

 private:
  std::vector<v1::ConversationEvent> parts_;
  size_t bytes_ = 0;  // in the last
};

}  // namespace

std::vector<v1::ConversationEvent> InParts(v1::ConversationEvent event) {
  Parts writer(event.reset());
  writer.Add(*event.mutable_removed_items(), [](auto& part) { return part.add_removed_items(); });
  writer.Add(*event.mutable_items(), [](auto& part) { return part.add_items(); });
  writer.Add(*event.mutable_closed_asks(), [](auto& part) { return part.add_closed_asks(); });
  writer.Add(*event.mutable_asks(), [](auto& part) { return part.add_asks(); });
  std::vector<v1::ConversationEvent> parts = writer.TakeParts();
  v1::ConversationEvent& last = parts.back();
  last.set_cursor(event.cursor());
  last.set_truncated(event.truncated());
  if (event.has_turn()) *last.mutable_turn() = event.turn();
  last.set_read_age_ms(event.read_age_ms());
  return parts;
}

}  // namespace collie::relay
