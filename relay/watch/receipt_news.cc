#include "relay/watch/receipt_news.h"

#include <utility>

#include "crew/ids/ids.h"

namespace collie::relay {

void ReceiptNews::Add(const v1::Receipt& receipt) {
  auto row = std::make_shared<const ReceiptRow>(receipt);
  absl::MutexLock lock(&mu_);
  if (const auto known = newest_.find(receipt.request_id()); known != newest_.end()) {
    EraseLocked(known->second);
  }
  bytes_ += row->bytes;
  newest_[receipt.request_id()] = ++count_;
  kept_[count_] = std::move(row);
  while (kept_.size() > kKept || bytes_ > kKeptBytes) EraseLocked(kept_.begin()->first);
}

void ReceiptNews::EraseLocked(uint64_t number) {
  const auto found = kept_.find(number);
  bytes_ -= found->second->bytes;
  newest_.erase(found->second->receipt.request_id());
  kept_.erase(found);
}

std::shared_ptr<const ReceiptRow> ReceiptNews::Next(const ViewFilter& filter,
                                                    uint64_t* seen) const {
  absl::MutexLock lock(&mu_);
  for (auto it = kept_.upper_bound(*seen); it != kept_.end(); ++it) {
    if (!filter.Wants(ids::ConversationKey::From(it->second->receipt.conversation()))) continue;
    *seen = it->first;
    return it->second;
  }
  *seen = count_;
  return nullptr;
}

uint64_t ReceiptNews::count() const {
  absl::MutexLock lock(&mu_);
  return count_;
}

}  // namespace collie::relay
