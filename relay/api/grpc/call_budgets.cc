#include "relay/api/grpc/call_budgets.h"

#include <algorithm>

namespace collie::relay {
namespace {

constexpr size_t kPeers = 4096;  // kept; then those that are idle are forgotten

}  // namespace

CallBudgets::Usage& CallBudgets::OfLocked(const std::string& peer) {
  const auto found = peers_.find(peer);
  if (found != peers_.end()) return found->second;
  if (peers_.size() >= kPeers) ForgetIdleLocked();
  Usage usage;
  usage.calls = {limits_.calls.burst, clock_.Now()};
  usage.streams = {limits_.streams.burst, clock_.Now()};
  usage.barred_until = clock_.Now();
  return peers_.emplace(peer, usage).first->second;
}

void CallBudgets::ForgetIdleLocked() {
  absl::erase_if(peers_, [this](auto& entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    Usage& usage = entry.second;
    FillLocked(usage.calls, limits_.calls);
    FillLocked(usage.streams, limits_.streams);
    return usage.bytes == 0 && usage.barred_until <= clock_.Now() &&
           usage.calls.tokens >= limits_.calls.burst &&
           usage.streams.tokens >= limits_.streams.burst;
  });
}

void CallBudgets::FillLocked(TokenBucket& bucket, const Rate& rate) const {
  const clock::Steady now = clock_.Now();
  const double gained = rate.per_second * absl::ToDoubleSeconds(now - bucket.filled);
  bucket.tokens = std::min(rate.burst, bucket.tokens + std::max(gained, 0.0));
  bucket.filled = now;
}

CallBudgets::Verdict CallBudgets::OnCall(const std::string& peer, bool is_stream) {
  absl::MutexLock lock(&mu_);
  Usage& usage = OfLocked(peer);
  if (clock_.Now() < usage.barred_until) return Verdict::kEnd;
  FillLocked(usage.calls, limits_.calls);
  usage.calls.tokens -= 1;
  if (usage.calls.tokens < -limits_.refused) {
    usage.barred_until = clock_.Now() + limits_.barred;
    usage.calls.tokens = 0;
    return Verdict::kEnd;
  }
  if (usage.calls.tokens < 0) return Verdict::kRefuse;
  if (!is_stream) return Verdict::kServe;
  FillLocked(usage.streams, limits_.streams);
  if (usage.streams.tokens < 1) return Verdict::kRefuse;
  usage.streams.tokens -= 1;
  return Verdict::kServe;
}

bool CallBudgets::MayConnect(const std::string& peer) const {
  absl::MutexLock lock(&mu_);
  const auto found = peers_.find(peer);
  return found == peers_.end() || found->second.barred_until <= clock_.Now();
}

void CallBudgets::Reserve(const std::string& peer, int64_t bytes) {
  absl::MutexLock lock(&mu_);
  OfLocked(peer).bytes += bytes;
  bytes_ += bytes;
}

void CallBudgets::Release(const std::string& peer, int64_t bytes) { Reserve(peer, -bytes); }

bool CallBudgets::IsOver(const std::string& peer) const {
  absl::MutexLock lock(&mu_);
  if (bytes_ > limits_.bytes_of_all) return true;
  const auto found = peers_.find(peer);
  return found != peers_.end() && found->second.bytes > limits_.bytes;
}

}  // namespace collie::relay
