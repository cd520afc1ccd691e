#include "tests/bench/rounds.h"

#include "absl/strings/str_format.h"
#include "tests/bench/bytes.h"
#include "tests/bench/wait.h"

namespace collie::bench {

std::string Rounds::Begin(int receivers) {
  absl::MutexLock lock(&mu_);
  token_ = absl::StrFormat("round-%08d", ++number_);
  missing_ = receivers;
  began_ = Now();
  return token_;
}

void Rounds::Received(const grpc::ByteBuffer& message) {
  absl::MutexLock lock(&mu_);
  if (missing_ == 0 || !Contains(message, token_)) return;
  if (--missing_ > 0) return;
  ended_ = Now();
  over_.NotifyAll();
}

std::optional<double> Rounds::Await(absl::Duration most) {
  absl::MutexLock lock(&mu_);
  const auto is_over = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return missing_ == 0; };
  if (over_.Await(mu_, is_over, most)) return ended_ - began_;
  missing_ = 0;
  return std::nullopt;
}

}  // namespace collie::bench
