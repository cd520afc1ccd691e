#ifndef COLLIE_CREW_CLI_SIGNALS_H_
#define COLLIE_CREW_CLI_SIGNALS_H_

#include <csignal>

#include "absl/time/time.h"

namespace collie::cli {

// SIGINT, SIGTERM, SIGHUP and SIGCHLD, held back in this thread and in those that it starts from
// now on, and taken one by one. To be made before the first thread, so that no other one takes
// them. The destructor lets them through again. For one thread.
class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  // Waits for one of them. 0: none came in `most`.
  int Wait(absl::Duration most);

  // Whether `signal` asks this program to end.
  static bool AsksToEnd(int signal) { return signal != 0 && signal != SIGCHLD; }

 private:
  sigset_t held_;
  sigset_t before_;
};

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_SIGNALS_H_
