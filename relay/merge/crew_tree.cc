#include "relay/merge/crew_tree.h"

#include <algorithm>
#include <utility>

namespace collie::relay {
namespace {

// A side may have up to kDelta times the nodes of the other; a single rotation suffices where the
// inner grandchild has less than kRatio times those of the outer. These two are proven to keep
// every insertion and removal balanced (Hirai and Yamamoto, 2011).
constexpr size_t kDelta = 3;
constexpr size_t kRatio = 2;

using Entry = std::shared_ptr<const CrewEntry>;

}  // namespace

struct CrewTree::Node {
  Entry entry;
  Link left;
  Link right;
  size_t size = 0;
  uint64_t newest = 0;  // revision of all entries here
};

// Makes nodes; what comes in was balanced before one insertion or removal.
struct CrewTree::Balance {
  static size_t SizeOf(const Link& link) { return link ? link->size : 0; }
  static uint64_t NewestOf(const Link& link) { return link ? link->newest : 0; }

  static Link Make(Entry entry, Link left, Link right) {
    auto node = std::make_shared<Node>();
    node->size = 1 + SizeOf(left) + SizeOf(right);
    node->newest = std::max({entry->revision, NewestOf(left), NewestOf(right)});
    node->entry = std::move(entry);
    node->left = std::move(left);
    node->right = std::move(right);
    return node;
  }

  static Link Join(Entry entry, Link left, Link right) {
    const size_t lefts = SizeOf(left);
    const size_t rights = SizeOf(right);
    if (lefts + rights < 2) return Make(std::move(entry), std::move(left), std::move(right));
    if (rights > kDelta * lefts) return RotateLeft(std::move(entry), std::move(left), *right);
    if (lefts > kDelta * rights) return RotateRight(std::move(entry), *left, std::move(right));
    return Make(std::move(entry), std::move(left), std::move(right));
  }

  static Link RotateLeft(Entry entry, Link left, const Node& right) {
    if (SizeOf(right.left) < kRatio * SizeOf(right.right)) {
      return Make(right.entry, Make(std::move(entry), std::move(left), right.left), right.right);
    }
    const Node& middle = *right.left;
    return Make(middle.entry, Make(std::move(entry), std::move(left), middle.left),
                Make(right.entry, middle.right, right.right));
  }

  static Link RotateRight(Entry entry, const Node& left, Link right) {
    if (SizeOf(left.right) < kRatio * SizeOf(left.left)) {
      return Make(left.entry, left.left, Make(std::move(entry), left.right, std::move(right)));
    }
    const Node& middle = *left.right;
    return Make(middle.entry, Make(left.entry, left.left, middle.left),
                Make(std::move(entry), middle.right, std::move(right)));
  }

  static Link Insert(const Link& at, Entry entry) {
    if (!at) return Make(std::move(entry), nullptr, nullptr);
    if (entry->key < at->entry->key) {
      return Join(at->entry, Insert(at->left, std::move(entry)), at->right);
    }
    if (at->entry->key < entry->key) {
      return Join(at->entry, at->left, Insert(at->right, std::move(entry)));
    }
    return Make(std::move(entry), at->left, at->right);
  }

  static Link Erase(const Link& at, const ids::ConversationKey& key) {
    if (!at) return nullptr;
    if (key < at->entry->key) return Join(at->entry, Erase(at->left, key), at->right);
    if (at->entry->key < key) return Join(at->entry, at->left, Erase(at->right, key));
    if (!at->left) return at->right;
    if (!at->right) return at->left;
    const Entry next = First(at->right);
    return Join(next, at->left, Erase(at->right, next->key));
  }

  static Entry First(const Link& at) { return at->left ? First(at->left) : at->entry; }

  static bool Visit(const Node* at, const KeyRange& range, const ids::ConversationKey* after,
                    uint64_t since, Visitor visit) {
    if (at == nullptr || at->newest <= since) return true;
    const ids::ConversationKey& key = at->entry->key;
    const int place = range.Compare(key);
    const bool is_after = after == nullptr || *after < key;
    if (place >= 0 && is_after && !Visit(at->left.get(), range, after, since, visit)) return false;
    const bool is_due = place == 0 && is_after && at->entry->revision > since;
    if (is_due && !visit(*at->entry)) return false;
    return place > 0 || Visit(at->right.get(), range, after, since, visit);
  }
};

const CrewEntry* CrewTree::Find(const ids::ConversationKey& key) const {
  const Node* at = root_.get();
  while (at != nullptr && !(at->entry->key == key)) {
    at = (key < at->entry->key ? at->left : at->right).get();
  }
  return at == nullptr ? nullptr : at->entry.get();
}

CrewTree CrewTree::With(CrewEntry entry) const {
  return CrewTree(Balance::Insert(root_, std::make_shared<const CrewEntry>(std::move(entry))));
}

CrewTree CrewTree::Without(const ids::ConversationKey& key) const {
  return CrewTree(Balance::Erase(root_, key));
}

size_t CrewTree::size() const { return Balance::SizeOf(root_); }

bool CrewTree::Visit(const KeyRange& range, const ids::ConversationKey* after, uint64_t since,
                     Visitor visit) const {
  return Balance::Visit(root_.get(), range, after, since, visit);
}

}  // namespace collie::relay
