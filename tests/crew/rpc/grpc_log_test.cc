#include "crew/rpc/grpc_log.h"

#include <fcntl.h>
#include <grpc/support/log.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "crew/log/log.h"
#include "gtest/gtest.h"

namespace collie::rpc {
namespace {

constexpr int kLines = 3000;  // more than a pipe holds, fewer than the log keeps

// All that was written until the last writer has gone.
std::string ReadAll(int pipe) {
  std::string all;
  char bytes[65536];
  for (ssize_t got; (got = read(pipe, bytes, sizeof bytes)) > 0;) {
    all.append(bytes, static_cast<size_t>(got));
  }
  return all;
}

TEST(GrpcLogTest, ALineOfGrpcWaitsForNobodyWhoReadsTheLog) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  const int saved = dup(STDERR_FILENO);
  dup2(ends[1], STDERR_FILENO);
  close(ends[1]);
  log::Start("test");
  gpr_log_verbosity_init();  // as the library does at its first use
  LogThroughOurs();
  for (int i = 0; i < kLines; ++i) {
    gpr_log(GPR_ERROR, "line %d of a handshake that a stranger did not end", i);
  }
  // Nobody has read so far. What waits is written from here on.
  std::string text;
  std::thread reader([&] { text = ReadAll(ends[0]); });
  log::Stop();
  dup2(saved, STDERR_FILENO);
  reader.join();
  close(ends[0]);
  close(saved);
  EXPECT_NE(text.find("warning grpc: line 0 of"), std::string::npos) << text.substr(0, 200);
  EXPECT_NE(text.find("grpc: line 2999 of"), std::string::npos);
}

}  // namespace
}  // namespace collie::rpc
