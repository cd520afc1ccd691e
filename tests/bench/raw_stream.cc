#include "tests/bench/raw_stream.h"

#include <grpcpp/generic/generic_stub.h>

#include <utility>

namespace collie::bench {

std::shared_ptr<RawStream> RawStream::Open(const std::shared_ptr<grpc::Channel>& channel,
                                           const std::string& method, Events events) {
  std::shared_ptr<RawStream> stream(new RawStream(std::move(events)));
  stream->self_ = stream;
  grpc::GenericStub stub(channel);
  stub.PrepareBidiStreamingCall(&stream->context_, method, grpc::StubOptions(), stream.get());
  stream->AddHold();  // writes are started from other threads
  stream->StartRead(&stream->incoming_);
  stream->StartCall();
  return stream;
}

void RawStream::Send(const grpc::ByteBuffer& message) { Push(message, /*is_last=*/false); }
void RawStream::SendLast(const grpc::ByteBuffer& message) { Push(message, /*is_last=*/true); }
void RawStream::Cancel() { context_.TryCancel(); }

void RawStream::Push(const grpc::ByteBuffer& message, bool is_last) {
  absl::MutexLock lock(&mu_);
  if (is_over_) return;
  waiting_.push_back(message);
  is_last_ = is_last_ || is_last;
  if (!is_writing_) StartNext();
}

// StartWrite returns at once and calls nothing of ours: it may run under the lock.
void RawStream::StartNext() {
  is_writing_ = true;
  outgoing_ = std::move(waiting_.front());
  waiting_.pop_front();
  if (waiting_.empty() && is_last_) {
    StartWriteLast(&outgoing_, grpc::WriteOptions());
  } else {
    StartWrite(&outgoing_);
  }
}

void RawStream::EndWrites() {
  {
    absl::MutexLock lock(&mu_);
    if (is_over_) return;
    is_over_ = true;
    waiting_.clear();
  }
  RemoveHold();
}

void RawStream::OnWriteDone(bool ok) {
  bool is_over = !ok;
  {
    absl::MutexLock lock(&mu_);
    is_writing_ = false;
    if (ok && !waiting_.empty()) StartNext();
    is_over = is_over || (is_last_ && !is_writing_);
  }
  if (is_over) EndWrites();
}

void RawStream::OnReadDone(bool ok) {
  if (!ok) return EndWrites();
  events_.message(incoming_);
  incoming_.Clear();
  StartRead(&incoming_);
}

void RawStream::OnDone(const grpc::Status& status) {
  const std::shared_ptr<RawStream> keep = std::move(self_);
  events_.end(status);
}

}  // namespace collie::bench
