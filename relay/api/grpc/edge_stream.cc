#include "relay/api/grpc/edge_stream.h"

#include <optional>
#include <utility>

#include "crew/status/grpc_status.h"

namespace collie::relay {

EdgeStream::EdgeStream(EdgeLinkService& service, grpc::CallbackServerContext& context,
                       std::string member, LinkTargets targets, std::shared_ptr<ReadBudget> budget)
    : service_(service),
      context_(&context),
      budget_(std::move(budget)),
      session_(std::move(member), std::move(targets), *budget_) {}

void EdgeStream::Begin() { StartRead(&incoming_); }

void EdgeStream::OnReadDone(bool ok) {
  if (!ok) {
    End(absl::OkStatus());
    return;
  }
  absl::Status taken;
  {
    absl::MutexLock lock(&session_mu_);
    taken = session_.OnFrame(std::move(incoming_), shared_from_this());
  }
  RunResumed();
  if (!taken.ok()) {
    End(taken);
    return;
  }
  incoming_.Clear();
  ReadNext();
}

void EdgeStream::ReadNext() {
  {
    absl::MutexLock lock(&mu_);
    read_waits_ = true;
  }
  const auto resume = [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->ResumeRead();
  };
  if (budget_->HasRoomOr(resume)) ResumeRead();
}

void EdgeStream::ResumeRead() {
  {
    absl::MutexLock lock(&mu_);
    read_waits_ = false;
    if (queue_.IsEnding()) return;
    starts_read_ = true;
  }
  StartRead(&incoming_);
  {
    absl::MutexLock lock(&mu_);
    starts_read_ = false;
  }
  Pump();
}

void EdgeStream::Resume(std::function<absl::Status(EdgeSession&)> work) {
  {
    absl::MutexLock lock(&mu_);
    resumed_.push_back(std::move(work));
  }
  RunResumed();
}

std::function<absl::Status(EdgeSession&)> EdgeStream::NextResumed() {
  absl::MutexLock lock(&mu_);
  if (resumed_.empty()) return nullptr;
  auto work = std::move(resumed_.front());
  resumed_.pop_front();
  return work;
}

void EdgeStream::RunResumed() {
  const auto waits = [this] {
    absl::MutexLock lock(&mu_);
    return !resumed_.empty();
  };
  while (waits()) {
    if (!session_mu_.TryLock()) return;
    absl::Status done;
    if (const auto work = NextResumed()) done = work(session_);
    session_mu_.Unlock();
    if (!done.ok()) End(done);
  }
}

void EdgeStream::Tick() {
  absl::Status alive;
  std::optional<v1::RelayFrame> frame;
  bool is_paused = false;
  {
    absl::MutexLock lock(&mu_);
    is_paused = read_waits_;
  }
  // A session that is busy is looked at in the next second: the ticker waits for none.
  if (!session_mu_.TryLock()) return;
  // An edge that is not read cannot be heard.
  if (is_paused) session_.NotRead();
  auto due = session_.Tick();
  session_mu_.Unlock();
  alive = due.status();
  if (due.ok()) frame = *std::move(due);
  RunResumed();
  if (!alive.ok()) {
    End(alive);
    BreakOff();
  } else if (frame) {
    Send(*std::move(frame));
  }
}

bool EdgeStream::Send(v1::RelayFrame frame) {
  bool taken = false;
  {
    absl::MutexLock lock(&mu_);
    if (queue_.IsEnding()) return false;
    taken = queue_.Push(std::move(frame));
  }
  if (!taken) {
    End(absl::ResourceExhaustedError("This edge does not read what it is sent."));
    BreakOff();
    return false;
  }
  Pump();
  return true;
}

void EdgeStream::OnWriteDone(bool ok) {
  {
    absl::MutexLock lock(&mu_);
    queue_.Written(ok);
  }
  Pump();
}

void EdgeStream::End(const absl::Status& status) {
  {
    absl::MutexLock lock(&mu_);
    if (queue_.IsEnding()) return;
    queue_.End();
    end_ = status;
  }
  Pump();
}

void EdgeStream::Pump() {
  using Next = link::WriteQueue<v1::RelayFrame>::Next;
  Next next = Next::kNothing;
  const v1::RelayFrame* frame = nullptr;
  absl::Status end;
  {
    absl::MutexLock lock(&mu_);
    const bool would_end = queue_.IsEnding() && queue_.IsIdle();
    if (would_end && starts_read_) return;  // it pumps again
    next = queue_.Step();
    frame = &queue_.current();
    end = end_;
  }
  if (next == Next::kWrite) StartWrite(frame);
  if (next == Next::kEnd) Finish(status::ToGrpc(end));
}

void EdgeStream::OnCancel() { End(absl::CancelledError("The link broke.")); }

void EdgeStream::BreakOff() {
  absl::MutexLock lock(&context_mu_);
  if (context_ != nullptr) context_->TryCancel();
}

void EdgeStream::OnDone() {
  {
    absl::MutexLock lock(&context_mu_);
    context_ = nullptr;
  }
  {
    absl::MutexLock lock(&session_mu_);
    session_.End();
  }
  RunResumed();
  service_.Forget(shared_from_this());
}

}  // namespace collie::relay
