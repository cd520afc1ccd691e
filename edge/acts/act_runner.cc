#include "edge/acts/act_runner.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/fault/fault_point.h"
#include "crew/receipt/fit.h"
#include "edge/acts/attempt_result.h"
#include "edge/acts/carry_out.h"
#include "edge/acts/reconcile.h"

namespace collie::edge {
namespace {

// What a command that waits takes beside its own bytes.
constexpr size_t kAroundCommand = 512;
// Questions that may wait: a relay asks about all unsettled acts at once.
constexpr size_t kQuestions = 65536;

absl::Status CheckRange(const char* name, int value, int most) {
  if (value >= 1 && value <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the act option ", name, " is ", value, ": it must be 1 to ", most));
}

v1::ActResult NeverBegun(const v1::Command& command, v1::Reason reason) {
  v1::ActResult never = NeverPosted(command.request().request_id(), command.attempt(),
                                    receipt::RefusedBecause(reason));
  *never.mutable_fence() = command.fence();
  return never;
}

}  // namespace

absl::Status ActRunnerOptions::Validate() const {
  absl::Status status = CheckRange("threads", threads, 256);
  status.Update(CheckRange("stop_threads", stop_threads, 64));
  status.Update(CheckRange("per_source", per_source, 256));
  status.Update(CheckRange("queue_bytes", queue_bytes, 1 << 30));
  return status;
}

ActRunner::ActRunner(EdgeStore& store, AgentPort& agents, const clock::Clock& clock,
                     ActEvents events, const ActRunnerOptions& options)
    : store_(store),
      agents_(agents),
      clock_(clock),
      events_(std::move(events)),
      acts_(
          {"acts", options.threads, options.per_source, static_cast<size_t>(options.queue_bytes)}),
      stops_({"stops", options.stop_threads, options.per_source,
              static_cast<size_t>(options.queue_bytes)}),
      questions_({"queries", /*threads=*/1, /*per_lane=*/1, kQuestions}) {}

ActRunner::~ActRunner() { Drain(); }

void ActRunner::Run(const v1::Command& command) {
  fault::Point("edge.commanded");
  store_.CommandCame(command);
  const Key key = {command.request().request_id(), command.attempt()};
  bool is_new = false;
  {
    absl::MutexLock lock(&mu_);
    is_new = in_work_.insert(key).second;
  }
  if (!is_new) return events_.tell(UnderWay(key.first, key.second));
  const clock::Steady deadline = clock_.Now() + absl::Milliseconds(command.time_left_ms());
  threads::FairPool& pool = command.request().has_stop() ? stops_ : acts_;
  const std::string& source = command.request().conversation().source();
  auto work = [this, command, deadline] { CarryOut(command, deadline); };
  if (pool.Add(source, std::move(work), command.ByteSizeLong() + kAroundCommand)) return;
  {
    absl::MutexLock lock(&mu_);
    in_work_.erase(key);
  }
  events_.tell(NeverBegun(command, is_draining_ ? v1::REASON_DRAINING : v1::REASON_EXPIRED));
}

void ActRunner::CarryOut(const v1::Command& command, clock::Steady deadline) {
  AttemptEnd end;
  if (is_draining_) {
    end.result = NeverBegun(command, v1::REASON_DRAINING);
  } else {
    end = edge::CarryOut(store_, agents_, clock_, command, deadline);
  }
  const bool is_written = Write(end);
  {
    // Before it is reported: who asks when the report was lost must not hear `under way`.
    absl::MutexLock lock(&mu_);
    in_work_.erase({command.request().request_id(), command.attempt()});
  }
  Report(end, is_written);
  if (!end.is_posted) return;
  const v1::Conversation& acted_on = command.request().conversation();
  const bool is_start = command.request().has_start();
  events_.poll_now(acted_on.source(), is_start ? end.result.started_pane() : acted_on.pane());
}

void ActRunner::Reconcile(v1::Settle settle) {
  // A full queue replies to nobody: the relay queries again.
  questions_.Add("", [this, settle = std::move(settle)] { AnswerQuery(settle); });
}

// One that is in work is under way also while nothing of it is on disk yet: its result follows, and
// a fence that rose to its own now would refuse what is just being checked. Of one that is on disk
// the disk says more.
void ActRunner::AnswerQuery(const v1::Settle& settle) {
  fault::Point("edge.asked");
  const bool is_on_disk = store_.Find(settle.request_id(), settle.attempt()).ok();
  if (!is_on_disk && IsInWork({settle.request_id(), settle.attempt()})) {
    return events_.tell(UnderWay(settle.request_id(), settle.attempt()));
  }
  RetryWrites();
  const auto result = AnswerReconcile(store_, settle);
  if (result.ok()) events_.tell(*result);
}

bool ActRunner::IsInWork(const Key& key) const {
  absl::MutexLock lock(&mu_);
  return in_work_.contains(key);
}

void ActRunner::Drain() {
  is_draining_ = true;
  acts_.Stop();
  stops_.Stop();
  questions_.Stop();
}

bool ActRunner::Write(const AttemptEnd& end) {
  const bool is_written = TryWrite(end);
  if (!is_written) {
    absl::MutexLock lock(&mu_);
    unwritten_.push_back(end);
  }
  if (is_written) fault::Point("edge.result-on-disk");
  return is_written;
}

// A result is reported once it is on disk. A `never` may be reported at once: it was not POSTed,
// and its fence or the one that overtook it is on disk already, or nothing was ever begun.
void ActRunner::Report(const AttemptEnd& end, bool is_written) {
  if (is_written || end.result.state() == v1::ATTEMPT_STATE_NEVER) events_.tell(end.result);
  fault::Point("edge.told");
}

void ActRunner::RetryWrites() {
  std::vector<AttemptEnd> unwritten;
  {
    absl::MutexLock lock(&mu_);
    unwritten.swap(unwritten_);
  }
  for (const AttemptEnd& end : unwritten) Report(end, Write(end));
}

bool ActRunner::TryWrite(const AttemptEnd& end) {
  if (!end.is_begun) return true;
  const v1::ActResult& result = end.result;
  const absl::Status status = result.state() == v1::ATTEMPT_STATE_NEVER
                                  ? store_.Withdraw(result.request_id(), result.attempt())
                                  : store_.Finish(result);
  return !absl::IsUnavailable(status);
}

}  // namespace collie::edge
