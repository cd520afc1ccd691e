#include "crew/cli/signals.h"

#include <pthread.h>

namespace collie::cli {

Signals::Signals() {
  sigemptyset(&held_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) sigaddset(&held_, signal);
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

Signals::~Signals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

int Signals::Wait(absl::Duration most) {
  const timespec time = absl::ToTimespec(most);
  const int signal = sigtimedwait(&held_, nullptr, &time);
  return signal < 0 ? 0 : signal;
}

}  // namespace collie::cli
