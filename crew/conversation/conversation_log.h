#ifndef COLLIE_CREW_CONVERSATION_CONVERSATION_LOG_H_
#define COLLIE_CREW_CONVERSATION_CONVERSATION_LOG_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "collie/v1/conversation.pb.h"

namespace collie::conversation {

// The items of one conversation with the order of their changes, so that a reader who saw a part
// can be given just what is newer. Edge and relay both hold one for a conversation that is read.
// Bounded in items and bytes: the oldest leave first, for readers too, and `truncated` says so. Not
// thread-safe.
class ConversationLog {
 public:
  struct Limits {
    size_t items = 2000;
    size_t bytes = 8 << 20;
    size_t removals = 500;     // remembered for readers; one who is further behind gets all anew
    size_t closed_asks = 100;  // the newest decisions kept
    size_t closed_bytes = 1 << 20;  // and of these together
  };

  // What is newer than a sequence.
  struct News {
    bool reset = false;  // items are all there are; forget the others
    std::vector<v1::Item> items;
    std::vector<std::string> removed_items;  // never one that is among the items again
    std::vector<v1::ClosedAsk> closed_asks;
    bool truncated = false;
    uint64_t sequence = 0;  // ask with this one next time
  };

  ConversationLog() : ConversationLog(Limits{}) {}
  explicit ConversationLog(Limits limits) : limits_(limits) {}

  // The view begins anew with these items, oldest first. What did not change keeps no older
  // sequence: readers get all anew.
  void Reset(std::vector<v1::Item> items, bool truncated);
  // Replaces the item of the same id in its place, else appends. An equal one changes nothing.
  void Put(v1::Item item);
  // Older items were left out elsewhere.
  void MarkTruncated() { truncated_ = true; }
  // Takes an item out; one that is not there changes nothing.
  void Remove(const std::string& item_id);
  // Remembers how a question ended.
  void Close(v1::ClosedAsk closed);
  // How it ended; nullopt: not known.
  std::optional<v1::ClosedAsk> FindDecision(const std::string& ask_id) const;
  // Forgets how all of them ended: those to come may have their ids.
  void ForgetDecisions();

  // 0 for a reader who has nothing, and any sequence that was never given: all.
  News Since(uint64_t sequence) const;
  uint64_t sequence() const;
  size_t item_count() const;
  // Of items and decisions.
  size_t bytes() const { return bytes_ + closed_bytes_; }

 private:
  struct Entry {
    v1::Item item;
    size_t bytes = 0;
    uint64_t changed = 0;
  };
  struct Removal {
    std::string item_id;
    uint64_t sequence = 0;
  };
  struct Decision {
    v1::ClosedAsk closed;
    uint64_t sequence = 0;
    size_t bytes = 0;
  };

  void PutEntry(v1::Item item);
  void TakeOut(uint64_t place);
  void KeepWithinLimits();
  void KeepDecisionsWithinLimits();
  void FillItems(uint64_t sequence, News* news) const;

  Limits limits_;
  uint64_t sequence_ = 1;
  uint64_t whole_before_ = 1;  // a reader of an older sequence is given all anew
  bool truncated_ = false;
  uint64_t next_place_ = 0;
  size_t bytes_ = 0;
  std::map<uint64_t, Entry> entries_;                  // by place in the conversation
  absl::flat_hash_map<std::string, uint64_t> places_;  // by item id
  std::map<uint64_t, uint64_t> changes_;  // sequence to place, the newest change of each
  std::deque<Removal> removals_;
  std::deque<Decision> decisions_;
  size_t closed_bytes_ = 0;
};

}  // namespace collie::conversation

#endif  // COLLIE_CREW_CONVERSATION_CONVERSATION_LOG_H_
