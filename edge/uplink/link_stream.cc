#include "edge/uplink/link_stream.h"

#include <algorithm>
#include <utility>

#include "crew/status/grpc_status.h"
#include "edge/uplink/frames.h"

namespace collie::edge {

LinkStream::LinkStream(const UplinkTargets& targets, Events events)
    : events_(std::move(events)), view_(targets.view), disk_(targets.disk) {}

std::shared_ptr<LinkStream> LinkStream::New(const UplinkTargets& targets, Events events) {
  std::shared_ptr<LinkStream> stream(new LinkStream(targets, std::move(events)));
  // Answers may come when the stream is long over: they hold it weakly.
  stream->session_.emplace(
      targets,
      [weak = std::weak_ptr(stream)](v1::EdgeFrame frame) {
        if (const auto alive = weak.lock()) alive->Send(std::move(frame));
      },
      [weak = std::weak_ptr(stream)](const absl::Status& why) {
        if (const auto alive = weak.lock()) alive->EndWith(why);
      });
  return stream;
}

void LinkStream::Start(v1::EdgeLink::Stub& stub) {
  self_ = shared_from_this();
  v1::EdgeFrame hello = session_->Hello();
  stub.async()->Attach(&context_, this);
  AddHold();  // writes are started from other threads
  StartRead(&incoming_);
  StartCall();
  Send(std::move(hello));
}

void LinkStream::Send(v1::EdgeFrame frame) {
  {
    absl::MutexLock lock(&mu_);
    PushLocked(std::move(frame));
  }
  Pump();
}

void LinkStream::PushLocked(v1::EdgeFrame frame) {
  if (frame.has_history()) {
    if (history_bytes_ + frame.ByteSizeLong() > kWaitingHistory) {
      frame = RefusedPage(frame.history().read());
    }
    history_bytes_ += frame.ByteSizeLong();
  }
  const bool is_result = frame.has_result();
  if (!queue_.Push(std::move(frame)) && is_result) dropped_result_ = true;
}

void LinkStream::SendDropped() {
  {
    absl::MutexLock lock(&mu_);
    if (!dropped_result_ || !queue_.IsIdle() || queue_.IsEnding()) return;
    dropped_result_ = false;
  }
  session_->SendPending();
}

void LinkStream::End() { EndWith(absl::OkStatus()); }

void LinkStream::BreakOff() {
  EndWith(absl::DeadlineExceededError("nothing was received for too long"));
  context_.TryCancel();
}

void LinkStream::EndWith(const absl::Status& why) {
  {
    absl::MutexLock lock(&mu_);
    if (queue_.IsEnding()) return;
    queue_.End();
    end_ = why;
  }
  Pump();
}

void LinkStream::OnReadDone(bool ok) {
  if (!ok) {
    EndWith(absl::OkStatus());
    return;
  }
  const absl::Status taken = session_->OnFrame(incoming_);
  if (!taken.ok()) {
    EndWith(taken);
    context_.TryCancel();
    return;
  }
  if (incoming_.has_hello()) return TakeHello();
  if (incoming_.has_going_down()) {
    events_.spread(absl::Milliseconds(incoming_.going_down().redial_within_ms()));
  }
  events_.heard();
  StartRead(&incoming_);
  Pump();
}

void LinkStream::TakeHello() {
  AddHold();  // no read is out meanwhile that would keep the call
  const bool taken = disk_.Run([self = shared_from_this()] {
    self->OnWelcomed(self->session_->Welcome(self->incoming_.hello()));
  });
  if (!taken) OnWelcomed(absl::UnavailableError("the edge's store is too busy for a new link"));
}

void LinkStream::OnWelcomed(const absl::Status& status) {
  if (status.ok()) {
    {
      absl::MutexLock lock(&mu_);
      up_ = true;
    }
    events_.hello();
    events_.spread(absl::Milliseconds(incoming_.hello().redial_within_ms()));
    events_.heard();
    StartRead(&incoming_);
    Pump();
  } else {
    EndWith(status);
    context_.TryCancel();
  }
  RemoveHold();
}

void LinkStream::OnWriteDone(bool ok) {
  {
    absl::MutexLock lock(&mu_);
    const v1::EdgeFrame& written = queue_.current();
    if (written.has_history()) {
      history_bytes_ -= std::min(history_bytes_, written.ByteSizeLong());
    }
    queue_.Written(ok);
  }
  Pump();
}

void LinkStream::Pump() {
  using Queue = link::WriteQueue<v1::EdgeFrame>;
  Queue::Next next = Queue::Next::kNothing;
  const v1::EdgeFrame* frame = nullptr;
  bool is_idle = false;
  {
    absl::MutexLock lock(&mu_);
    FillLocked();
    is_idle = up_ && queue_.IsIdle() && !queue_.IsEnding();
    next = queue_.Step();
    frame = &queue_.current();
  }
  if (is_idle) session_->OnIdle();
  if (next == Queue::Next::kWrite) StartWrite(frame);
  if (next == Queue::Next::kEnd) {
    StartWritesDone();
    RemoveHold();
  }
}

void LinkStream::FillLocked() {
  // State is taken when it can leave at once; otherwise it is taken later, and newer.
  if (!up_ || queue_.IsEnding() || !queue_.IsIdle()) return;
  v1::EdgeFrame frame;
  if (view_.NextFrame(&frame, kPartBytes)) queue_.Push(std::move(frame));
}

void LinkStream::OnDone(const grpc::Status& status) {
  absl::Status why;
  {
    absl::MutexLock lock(&mu_);
    why = end_.ok() ? status::FromGrpc(status) : end_;
  }
  const std::shared_ptr<LinkStream> keep = std::move(self_);
  events_.ended(why);
}

}  // namespace collie::edge
