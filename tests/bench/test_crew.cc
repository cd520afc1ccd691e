#include "tests/bench/test_crew.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "collie/v1/crew_admin.grpc.pb.h"
#include "collie/v1/enrollment.grpc.pb.h"
#include "crew/config/paths.h"
#include "crew/identity/certificate_request.h"
#include "crew/identity/key.h"
#include "crew/local/local_channel.h"
#include "crew/status/grpc_status.h"
#include "crew/status/status_macros.h"
#include "tests/bench/free_port.h"

namespace collie::bench {
namespace {

constexpr int kAtOnce = 4;            // enrolments under way
constexpr int kStreamsOfDevice = 60;  // a relay allows one device a few more
constexpr auto kMostForStart = std::chrono::seconds(60);

// The key and its request, made together.
struct Applicant {
  std::string key;
  std::string request;
};

absl::StatusOr<Applicant> NewApplicant() {
  COLLIE_ASSIGN_OR_RETURN(const identity::Key key, identity::Key::Generate());
  Applicant applicant;
  COLLIE_ASSIGN_OR_RETURN(applicant.key, key.ToPem());
  COLLIE_ASSIGN_OR_RETURN(applicant.request, identity::MakeCertificateRequest(key));
  return applicant;
}

}  // namespace

absl::StatusOr<std::unique_ptr<TestCrew>> TestCrew::Start(const std::filesystem::path& programs) {
  std::unique_ptr<TestCrew> crew(new TestCrew(programs));
  COLLIE_RETURN_IF_ERROR(crew->Launch("127.0.0.1:0"));
  COLLIE_ASSIGN_OR_RETURN(const identity::Identity first, crew->Pair("first"));
  crew->address_ = first.link_address;
  return crew;
}

absl::Status TestCrew::Launch(const std::string& grpc_address) {
  config::Paths paths;
  paths.state_dir = state_dir();
  COLLIE_ASSIGN_OR_RETURN(const int http, FreePort());
  COLLIE_ASSIGN_OR_RETURN(relay_,
                          Child::Start(programs_ / "collie-relay",
                                       {"--state-dir", state_dir().string(), "--config-dir",
                                        (folder_.path() / "c").string(), "--http",
                                        absl::StrCat("127.0.0.1:", http), "--grpc", grpc_address},
                                       folder_.path() / "relay.log"));
  relay_pid_ = relay_->pid();
  const auto end = std::chrono::steady_clock::now() + kMostForStart;
  absl::Status last = absl::DeadlineExceededError("the relay's start");
  while (std::chrono::steady_clock::now() < end && relay_->IsRunning()) {
    auto channel = local::RelayChannel(paths.relay_socket());
    if (channel.ok()) {
      local_ = *std::move(channel);
      grpc::ClientContext context;
      v1::ListDevicesReply devices;
      const grpc::Status status =
          v1::CrewAdmin::NewStub(local_)->ListDevices(&context, {}, &devices);
      if (status.ok()) return absl::OkStatus();
      last = status::FromGrpc(status);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // it is polled
  }
  return absl::UnavailableError(absl::StrCat("the relay does not answer: ", last.message()));
}

void TestCrew::KillRelay() {
  relay_pid_ = 0;
  relay_->Kill();
}

absl::Status TestCrew::RestartRelay() { return Launch(address_); }

absl::StatusOr<identity::Identity> TestCrew::EnrollOne(const std::string& label) {
  COLLIE_ASSIGN_OR_RETURN(Applicant applicant, NewApplicant());
  v1::JoinRequest request;
  request.set_certificate_request(std::move(applicant.request));
  request.set_label(label);
  grpc::ClientContext context;
  v1::JoinReply reply;
  COLLIE_RETURN_IF_ERROR(
      status::FromGrpc(v1::Enrollment::NewStub(local_)->Join(&context, request, &reply)));
  return identity::Identity{std::move(applicant.key), reply.certificate(), reply.authority(),
                            reply.link_address(), reply.member()};
}

absl::StatusOr<std::vector<identity::Identity>> TestCrew::Enroll(int count,
                                                                 const std::string& label) {
  std::vector<identity::Identity> members(static_cast<size_t>(count));
  std::vector<absl::Status> ends(kAtOnce);
  std::atomic<int> next = 0;
  const auto work = [&](absl::Status& end) {
    for (int i = next++; i < count && end.ok(); i = next++) {
      auto member = EnrollOne(absl::StrCat(label, "-", i));
      end = member.status();
      if (member.ok()) members[static_cast<size_t>(i)] = *std::move(member);
    }
  };
  std::vector<std::thread> threads;
  for (absl::Status& end : ends) threads.emplace_back(work, std::ref(end));
  for (std::thread& thread : threads) thread.join();
  for (const absl::Status& end : ends) COLLIE_RETURN_IF_ERROR(end);
  return members;
}

absl::StatusOr<identity::Identity> TestCrew::Pair(const std::string& label) {
  COLLIE_ASSIGN_OR_RETURN(Applicant applicant, NewApplicant());
  v1::PairDeviceRequest request;
  request.set_label(absl::StrCat(label, "-", ++labels_));
  request.set_role(v1::ROLE_OPERATOR);
  request.set_certificate_request(std::move(applicant.request));
  grpc::ClientContext context;
  v1::PairDeviceReply reply;
  COLLIE_RETURN_IF_ERROR(
      status::FromGrpc(v1::CrewAdmin::NewStub(local_)->PairDevice(&context, request, &reply)));
  return identity::Identity{std::move(applicant.key), reply.certificate(), reply.authority(),
                            reply.grpc_address(), ""};
}

absl::StatusOr<std::vector<identity::Identity>> TestCrew::PairFor(int watchers) {
  std::vector<identity::Identity> devices;
  for (int left = watchers; left > 0; left -= kStreamsOfDevice) {
    COLLIE_ASSIGN_OR_RETURN(identity::Identity device, Pair("watcher"));
    devices.push_back(std::move(device));
  }
  return devices;
}

}  // namespace collie::bench
