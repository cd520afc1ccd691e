#include "relay/api/http/event_stream.h"

#include <optional>
#include <utility>

namespace collie::relay {

void EventStream::Attach(std::shared_ptr<http_server::ReplyStream> reply) {
  absl::MutexLock lock(&mu_);
  reply_ = std::move(reply);
}

void EventStream::OnDrained() {
  {
    absl::MutexLock lock(&mu_);
    has_space_ = true;
  }
  Schedule();
}

void EventStream::OnClosed() {
  absl::MutexLock lock(&mu_);
  is_over_ = true;
  reply_.reset();
}

void EventStream::End() {
  std::shared_ptr<http_server::ReplyStream> reply;
  {
    absl::MutexLock lock(&mu_);
    is_over_ = true;
    reply = std::move(reply_);
  }
  if (reply != nullptr) reply->End();
}

void EventStream::Schedule() {
  {
    absl::MutexLock lock(&mu_);
    if (is_posted_ || is_over_ || !has_space_) return;
    is_posted_ = true;
  }
  executor_.Post([self = shared_from_this()] { self->Pump(); });
}

std::shared_ptr<http_server::ReplyStream> EventStream::Ready() {
  absl::MutexLock lock(&mu_);
  is_posted_ = false;
  return is_over_ || !has_space_ ? nullptr : reply_;
}

void EventStream::Pump() {
  const std::shared_ptr<http_server::ReplyStream> reply = Ready();
  if (reply == nullptr) return;
  while (std::optional<WatchStep> step = feed_.Next()) {
    http_server::Piece event = writer_.Write(*step, clock_.Now());
    if (event == nullptr) continue;
    {
      absl::MutexLock lock(&mu_);
      has_space_ = false;
    }
    reply->Write(std::move(event));
    return;
  }
}

}  // namespace collie::relay
