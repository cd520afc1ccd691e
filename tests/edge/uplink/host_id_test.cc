#include "edge/uplink/host_id.h"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>

#include "tests/support/temporary_folder.h"

namespace collie::edge {
namespace {

class HostIdTest : public testing::Test {
 protected:
  void Write(const std::string& text) { std::ofstream(file_) << text; }
  std::string Id(const std::string& crew = "crew") const {
    return HostId(file_, crew, [](std::string_view) { return std::nullopt; });
  }

  tests::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "machine-id";
};

TEST_F(HostIdTest, IsTheSameForOneMachineAndCrewAndTellsNoMachineId) {
  Write("0123456789abcdef0123456789abcdef\n");
  const std::string id = Id();
  EXPECT_EQ(id.size(), 64u);
  EXPECT_EQ(Id(), id);
  EXPECT_EQ(id.find("0123456789abcdef"), std::string::npos);
  EXPECT_NE(Id("another crew"), id);
  Write("1123456789abcdef0123456789abcdef\n");
  EXPECT_NE(Id(), id);
}

TEST_F(HostIdTest, IsEmptyWithoutAMachineIdAndInAPod) {
  EXPECT_EQ(Id(), "");
  Write("uninitialized\n");
  EXPECT_EQ(Id(), "");
  Write("0123456789abcdef0123456789abcdef\n");
  EXPECT_EQ(HostId(file_, "crew",
                   [](std::string_view) { return std::make_optional<std::string>("10.0.0.1"); }),
            "");
}

}  // namespace
}  // namespace collie::edge
