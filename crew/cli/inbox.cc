#include "crew/cli/inbox.h"

#include <utility>

namespace collie::cli {

bool Inbox::Put(News news) {
  absl::MutexLock lock(&mu_);
  mu_.Await(absl::Condition(this, &Inbox::HasRoomLocked));
  if (closed_) return false;
  waiting_.push_back(std::move(news));
  return true;
}

std::optional<News> Inbox::Take(absl::Duration most) {
  absl::MutexLock lock(&mu_);
  mu_.AwaitWithTimeout(absl::Condition(this, &Inbox::HasNewsLocked), most);
  if (waiting_.empty()) return std::nullopt;
  News news = std::move(waiting_.front());
  waiting_.pop_front();
  return news;
}

void Inbox::Close() {
  absl::MutexLock lock(&mu_);
  closed_ = true;
}

bool Inbox::Rest(absl::Duration most) {
  absl::MutexLock lock(&mu_);
  return !mu_.AwaitWithTimeout(absl::Condition(&closed_), most);
}

}  // namespace collie::cli
