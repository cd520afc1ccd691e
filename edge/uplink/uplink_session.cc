#include "edge/uplink/uplink_session.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "crew/log/log.h"
#include "edge/uplink/frames.h"

namespace collie::edge {

v1::EdgeFrame ResultFrame(const EdgeStore& store, v1::ActResult result) {
  result.set_store_sequence(store.Standing().sequence);
  return ResultFrame(std::move(result));
}

v1::EdgeFrame UplinkSession::Hello() const {
  v1::EdgeFrame frame;
  v1::EdgeHello* hello = frame.mutable_hello();
  hello->mutable_link()->set_min(kLinkMin);
  hello->mutable_link()->set_max(kLinkMax);
  hello->set_version(targets_.version);
  hello->set_store_incarnation(targets_.store.Incarnation());
  hello->set_boot(targets_.boot);
  hello->set_host(targets_.host);
  StoreStanding standing = targets_.store.Standing();
  hello->set_highest_term(standing.highest_term);
  hello->set_store_sequence(standing.sequence);
  hello->set_relay_run(std::move(standing.relay_run));
  hello->set_last_dispatch(standing.last_dispatch);
  return frame;
}

absl::Status UplinkSession::OnFrame(const v1::RelayFrame& frame) {
  if (open_ == (frame.frame_case() == v1::RelayFrame::kHello)) {
    return absl::InvalidArgumentError("The relay's link begins with one hello, and has no other.");
  }
  switch (frame.frame_case()) {
    case v1::RelayFrame::kHello:
      return Open(frame.hello());
    case v1::RelayFrame::kCommand:
      targets_.acts.Run(frame.command());
      return absl::OkStatus();
    case v1::RelayFrame::kSettle:
      targets_.acts.Reconcile(frame.settle());
      return absl::OkStatus();
    case v1::RelayFrame::kAck:
      targets_.acks.Add(frame.ack());
      return absl::OkStatus();
    case v1::RelayFrame::kInterest:
      targets_.interest(frame.interest());
      return absl::OkStatus();
    case v1::RelayFrame::kHistory:
      OnHistoryRead(frame.history());
      return absl::OkStatus();
    case v1::RelayFrame::kHeartbeat:
    case v1::RelayFrame::kGoingDown:
      return absl::OkStatus();
    case v1::RelayFrame::FRAME_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("A frame that this edge does not know.");
}

absl::Status UplinkSession::Open(const v1::RelayHello& hello) {
  if (hello.link() < kLinkMin || hello.link() > kLinkMax) {
    return absl::FailedPreconditionError(absl::StrCat(
        "The lead speaks link version ", hello.link(), ", this edge ", kLinkMin, "..", kLinkMax,
        ": update collie ", hello.link() < kLinkMin ? "at the lead." : "on this host."));
  }
  open_ = true;
  log::Info("uplink", absl::StrCat("linked to the relay as ", hello.member(), " (stream ",
                                   hello.stream(), ", term ", hello.term(), ")"));
  return absl::OkStatus();
}

absl::Status UplinkSession::Welcome(const v1::RelayHello& hello) {
  if (absl::Status raised = targets_.store.RaiseFloor(hello.term()); !raised.ok()) return raised;
  targets_.view.BeginStream({hello.known().begin(), hello.known().end()});
  if (!hello.resync()) {
    TellPending(targets_, send_);
    return absl::OkStatus();
  }
  log::Info("uplink", "the relay may lack receipts: telling it every act that was begun here");
  absl::MutexLock lock(&mu_);
  resync_ = std::make_shared<Resync>(targets_.store, send_);
  return absl::OkStatus();
}

void UplinkSession::OnIdle() {
  std::shared_ptr<Resync> resync;
  {
    absl::MutexLock lock(&mu_);
    resync = resync_;
  }
  if (!resync || !resync->TakeTurn()) return;
  const bool taken = targets_.disk.Run([&targets = targets_, resync, send = send_, end = end_] {
    TellPage(targets, *resync, send, end);
  });
  if (!taken) resync->GiveTurnBack();  // at the next heartbeat the stream is idle once more
}

// What was never acknowledged follows the end of the resync: the relay takes no result before.
void UplinkSession::TellPage(const UplinkTargets& targets, Resync& resync, const Send& send,
                             const End& end) {
  const absl::StatusOr<bool> is_over = resync.TellPage();
  if (!is_over.ok()) return end(is_over.status());
  if (*is_over) TellPending(targets, send);
}

void UplinkSession::SendPending() const {
  targets_.disk.Run([&targets = targets_, send = send_] { TellPending(targets, send); });
}

void UplinkSession::TellPending(const UplinkTargets& targets, const Send& send) {
  absl::StatusOr<std::vector<v1::ActResult>> pending = targets.outbox.Pending();
  if (!pending.ok()) {
    log::Warn("uplink", pending.status());
    return;
  }
  for (v1::ActResult& result : *pending) send(ResultFrame(targets.store, std::move(result)));
}

void UplinkSession::OnHistoryRead(const v1::HistoryRead& read) {
  const bool taken = targets_.history.Add(read.source(), [&targets = targets_, send = send_, read] {
    v1::HistoryPage page = targets.read_history(read);
    page.set_read(read.read());
    for (v1::EdgeFrame& frame : HistoryFrames(std::move(page))) send(std::move(frame));
  });
  if (!taken) send_(RefusedPage(read.read()));
}

}  // namespace collie::edge
