#include "crew/local/process_tree.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace collie::local {
namespace {

TEST(ProcessTreeTest, LeadsFromAProcessToTheFirstOne) {
  const auto line = WithParents(getpid());
  ASSERT_TRUE(line.ok()) << line.status();
  ASSERT_GE(line->size(), 2u);
  EXPECT_EQ((*line)[0].pid, getpid());
  EXPECT_EQ((*line)[1].pid, getppid());
  EXPECT_GT((*line)[0].started, 0u);
  EXPECT_EQ(*WithParents(getpid()), *line);
}

TEST(ProcessTreeTest, ANameWithParenthesesHidesNothing) {
  char before[16] = {};
  prctl(PR_GET_NAME, before);
  prctl(PR_SET_NAME, "a) R 1 (b) 2");
  const auto line = WithParents(getpid());
  prctl(PR_SET_NAME, before);
  ASSERT_TRUE(line.ok()) << line.status();
  EXPECT_EQ((*line)[1].pid, getppid());
}

TEST(ProcessTreeTest, WhatHasEndedCannotBeRead) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(WithParents(child).status().code(), absl::StatusCode::kUnavailable);
  EXPECT_FALSE(WithParents(0).ok());
}

}  // namespace
}  // namespace collie::local
