#include "crew/log/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <thread>

#include "gtest/gtest.h"

namespace collie::log {
namespace {

// Puts a pipe in place of stderr, which nobody reads until ReadAll.
class LogTest : public ::testing::Test {
 protected:
  LogTest() {
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    read_end_ = ends[0];
    saved_ = dup(STDERR_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
  }
  ~LogTest() override { close(saved_); }

  // Begins to read what is and will be written, until stderr is put back.
  void StartReading() {
    reader_ = std::thread([this] {
      char bytes[65536];
      for (ssize_t got; (got = read(read_end_, bytes, sizeof bytes)) > 0;) {
        text_.append(bytes, static_cast<size_t>(got));
      }
    });
  }
  std::string ReadAll() {
    dup2(saved_, STDERR_FILENO);
    reader_.join();
    close(read_end_);
    return text_;
  }

 private:
  int read_end_ = -1;
  int saved_ = -1;
  std::thread reader_;
  std::string text_;
};

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_F(LogTest, ALogThatNobodyReadsHoldsNobodyUpAndSaysWhatItDropped) {
  constexpr size_t kLines = 20'000;
  Start("test");
  for (size_t i = 0; i < kLines; ++i) Info("flood", "one of many lines that nobody reads");
  StartReading();
  Stop();
  const std::string text = ReadAll();
  const size_t written = Count(text, "one of many lines");
  EXPECT_LT(written, kLines);
  EXPECT_GT(written, 0u);
  size_t dropped = 0;
  constexpr char kSays[] = " lines were dropped";
  for (size_t at = text.find(kSays); at != std::string::npos; at = text.find(kSays, at + 1)) {
    const size_t begins = text.rfind(' ', at - 1);
    dropped += std::strtoul(text.c_str() + begins, nullptr, 10);
  }
  EXPECT_EQ(written + dropped, kLines);
}

TEST_F(LogTest, WhatIsReadIsWrittenWholeAndInOrder) {
  StartReading();
  Start("test");
  for (int i = 0; i < 100; ++i) Info("count", std::to_string(i));
  Stop();
  Info("count", "after");
  const std::string text = ReadAll();
  size_t at = 0;
  for (int i = 0; i < 100; ++i) {
    at = text.find("count: " + std::to_string(i) + "\n", at);
    ASSERT_NE(at, std::string::npos) << i;
  }
  EXPECT_NE(text.find("count: after\n", at), std::string::npos);
}

}  // namespace
}  // namespace collie::log
