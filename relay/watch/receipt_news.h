#ifndef COLLIE_RELAY_WATCH_RECEIPT_NEWS_H_
#define COLLIE_RELAY_WATCH_RECEIPT_NEWS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/receipt.pb.h"
#include "relay/merge/rendered.h"
#include "relay/merge/view_filter.h"

namespace collie::relay {

// A receipt as its watchers get it: its bytes are made once. Thread-safe.
struct ReceiptRow {
  explicit ReceiptRow(v1::Receipt of) : receipt(std::move(of)), bytes(receipt.ByteSizeLong()) {}

  SharedBytes Wire() const {
    return wire.Get({}, [this] { return receipt.SerializeAsString(); });
  }

  const v1::Receipt receipt;
  const size_t bytes;
  const Rendered wire;
  const Rendered json;  // for whoever shows it so
};

// The newest changes of receipts, each receipt once at its newest, for watchers to pick up where
// they left off. A watcher that falls behind by more than is kept misses some: the receipts
// themselves are in the store. Thread-safe.
class ReceiptNews {
 public:
  static constexpr size_t kKept = 1000;
  static constexpr size_t kKeptBytes = 16 << 20;

  void Add(const v1::Receipt& receipt);
  // The oldest in the filter of those after `*seen`, which moves to it; null: there is none, and
  // `*seen` is the newest.
  std::shared_ptr<const ReceiptRow> Next(const ViewFilter& filter, uint64_t* seen) const;
  // How many there were.
  uint64_t count() const;

 private:
  void EraseLocked(uint64_t number) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  mutable absl::Mutex mu_;
  uint64_t count_ ABSL_GUARDED_BY(mu_) = 0;
  std::map<uint64_t, std::shared_ptr<const ReceiptRow>> kept_ ABSL_GUARDED_BY(mu_);  // by number
  absl::flat_hash_map<std::string, uint64_t> newest_ ABSL_GUARDED_BY(mu_);  // by request id
  size_t bytes_ ABSL_GUARDED_BY(mu_) = 0;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_WATCH_RECEIPT_NEWS_H_
