#include "edge/uplink/uplink.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/support/channel_arguments.h>

#include <utility>

#include "crew/identity/authority.h"
#include "crew/log/log.h"
#include "crew/rpc/channel_arguments.h"
#include "crew/threads/named_thread.h"
#include "edge/uplink/frames.h"

namespace collie::edge {
namespace {

constexpr int kMostFrame = 16 << 20;  // bytes of one frame that the relay may send
constexpr absl::Duration kFarewell = absl::Seconds(2);

grpc::ChannelArguments ChannelArguments() {
  grpc::ChannelArguments arguments = rpc::DirectArguments();
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 10'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 5'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // each dial is a new connection
  arguments.SetMaxReceiveMessageSize(kMostFrame);
  arguments.SetSslTargetNameOverride(identity::kLinkName);
  return arguments;
}

// gRPC 1.51 ends the thread of its callbacks with the last channel that called back, even when that
// channel is let go on this very thread: it then joins itself and goes on in freed memory. So the
// first channel of the process stays, idle, for as long as the process lives.
void KeepCallbacks(const std::shared_ptr<grpc::Channel>& channel) {
  static const auto* const first = new std::shared_ptr<grpc::Channel>(channel);
  static_cast<void>(first);
}

}  // namespace

Uplink::Uplink(Options options, UplinkTargets targets, const clock::Clock& clock,
               ids::RandomSource& random)
    : options_(std::move(options)),
      targets_(std::move(targets)),
      clock_(clock),
      state_(options_.backoff, random, clock.Now()) {}

Uplink::~Uplink() { Stop(); }

void Uplink::Start() {
  thread_ = threads::StartNamed("uplink", [this] { Work(); });
}

void Uplink::Stop() {
  {
    absl::MutexLock lock(&mu_);
    stopping_ = true;
    check_due_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
  std::shared_ptr<LinkStream> stream;
  {
    absl::MutexLock lock(&mu_);
    stream = stream_;
  }
  if (!stream) return;
  const auto is_over = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return stream_ == nullptr; };
  stream->End();
  bool over = false;
  {
    absl::MutexLock lock(&mu_);
    over = changed_.Await(mu_, is_over, kFarewell);
  }
  if (!over) stream->BreakOff();
  absl::MutexLock lock(&mu_);
  mu_.Await(absl::Condition(&is_over));
}

void Uplink::Notify() {
  if (const auto stream = Stream()) stream->Notify();
}

void Uplink::ReportResult(const v1::ActResult& result) {
  const auto stream = Stream();
  if (!stream) return;
  stream->Send(ResultFrame(targets_.store, result));
}

bool Uplink::is_up() const {
  absl::MutexLock lock(&mu_);
  return state_.state() == UplinkState::State::kUp;
}

std::string Uplink::detail() const {
  absl::MutexLock lock(&mu_);
  return state_.detail();
}

std::shared_ptr<LinkStream> Uplink::Stream() const {
  absl::MutexLock lock(&mu_);
  return state_.state() == UplinkState::State::kUp ? stream_ : nullptr;
}

void Uplink::Work() {
  const auto must_check = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return check_due_; };
  while (true) {
    DialIfDue();
    KeepAlive();
    absl::MutexLock lock(&mu_);
    const absl::Duration wait = state_.NextCheck(clock_.Now()) - clock_.Now();
    changed_.Await(mu_, must_check, wait);
    check_due_ = false;
    if (stopping_) return;
  }
}

// A lead that ends the connection after its handshake, before it says hello, does not list this
// key.
absl::Status Uplink::WhyEnded(const absl::Status& why) const {
  const bool has_met = options_.lead.has_met->exchange(false);
  if (!has_met || !absl::IsUnavailable(why)) return why;
  return absl::UnauthenticatedError("The lead ended the connection after it saw this key.");
}

void Uplink::DialIfDue() {
  {
    absl::MutexLock lock(&mu_);
    if (stopping_ || stream_ || !state_.ShouldDial(clock_.Now())) return;
  }
  LinkStream::Events events;
  events.hello = [this] {
    options_.lead.has_met->store(false);
    absl::MutexLock lock(&mu_);
    state_.HelloCame(clock_.Now());
  };
  events.heard = [this] {
    absl::MutexLock lock(&mu_);
    state_.MarkHeard(clock_.Now());
  };
  events.spread = [this](absl::Duration within) {
    absl::MutexLock lock(&mu_);
    state_.SetSpread(within);
  };
  events.ended = [this](const absl::Status& why) {
    targets_.interest({});  // nobody watches through a link that is down
    std::string sentence;
    std::shared_ptr<LinkStream> over;
    {
      absl::MutexLock lock(&mu_);
      sentence = state_.Ended(WhyEnded(why), clock_.Now());
      if (stopping_) sentence.clear();
    }
    if (!sentence.empty()) log::Warn("uplink", sentence);
    absl::MutexLock lock(&mu_);
    over = std::move(stream_);
    check_due_ = true;
    changed_.NotifyAll();
  };
  const auto channel =
      grpc::CreateCustomChannel(options_.address, options_.lead.credentials, ChannelArguments());
  const auto stub = v1::EdgeLink::NewStub(channel);
  const auto stream = LinkStream::New(targets_, std::move(events));
  {
    absl::MutexLock lock(&mu_);
    stream_ = stream;  // before it can end
  }
  stream->Start(*stub);
  KeepCallbacks(channel);
}

void Uplink::KeepAlive() {
  std::shared_ptr<LinkStream> stream;
  std::optional<int64_t> heartbeat;
  bool silent = false;
  {
    absl::MutexLock lock(&mu_);
    stream = stream_;
    silent = stream && state_.IsSilent(clock_.Now());
    heartbeat = state_.HeartbeatDue(clock_.Now());
  }
  if (stream) stream->SendDropped();
  if (silent) {
    stream->BreakOff();
  } else if (stream && heartbeat) {
    for (v1::EdgeFrame& frame : HeartbeatFrames(*heartbeat, targets_.view.Ages())) {
      stream->Send(std::move(frame));
    }
  }
}

}  // namespace collie::edge
