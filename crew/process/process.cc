#include "crew/process/process.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "crew/process/descriptors.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define COLLIE_LEAK_CHECK 1
#include <sanitizer/lsan_interface.h>
#endif
#endif

namespace collie::process {
namespace {

sigset_t EndSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

}  // namespace

void Prepare() {
  OpenStandardDescriptors();
  RaiseDescriptorLimit();
  umask(0077);
#ifndef COLLIE_LEAK_CHECK
  // The leak checker of sanitizer builds looks at its own process from a second one.
  prctl(PR_SET_DUMPABLE, 0);
#endif
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  // gRPC 1.51 has no setter for 1.3 only. It reads this list once; with one suite of 1.2 that needs
  // a kind of certificate nobody here has, 1.2 cannot be agreed on, and 1.3 does not look at it.
  setenv("GRPC_SSL_CIPHER_SUITES", "ECDHE-RSA-AES256-GCM-SHA384", /*overwrite=*/1);
  const sigset_t signals = EndSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

std::string_view WaitForEnd() {
  const sigset_t signals = EndSignals();
  int signal = 0;
  sigwait(&signals, &signal);
  return signal == SIGINT ? "SIGINT" : "SIGTERM";
}

void End(int exit_code) {
  fflush(nullptr);
#ifdef COLLIE_LEAK_CHECK
  __lsan_do_leak_check();
#endif
  _exit(exit_code);
}

}  // namespace collie::process
