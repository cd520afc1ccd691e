#ifndef COLLIE_TESTS_BENCH_RAW_STREAM_H_
#define COLLIE_TESTS_BENCH_RAW_STREAM_H_

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/client_callback.h>

#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace collie::bench {

// The client's side of one stream whose messages stay bytes, so that what the bench adds is the
// same for the product and for a floor. Thread-safe.
class RawStream final : public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  struct Events {
    // Called for each message, one at a time, on a thread of gRPC's.
    std::function<void(const grpc::ByteBuffer&)> message = [](const grpc::ByteBuffer&) {};
    // Called once, last.
    std::function<void(const grpc::Status&)> end = [](const grpc::Status&) {};
  };

  static std::shared_ptr<RawStream> Open(const std::shared_ptr<grpc::Channel>& channel,
                                         const std::string& method, Events events);

  // Writes messages in order, one at a time.
  void Send(const grpc::ByteBuffer& message) ABSL_LOCKS_EXCLUDED(mu_);
  // No more are written: what a unary call or a server's stream waits for.
  void SendLast(const grpc::ByteBuffer& message) ABSL_LOCKS_EXCLUDED(mu_);
  void Cancel();

 private:
  explicit RawStream(Events events) : events_(std::move(events)) {}
  void Push(const grpc::ByteBuffer& message, bool is_last) ABSL_LOCKS_EXCLUDED(mu_);
  void StartNext() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void EndWrites() ABSL_LOCKS_EXCLUDED(mu_);
  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;

  const Events events_;
  grpc::ClientContext context_;
  grpc::ByteBuffer incoming_;
  std::shared_ptr<RawStream> self_;  // until the call is over

  absl::Mutex mu_;
  std::deque<grpc::ByteBuffer> waiting_ ABSL_GUARDED_BY(mu_);
  grpc::ByteBuffer outgoing_ ABSL_GUARDED_BY(mu_);
  bool is_writing_ ABSL_GUARDED_BY(mu_) = false;
  bool is_last_ ABSL_GUARDED_BY(mu_) = false;
  bool is_over_ ABSL_GUARDED_BY(mu_) = false;  // the hold for writes is given back
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_RAW_STREAM_H_
