#include "crew/http_server/loop.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <utility>

#include "crew/threads/named_thread.h"

namespace collie::http_server {

Loop::Loop(std::string_view name)
    : name_(name), io_(std::make_unique<boost::asio::io_context>(1)) {}

Loop::~Loop() {
  End();
  Drop();
}

void Loop::Start() {
  thread_ = threads::StartNamed(name_, [io = io_.get()] {
    const auto work = boost::asio::make_work_guard(*io);
    io->run();
  });
}

bool Loop::Post(std::function<void()> call) {
  // Under the lock, so that nothing is posted to a context that is gone.
  absl::MutexLock lock(&mu_);
  if (has_ended_) return false;
  boost::asio::post(*io_, std::move(call));
  return true;
}

void Loop::End() {
  {
    absl::MutexLock lock(&mu_);
    if (has_ended_) return;
    has_ended_ = true;
  }
  io_->stop();
  if (thread_.joinable()) thread_.join();
}

void Loop::Drop() { io_.reset(); }

}  // namespace collie::http_server
