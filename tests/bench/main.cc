#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

#include "crew/process/descriptors.h"
#include "tests/bench/floor.h"
#include "tests/bench/options.h"
#include "tests/bench/run.h"

int main(int argc, char** argv) {
  collie::process::OpenStandardDescriptors();
  collie::process::RaiseDescriptorLimit();
  umask(0077);
  signal(SIGPIPE, SIG_IGN);
  // As the programs do: TLS 1.3 alone.
  setenv("GRPC_SSL_CIPHER_SUITES", "ECDHE-RSA-AES256-GCM-SHA384", /*overwrite=*/1);
  if (collie::bench::RunAsFloor(argc, argv)) return 0;
  int exit_code = 0;
  const auto options = collie::bench::Options::Parse(argc, argv, &exit_code);
  if (!options) return exit_code;
  exit_code = collie::bench::RunCases(*options);
  std::fflush(nullptr);
  _exit(exit_code);  // threads of libraries may still run
}
