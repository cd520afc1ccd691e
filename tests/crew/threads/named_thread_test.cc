#include "crew/threads/named_thread.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <string>

namespace collie::threads {
namespace {

std::string NameOf(std::string_view name) {
  char seen[16] = {};
  StartNamed(name, [&seen] { pthread_getname_np(pthread_self(), seen, sizeof seen); }).join();
  return seen;
}

TEST(NamedThreadTest, BearsItsNameFromTheFirstInstructionOfItsWork) {
  EXPECT_EQ(NameOf("tick"), "collie:tick");
}

TEST(NamedThreadTest, ALongNameIsCut) { EXPECT_EQ(NameOf("compaction"), "collie:compacti"); }

}  // namespace
}  // namespace collie::threads
