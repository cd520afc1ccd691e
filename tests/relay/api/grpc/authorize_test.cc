#include "relay/api/grpc/authorize.h"

#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <map>

#include "collie/v1/crew_admin.pb.h"
#include "collie/v1/dashboard.pb.h"
#include "collie/v1/edge_link.pb.h"
#include "collie/v1/enrollment.pb.h"

namespace collie::relay {
namespace {

PeerIdentity Member() {
  return {.kind = PeerIdentity::Kind::kMember, .member = "deck-000000", .caller = {}};
}

PeerIdentity Device(v1::Role role) {
  return {.kind = PeerIdentity::Kind::kDevice, .member = "", .caller = {"phone", role}};
}

// Who may, in the order member, viewer, operator, admin, owner.
std::string WhoMay(const std::string& method) {
  std::string may;
  for (const auto& [letter, peer] :
       {std::pair('m', Member()), std::pair('v', Device(v1::ROLE_VIEWER)),
        std::pair('o', Device(v1::ROLE_OPERATOR)), std::pair('a', Device(v1::ROLE_ADMIN)),
        std::pair('l', PeerIdentity::Owner())}) {
    if (Authorize(method, peer).ok()) may += letter;
  }
  return may;
}

TEST(AuthorizeTest, LetsEachMethodBeCalledByThoseOfTheTable) {
  const std::map<std::string, std::string> table = {
      {"/collie.v1.EdgeLink/Attach", "m"},
      {"/collie.v1.Enrollment/Join", "l"},
      {"/collie.v1.Dashboard/Watch", "voal"},
      {"/collie.v1.Dashboard/WatchConversation", "voal"},
      {"/collie.v1.Dashboard/ReadHistory", "voal"},
      {"/collie.v1.Dashboard/ListReceipts", "voal"},
      {"/collie.v1.Dashboard/Act", "oal"},
      {"/collie.v1.CrewAdmin/PairDevice", "al"},
      {"/collie.v1.CrewAdmin/ListDevices", "al"},
      {"/collie.v1.CrewAdmin/RevokeDevice", "al"},
      {"/collie.v1.CrewAdmin/GiveUpAct", "al"},
      {"/collie.v1.CrewAdmin/UnlockMember", "l"},
  };
  for (const auto& [method, who] : table) EXPECT_EQ(WhoMay(method), who) << method;
}

TEST(AuthorizeTest, RefusesWhatIsNotInTheTable) {
  for (const char* method :
       {"", "/", "/collie.v1.Dashboard/Erase", "/collie.v1.Dashboard/", "/collie.v1.Dashboard/Act/",
        "collie.v1.Dashboard/Act", "/collie.v1.dashboard/act", "/other.Service/Call",
        "/collie.v1.EdgeControl/ListSources"}) {
    EXPECT_EQ(WhoMay(method), "") << method;
    EXPECT_TRUE(absl::IsUnimplemented(Authorize(method, PeerIdentity::Owner()))) << method;
  }
}

TEST(AuthorizeTest, RefusesADeviceWithoutARole) {
  EXPECT_FALSE(Authorize("/collie.v1.Dashboard/Watch", Device(v1::ROLE_UNSPECIFIED)).ok());
}

TEST(AuthorizeTest, SaysWhatItTakes) {
  absl::Status status = Authorize("/collie.v1.Dashboard/Act", Device(v1::ROLE_VIEWER));
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_NE(status.message().find("operator"), std::string::npos);
}

// A method that was added to a relay's service and forgotten in the table would be closed to all.
TEST(AuthorizeTest, HasARuleForEveryMethodOfTheRelaysServices) {
  for (const google::protobuf::FileDescriptor* file :
       {v1::ListDevicesRequest::descriptor()->file(), v1::WatchRequest::descriptor()->file(),
        v1::EdgeFrame::descriptor()->file(), v1::JoinRequest::descriptor()->file()}) {
    ASSERT_GE(file->service_count(), 1);
    for (int s = 0; s < file->service_count(); ++s) {
      for (int m = 0; m < file->service(s)->method_count(); ++m) {
        const std::string method =
            "/" + file->service(s)->full_name() + "/" + file->service(s)->method(m)->name();
        EXPECT_NE(WhoMay(method), "") << method;
        EXPECT_TRUE(IsMethod(method)) << method;
      }
    }
  }
}

}  // namespace
}  // namespace collie::relay
