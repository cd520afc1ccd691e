#include "crew/cli/view/source_address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace collie::cli {
namespace {

TEST(SourceAddressTest, ASocketIsAnAbsolutePathThatFits) {
  EXPECT_TRUE(CheckSocketPath("/run/user/1000/deck/app.sock").ok());
  EXPECT_FALSE(CheckSocketPath("app.sock").ok());
  EXPECT_FALSE(CheckSocketPath("").ok());
  EXPECT_TRUE(CheckSocketPath("/" + std::string(102, 'a')).ok());
  EXPECT_FALSE(CheckSocketPath("/" + std::string(103, 'a')).ok());
}

TEST(SourceAddressTest, ATokenNeverCrossesTheNetworkInTheOpen) {
  for (const char* good : {"https://edge.example.com", "https://edge.example.com:8443/collie",
                           "http://127.0.0.1:8080/collie", "http://localhost:8080"}) {
    EXPECT_TRUE(CheckUrl(good).ok()) << good;
  }
  for (const char* bad :
       {"http://edge.example.com:80", "http://127.0.0.1", "http://localhost", "ftp://localhost:1",
        "https://", "https://user@host", "http://127.0.0.1:80@evil.example", "https://h/?q",
        "https://h/#f", "https://h h", "http://127.0.0.1.evil.example:80", "http://localhost:0"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(CheckUrl(bad))) << bad;
  }
}

}  // namespace
}  // namespace collie::cli
