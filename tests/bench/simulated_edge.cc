#include "tests/bench/simulated_edge.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/ids/random.h"
#include "tests/bench/bytes.h"
#include "tests/bench/dial.h"

namespace collie::bench {
namespace {

constexpr char kAttach[] = "/collie.v1.EdgeLink/Attach";
constexpr absl::Duration kHeartbeatEvery = absl::Seconds(5);
constexpr absl::Duration kUpForAWhile = absl::Seconds(5);

}  // namespace

SimulatedEdge::SimulatedEdge(identity::Identity identity, int panes)
    : identity_(std::move(identity)),
      store_(ids::SystemRandom().Hex(8)),
      boot_(ids::SystemRandom().Hex(8)),
      backoff_({}, ids::SystemRandom()) {
  for (int i = 0; i < panes; ++i) {
    ids_.push_back(PaneId(i));
    titles_.push_back(absl::StrCat("Fix the build of service ", i, " on the release branch"));
  }
}

std::string SimulatedEdge::PaneId(int pane) { return absl::StrCat("pane-", pane); }

void SimulatedEdge::Start() { Dial(); }

void SimulatedEdge::Dial() {
  // Each dial is a connection of its own, as an edge's.
  const auto channel = bench::Dial(identity_.link_address, identity_);
  int64_t number = 0;
  {
    absl::MutexLock lock(&mu_);
    if (is_stopped_) return;
    number = ++streams_;
  }
  RawStream::Events events;
  const std::weak_ptr<SimulatedEdge> weak = weak_from_this();
  events.message = [weak, number](const grpc::ByteBuffer& bytes) {
    if (const auto self = weak.lock()) self->OnFrame(number, bytes);
  };
  events.end = [weak, number](const grpc::Status&) {
    if (const auto self = weak.lock()) self->OnEnd(number);
  };
  const auto stream = RawStream::Open(channel, kAttach, std::move(events));
  {
    absl::MutexLock lock(&mu_);
    if (streams_ == number) stream_ = stream;
  }
  stream->Send(ToBuffer(Hello()));
}

v1::EdgeFrame SimulatedEdge::Hello() const {
  v1::EdgeFrame frame;
  v1::EdgeHello* hello = frame.mutable_hello();
  hello->mutable_link()->set_min(1);
  hello->mutable_link()->set_max(1);
  hello->set_version("bench");
  hello->set_store_incarnation(store_);
  hello->set_boot(boot_);
  absl::MutexLock lock(&mu_);
  hello->set_highest_term(term_);
  return frame;
}

void SimulatedEdge::OnFrame(int64_t stream, const grpc::ByteBuffer& bytes) {
  v1::RelayFrame frame;
  if (!Parse(bytes, frame)) return;
  {
    absl::MutexLock lock(&mu_);
    if (stream != streams_) return;
  }
  if (frame.has_hello()) return OnWelcome(frame.hello());
  if (!frame.has_history()) return;
  v1::EdgeFrame reply;
  {
    absl::MutexLock lock(&mu_);
    *reply.mutable_history() = history_;
  }
  reply.mutable_history()->set_read(frame.history().read());
  Send(reply);
}

void SimulatedEdge::OnWelcome(const v1::RelayHello& hello) {
  {
    absl::MutexLock lock(&mu_);
    term_ = hello.term();
  }
  if (hello.resync()) {
    v1::EdgeFrame end;
    end.mutable_held_end();
    Send(end);  // it holds no act
  }
  Send(WholeState());
  v1::EdgeFrame in_sync;
  in_sync.mutable_in_sync();
  Send(in_sync);
  absl::MutexLock lock(&mu_);
  is_up_ = true;
  const clock::Steady now = clock::SystemClock().Now();
  next_heartbeat_ = now + kHeartbeatEvery;
}

void SimulatedEdge::OnEnd(int64_t stream) {
  absl::MutexLock lock(&mu_);
  if (stream != streams_) return;
  ++streams_;  // whatever still comes of it is late
  if (is_up_ && heartbeats_ * kHeartbeatEvery >= kUpForAWhile) backoff_.Reset();
  is_up_ = false;
  heartbeats_ = 0;
  stream_ = nullptr;
  next_dial_ = clock::SystemClock().Now() + backoff_.Next();
}

void SimulatedEdge::Tick(clock::Steady now) {
  v1::EdgeFrame beat;
  bool must_dial = false;
  {
    absl::MutexLock lock(&mu_);
    if (is_stopped_) return;
    must_dial = stream_ == nullptr && streams_ > 0 && next_dial_ <= now;
    if (is_up_ && next_heartbeat_ <= now) {
      next_heartbeat_ = now + kHeartbeatEvery;
      beat.mutable_heartbeat()->set_number(++heartbeats_);
      beat.mutable_heartbeat()->add_ages()->set_source(kSource);
    }
  }
  if (must_dial) Dial();
  if (beat.has_heartbeat()) Send(beat);
}

void SimulatedEdge::Stop() {
  std::shared_ptr<RawStream> stream;
  {
    absl::MutexLock lock(&mu_);
    is_stopped_ = true;
    stream = stream_;
  }
  if (stream) stream->Cancel();
}

void SimulatedEdge::Send(const v1::EdgeFrame& frame) {
  std::shared_ptr<RawStream> stream;
  {
    absl::MutexLock lock(&mu_);
    stream = stream_;
  }
  if (stream) stream->Send(ToBuffer(frame));
}

v1::Source SimulatedEdge::SourceRow() const {
  v1::Source source;
  source.set_name(kSource);
  source.set_host_name("bench");
  source.set_runtime("bench 1.0");
  source.set_epoch(boot_);
  source.set_state(v1::SOURCE_STATE_LIVE);
  source.set_was_read(true);
  source.mutable_capabilities()->set_send(true);
  source.mutable_capabilities()->set_queue(true);
  source.mutable_capabilities()->set_history(true);
  source.mutable_capabilities()->set_checks_epoch(true);
  return source;
}

void SimulatedEdge::Fill(v1::Pane& pane, int number) const {
  pane.set_id(ids_[static_cast<size_t>(number)]);
  pane.set_title(titles_[static_cast<size_t>(number)]);
  pane.mutable_workspace()->set_id("work");
  pane.mutable_workspace()->set_title("Work");
  pane.mutable_tab()->set_id("main");
  pane.mutable_tab()->set_title("Main");
  pane.set_harness("bench");
  pane.set_open(true);
  pane.mutable_turn()->set_id(absl::StrCat("t-", number, "-1"));
  pane.mutable_turn()->set_state(v1::TURN_STATE_WORKING);
  pane.mutable_last_activity_at()->set_seconds(1764460800);
}

v1::EdgeFrame SimulatedEdge::WholeState() {
  v1::EdgeFrame frame;
  v1::SourceUpdate* update = frame.mutable_source();
  *update->mutable_source() = SourceRow();
  update->set_whole(true);
  update->set_commit(true);
  update->set_address_id(boot_);
  absl::MutexLock lock(&mu_);
  for (size_t i = 0; i < ids_.size(); ++i) Fill(*update->add_panes(), static_cast<int>(i));
  return frame;
}

grpc::ByteBuffer SimulatedEdge::ChangeFrame(int pane, const std::string& title) {
  v1::EdgeFrame frame;
  v1::SourceUpdate* update = frame.mutable_source();
  *update->mutable_source() = SourceRow();
  update->set_commit(true);
  update->set_address_id(boot_);
  absl::MutexLock lock(&mu_);
  titles_[static_cast<size_t>(pane)] = title;
  Fill(*update->add_panes(), pane);
  return ToBuffer(frame);
}

void SimulatedEdge::Change(int pane, const std::string& title) {
  const grpc::ByteBuffer frame = ChangeFrame(pane, title);
  std::shared_ptr<RawStream> stream;
  {
    absl::MutexLock lock(&mu_);
    stream = stream_;
  }
  if (stream) stream->Send(frame);
}

void SimulatedEdge::Replace(int pane, const std::string& title) {
  v1::EdgeFrame frame;
  v1::SourceUpdate* update = frame.mutable_source();
  *update->mutable_source() = SourceRow();
  update->set_commit(true);
  update->set_address_id(boot_);
  {
    absl::MutexLock lock(&mu_);
    const auto at = static_cast<size_t>(pane);
    update->add_removed_panes(ids_[at]);
    ids_[at] = absl::StrCat("pane-", pane, "-", ++replaced_);
    titles_[at] = title;
    Fill(*update->add_panes(), pane);
  }
  Send(frame);
}

void SimulatedEdge::SetHistory(v1::HistoryPage page) {
  absl::MutexLock lock(&mu_);
  history_ = std::move(page);
}

bool SimulatedEdge::is_up() const {
  absl::MutexLock lock(&mu_);
  return is_up_;
}

}  // namespace collie::bench
