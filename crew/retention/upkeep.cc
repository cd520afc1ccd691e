#include "crew/retention/upkeep.h"

#include <utility>

#include "crew/log/log.h"

namespace collie::retention {

Upkeep::Upkeep(const clock::Clock& clock, absl::Duration compact_every, Work work)
    : clock_(clock),
      jumps_(clock.Now(), clock.Wall()),
      count_{std::move(work.count), kCountEvery, clock.Now() + kCountEvery, absl::OkStatus()},
      compact_{std::move(work.compact), compact_every, clock.Now(), absl::OkStatus()} {}

Upkeep::~Upkeep() { DoIfDue(count_, count_.due); }

void Upkeep::Tick() {
  const clock::Steady now = clock_.Now();
  if (const auto jump = jumps_.CheckJump(now, clock_.Wall())) {
    log::Warn("clock", clock::JumpSentence(*jump));
  }
  DoIfDue(count_, now);
  DoIfDue(compact_, now);
}

void Upkeep::DoIfDue(Chore& chore, clock::Steady now) {
  if (now < chore.due) return;
  chore.due = now + chore.every;
  const absl::Status status = chore.work();
  if (!status.ok() && status != chore.logged) log::Warn("store", status);
  chore.logged = status;
}

}  // namespace collie::retention
