#include "tests/bench/watcher.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "collie/v1/dashboard.pb.h"
#include "crew/ids/random.h"
#include "crew/status/status_macros.h"
#include "tests/bench/bytes.h"
#include "tests/bench/dial.h"
#include "tests/bench/simulated_edge.h"
#include "tests/bench/wait.h"

namespace collie::bench {
namespace {

constexpr size_t kDialledAtOnce = 32;
constexpr absl::Duration kTick = absl::Milliseconds(50);

}  // namespace

WatchTarget WatchOf(const std::string& address, const std::string& member,
                    const std::string& pane) {
  v1::WatchRequest request;
  request.set_member(member);
  if (!pane.empty()) request.set_source(SimulatedEdge::kSource);
  request.set_pane(pane);
  return {address, "/collie.v1.Dashboard/Watch", ToBuffer(request)};
}

Watcher::Watcher(identity::Identity device, WatchTarget target, OnMessage on_message)
    : device_(std::move(device)),
      target_(std::move(target)),
      on_message_(std::move(on_message)),
      backoff_({}, ids::SystemRandom()) {}

void Watcher::Dial() {
  const auto channel = bench::Dial(target_.address, device_);
  int64_t number = 0;
  {
    absl::MutexLock lock(&mu_);
    if (is_stopped_) return;
    number = ++streams_;
  }
  RawStream::Events events;
  const std::weak_ptr<Watcher> weak = weak_from_this();
  events.message = [weak](const grpc::ByteBuffer& message) {
    const auto self = weak.lock();
    if (!self) return;
    if (!self->is_in_sync_ && FirstField(message) == v1::WatchEvent::kInSyncFieldNumber) {
      self->is_in_sync_ = true;
    }
    self->on_message_(message);
  };
  events.end = [weak, number](const grpc::Status&) {
    if (const auto self = weak.lock()) self->OnEnd(number);
  };
  const auto stream = RawStream::Open(channel, target_.method, std::move(events));
  stream->SendLast(target_.request);
  absl::MutexLock lock(&mu_);
  if (streams_ == number) stream_ = stream;
}

void Watcher::OnEnd(int64_t stream) {
  is_in_sync_ = false;
  absl::MutexLock lock(&mu_);
  if (stream != streams_) return;
  ++streams_;  // whatever still comes of it is late
  stream_ = nullptr;
  next_dial_ = clock::SystemClock().Now() + backoff_.Next();
}

void Watcher::Tick(clock::Steady now) {
  {
    absl::MutexLock lock(&mu_);
    if (is_in_sync_) backoff_.Reset();
    if (is_stopped_ || stream_ || streams_ == 0 || next_dial_ > now) return;
  }
  Dial();
}

void Watcher::Stop() {
  std::shared_ptr<RawStream> stream;
  {
    absl::MutexLock lock(&mu_);
    is_stopped_ = true;
    stream = stream_;
  }
  if (stream) stream->Cancel();
}

Audience::Audience(int watchers, const std::vector<identity::Identity>& devices,
                   const WatchTarget& target, const Watcher::OnMessage& on_message) {
  for (size_t i = 0; i < static_cast<size_t>(watchers); ++i) {
    watchers_.push_back(std::make_shared<Watcher>(devices[i % devices.size()], target, on_message));
  }
  ticks_ = std::make_unique<threads::Periodic>("watchers", kTick, [this] {
    const clock::Steady now = clock::SystemClock().Now();
    for (const auto& watcher : watchers_) watcher->Tick(now);
  });
}

Audience::~Audience() {
  ticks_.reset();
  for (const auto& watcher : watchers_) watcher->Stop();
}

absl::Status Audience::Start(absl::Duration most) {
  for (size_t i = 0; i < watchers_.size(); i += kDialledAtOnce) {
    const size_t end = std::min(watchers_.size(), i + kDialledAtOnce);
    for (size_t j = i; j < end; ++j) watchers_[j]->Start();
    COLLIE_RETURN_IF_ERROR(Poll(most, "the watchers' first state", [&] {
      return std::all_of(watchers_.begin() + static_cast<ptrdiff_t>(i),
                         watchers_.begin() + static_cast<ptrdiff_t>(end),
                         [](const auto& watcher) { return watcher->is_in_sync(); });
    }));
  }
  return absl::OkStatus();
}

int Audience::CountInSync() const {
  return static_cast<int>(std::count_if(watchers_.begin(), watchers_.end(),
                                        [](const auto& watcher) { return watcher->is_in_sync(); }));
}

absl::Status Audience::AwaitInSync(absl::Duration most) const {
  const absl::Status all = Poll(most, "the watchers' whole state", [this] {
    return CountInSync() == static_cast<int>(watchers_.size());
  });
  if (all.ok()) return all;
  return absl::DeadlineExceededError(absl::StrCat("of ", watchers_.size(), " watchers ",
                                                  CountInSync(), " are in sync after ",
                                                  absl::FormatDuration(most)));
}

}  // namespace collie::bench
