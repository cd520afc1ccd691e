#include "tests/bench/floor_server.h"

#include <grpcpp/resource_quota.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <utility>
#include <vector>

#include "collie/v1/dashboard.pb.h"
#include "tests/bench/bytes.h"
#include "tests/bench/numbered.h"

namespace collie::bench {

// One call: writes what it is given, in order, and hands what it reads to the server.
class FloorServer::Call final : public grpc::ServerGenericBidiReactor,
                                public std::enable_shared_from_this<Call> {
 public:
  using OnRead = std::function<void(const std::shared_ptr<Call>&, const grpc::ByteBuffer&)>;

  Call(FloorServer& server, OnRead on_read) : server_(server), on_read_(std::move(on_read)) {}

  void Begin() { StartRead(&incoming_); }

  void Send(const grpc::ByteBuffer& message, bool is_last = false) {
    absl::MutexLock lock(&mu_);
    if (is_ending_) return;
    is_ending_ = is_last;
    if (is_writing_) {
      waiting_.push_back(message);
      return;
    }
    Write(message);
  }

  void OnReadDone(bool ok) override {
    if (!ok) return;
    on_read_(shared_from_this(), incoming_);
    incoming_.Clear();
    StartRead(&incoming_);
  }

  void OnWriteDone(bool ok) override {
    absl::MutexLock lock(&mu_);
    is_writing_ = false;
    if (!ok || is_finished_ || waiting_.empty()) return;
    grpc::ByteBuffer next = std::move(waiting_.front());
    waiting_.pop_front();
    Write(next);
  }

  void OnCancel() override {
    absl::MutexLock lock(&mu_);
    if (std::exchange(is_finished_, true)) return;
    is_ending_ = true;
    Finish(grpc::Status::CANCELLED);
  }

  void OnDone() override { server_.Forget(shared_from_this()); }

 private:
  void Write(const grpc::ByteBuffer& message) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) {
    is_writing_ = true;
    outgoing_ = message;
    if (!is_ending_ || !waiting_.empty()) return StartWrite(&outgoing_);
    is_finished_ = true;
    StartWriteAndFinish(&outgoing_, grpc::WriteOptions(), grpc::Status::OK);
  }

  FloorServer& server_;
  const OnRead on_read_;
  grpc::ByteBuffer incoming_;

  absl::Mutex mu_;
  std::deque<grpc::ByteBuffer> waiting_ ABSL_GUARDED_BY(mu_);
  grpc::ByteBuffer outgoing_ ABSL_GUARDED_BY(mu_);
  bool is_writing_ ABSL_GUARDED_BY(mu_) = false;
  bool is_ending_ ABSL_GUARDED_BY(mu_) = false;
  bool is_finished_ ABSL_GUARDED_BY(mu_) = false;
};

grpc::ServerGenericBidiReactor* FloorServer::CreateReactor(
    grpc::GenericCallbackServerContext* context) {
  const std::string& method = context->method();
  Call::OnRead on_read = [](const auto&, const auto&) {};
  if (method == "/floor/Publish") {
    on_read = [this](const auto&, const grpc::ByteBuffer& message) { Publish(message); };
  } else if (method == "/floor/Edge") {
    on_read = [this](const auto&, const grpc::ByteBuffer& message) { EndAct(message); };
  } else if (method == "/floor/Act") {
    on_read = [this](const auto& call, const grpc::ByteBuffer& message) {
      BeginAct(call, message);
    };
  }
  const auto call = std::make_shared<Call>(*this, std::move(on_read));
  v1::WatchEvent in_sync;
  in_sync.mutable_in_sync();
  {
    absl::MutexLock lock(&mu_);
    calls_.insert(call);
    if (method == "/floor/Watch") watches_.insert(call);
    if (method == "/floor/Edge") edge_ = call;
  }
  call->Begin();
  if (method == "/floor/Watch") call->Send(ToBuffer(in_sync));
  return call.get();
}

void FloorServer::Publish(const grpc::ByteBuffer& message) {
  std::vector<std::shared_ptr<Call>> watches;
  {
    absl::MutexLock lock(&mu_);
    watches.assign(watches_.begin(), watches_.end());
  }
  for (const auto& watch : watches) watch->Send(message);
}

void FloorServer::BeginAct(const std::shared_ptr<Call>& call, const grpc::ByteBuffer& request) {
  Numbered act;
  act.bytes = ToString(request);
  std::shared_ptr<Call> edge;
  {
    absl::MutexLock lock(&mu_);
    act.number = next_++;
    acts_[act.number] = call;
    edge = edge_;
  }
  if (!edge) return call->Send({}, /*is_last=*/true);  // not there yet: the bench tries again
  commits_.Commit(steps_.before, act.bytes, [edge, act] { edge->Send(ToBuffer(act)); });
}

void FloorServer::EndAct(const grpc::ByteBuffer& message) {
  const std::optional<Numbered> end = ParseNumbered(message);
  if (!end) return;
  commits_.Commit(steps_.after, end->bytes, [this, end] {
    std::shared_ptr<Call> call;
    {
      absl::MutexLock lock(&mu_);
      const auto found = acts_.find(end->number);
      if (found == acts_.end()) return;
      call = std::move(found->second);
      acts_.erase(found);
    }
    call->Send(ToBuffer(end->bytes), /*is_last=*/true);
  });
}

void FloorServer::Forget(const std::shared_ptr<Call>& call) {
  absl::MutexLock lock(&mu_);
  watches_.erase(call);
  calls_.erase(call);
  if (edge_ == call) edge_ = nullptr;
}

absl::StatusOr<std::unique_ptr<grpc::Server>> FloorServer::Listen(const identity::Identity& relay,
                                                                  int* port) {
  grpc::SslServerCredentialsOptions tls(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  tls.pem_root_certs = relay.authority;
  tls.pem_key_cert_pairs.push_back({relay.key, relay.certificate});
  grpc::ServerBuilder builder;
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 10'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 2'000);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);
  builder.AddListeningPort("127.0.0.1:0", grpc::SslServerCredentials(tls), port);
  builder.RegisterCallbackGenericService(this);
  std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (!server || *port == 0) return absl::UnavailableError("the floor's server cannot listen");
  return server;
}

}  // namespace collie::bench
