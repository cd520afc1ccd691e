#include "relay/http/http_front.h"

#include <utility>

#include "crew/status/status_macros.h"
#include "crew/threads/named_thread.h"

namespace collie::relay {

absl::StatusOr<std::unique_ptr<HttpFront>> HttpFront::Start(DoorListener listener, Options options,
                                                            Handler handler,
                                                            const clock::Clock& clock) {
  std::unique_ptr<HttpFront> front(
      new HttpFront(std::move(listener), options, std::move(handler), clock));
  COLLIE_RETURN_IF_ERROR(front->loop_.Prepare());
  front->thread_ = threads::StartNamed("front", [loop = &front->loop_] { loop->Run(); });
  return front;
}

HttpFront::HttpFront(DoorListener listener, Options options, Handler handler,
                     const clock::Clock& clock)
    : handler_(std::move(handler)),
      loop_(
          std::move(listener), options.loop,
          [this](uint64_t connection, HttpRequest request) {
            return Submit(connection, std::move(request));
          },
          clock),
      pool_(std::make_unique<WorkerPool>(options.workers, options.queue)) {}

HttpFront::~HttpFront() { Stop(absl::ZeroDuration()); }

void HttpFront::Stop(absl::Duration within) {
  if (!thread_.joinable()) return;
  loop_.Stop(within);
  thread_.join();
  pool_.reset();
}

bool HttpFront::Submit(uint64_t connection, HttpRequest request) {
  return pool_->TryRun([this, connection, request = std::move(request)] {
    loop_.Deliver(connection, handler_(request));
  });
}

}  // namespace collie::relay
