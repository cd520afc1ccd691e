#include "crew/status/grpc_status.h"

#include <gtest/gtest.h>

#include "crew/status/reason.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace collie::status {
namespace {

// Details as a peer may send them.
grpc::Status Told(const std::string& domain, const std::string& reason) {
  google::rpc::ErrorInfo info;
  info.set_domain(domain);
  info.set_reason(reason);
  google::rpc::Status details;
  details.add_details()->PackFrom(info);
  return {grpc::StatusCode::UNAVAILABLE, "A sentence.", details.SerializeAsString()};
}

TEST(GrpcStatusTest, CarriesTheReasonAsAnErrorInfo) {
  const grpc::Status status = ToGrpc(WithReason(absl::UnavailableError("A sentence."), kDraining));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "A sentence.");
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  EXPECT_EQ(details.code(), 14);
  EXPECT_EQ(details.message(), "A sentence.");
  ASSERT_EQ(details.details_size(), 1);
  google::rpc::ErrorInfo info;
  ASSERT_TRUE(details.details(0).UnpackTo(&info));
  EXPECT_EQ(info.reason(), "draining");
  EXPECT_EQ(info.domain(), "collie");
}

TEST(GrpcStatusTest, IsTheSameThereAndBack) {
  for (const absl::Status& status :
       {absl::OkStatus(), WithReason(absl::NotFoundError("No."), kNoSuchConversation),
        WithReason(absl::InvalidArgumentError("No."), kBadRequest)}) {
    EXPECT_EQ(FromGrpc(ToGrpc(status)), status);
  }
  EXPECT_TRUE(ToGrpc(absl::OkStatus()).error_details().empty());
}

TEST(GrpcStatusTest, AnErrorWithoutAReasonCarriesTheWordOfItsCode) {
  EXPECT_EQ(ReasonOf(ToGrpc(absl::PermissionDeniedError("No."))), "not-allowed");
  EXPECT_EQ(ReasonOf(ToGrpc(absl::InternalError("No."))), "internal");
}

TEST(GrpcStatusTest, WhatIsNotCollieSDetailIsNoReason) {
  EXPECT_EQ(ReasonOf(Told("collie", "draining")), "draining");
  EXPECT_EQ(ReasonOf(Told("example.com", "draining")), "");
  EXPECT_EQ(ReasonOf(Told("collie", "\x1b[2J")), "");
  EXPECT_EQ(ReasonOf(Told("collie", "")), "");
  EXPECT_EQ(ReasonOf({grpc::StatusCode::UNAVAILABLE, "draining"}), "");
  EXPECT_EQ(ReasonOf({grpc::StatusCode::UNAVAILABLE, "No.", "\xff\xff\xff"}), "");
  EXPECT_EQ(ReasonOf(grpc::Status::OK), "");
  EXPECT_EQ(FromGrpc(Told("example.com", "draining")), absl::UnavailableError("A sentence."));
}

}  // namespace
}  // namespace collie::status
