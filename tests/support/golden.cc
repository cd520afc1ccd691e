#include "tests/support/golden.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace collie::tests {

void ExpectGolden(const std::string& path, const std::string& text) {
  const std::string file = std::string(COLLIE_SOURCE_DIR) + "/" + path;
  if (std::getenv("COLLIE_UPDATE_GOLDEN") != nullptr) std::ofstream(file) << text;
  std::ifstream stream(file);
  std::ostringstream golden;
  golden << stream.rdbuf();
  EXPECT_TRUE(stream.is_open()) << path << " is not there; COLLIE_UPDATE_GOLDEN=1 writes it";
  EXPECT_EQ(text, golden.str()) << path << " holds something else";
}

}  // namespace collie::tests
