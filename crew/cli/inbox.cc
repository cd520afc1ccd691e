#include "crew/cli/inbox.h"

#include <utility>

namespace collie::cli {

bool Inbox::PutNews(News news) {
  absl::MutexLock lock(&mu_);
  mu_.Await(absl::Condition(this, &Inbox::HasSpaceLocked));
  if (closed_) return false;
  waiting_.push_back(std::move(news));
  changed_.NotifyAll();
  return true;
}

std::optional<News> Inbox::TakeNews(absl::Duration most) {
  const auto has_news = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return HasNewsLocked(); };
  absl::MutexLock lock(&mu_);
  changed_.Await(mu_, has_news, most);
  if (waiting_.empty()) return std::nullopt;
  News news = std::move(waiting_.front());
  waiting_.pop_front();
  return news;
}

void Inbox::Close() {
  absl::MutexLock lock(&mu_);
  closed_ = true;
  changed_.NotifyAll();
}

bool Inbox::Rest(absl::Duration most) {
  const auto is_closed = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return closed_; };
  absl::MutexLock lock(&mu_);
  return !changed_.Await(mu_, is_closed, most);
}

}  // namespace collie::cli
