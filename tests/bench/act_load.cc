#include "tests/bench/act_load.h"

#include <utility>

#include "tests/bench/wait.h"

namespace collie::bench {

ActLoad::Outcome ActLoad::Run(int clients, double seconds) {
  const double began = Now();
  {
    absl::MutexLock lock(&mu_);
    outcome_ = {};
    until_ = began + seconds;
    running_ = clients;
  }
  for (int i = 0; i < clients; ++i) Next(i);
  absl::MutexLock lock(&mu_);
  const auto is_over = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return running_ == 0; };
  mu_.Await(absl::Condition(&is_over));
  outcome_.seconds = Now() - began;
  return std::move(outcome_);
}

void ActLoad::Next(int client) {
  struct Reply {
    bool is_good = false;
    std::string said;
  };
  const auto reply = std::make_shared<Reply>();
  const grpc::ByteBuffer request = target_.request(client);
  const double began = Now();
  RawStream::Events events;
  events.message = [this, reply](const grpc::ByteBuffer& message) {
    reply->is_good = target_.is_good(message);
    if (!reply->is_good) reply->said = "another outcome";
  };
  events.end = [this, reply, client, began](const grpc::Status& status) {
    if (!status.ok()) reply->said = status.error_message();
    OnEnd(client, began, status.ok() && reply->is_good, reply->said);
  };
  RawStream::Open(channels_[static_cast<size_t>(client)], target_.method, std::move(events))
      ->SendLast(request);
}

void ActLoad::OnEnd(int client, double began, bool is_good, std::string said) {
  const double now = Now();
  {
    absl::MutexLock lock(&mu_);
    if (is_good) outcome_.latencies.Add(now - began);
    if (!is_good && outcome_.bad++ == 0) outcome_.first_bad = std::move(said);
    if (now >= until_) {
      --running_;
      return;
    }
  }
  Next(client);
}

}  // namespace collie::bench
