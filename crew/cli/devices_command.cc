#include "crew/cli/devices_command.h"

#include <google/protobuf/util/time_util.h>

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "collie/v1/crew_admin.grpc.pb.h"
#include "crew/cli/connection.h"
#include "crew/cli/verb.h"
#include "crew/cli/view/age.h"
#include "crew/cli/view/json_view.h"
#include "crew/cli/view/role.h"
#include "crew/identity/certificate_request.h"
#include "crew/identity/identity_folder.h"
#include "crew/status/status_macros.h"
#include "crew/text/clean.h"
#include "nlohmann/json.hpp"

namespace collie::cli {
namespace {

struct PairFlags {
  CommonFlags common;
  std::string label;
  std::string role = "operator";
  std::string ttl;
  bool print_token = false;
  std::string folder;
};

struct RevokeFlags {
  CommonFlags common;
  std::string label;
};

// Calls one method of CrewAdmin at the local relay.
template <typename Request, typename Reply>
absl::StatusOr<Reply> Call(Program& program, const CommonFlags& flags,
                           grpc::Status (v1::CrewAdmin::Stub::*method)(grpc::ClientContext*,
                                                                       const Request&, Reply*),
                           const Request& request) {
  COLLIE_ASSIGN_OR_RETURN(const config::Paths paths, PathsOf(flags, program));
  const Endpoint endpoint = LocalRelayEndpoint(paths);
  COLLIE_ASSIGN_OR_RETURN(const auto channel, endpoint.dial());
  const auto admin = v1::CrewAdmin::NewStub(channel);
  grpc::ClientContext context;
  const auto bound = Bound(context, absl::Seconds(10));
  Reply reply;
  const grpc::Status status = (admin.get()->*method)(&context, request, &reply);
  if (!status.ok()) return Explain(status, endpoint);
  return reply;
}

absl::StatusOr<v1::PairDeviceRequest> MakeRequest(const PairFlags& flags) {
  if (flags.print_token == !flags.folder.empty()) {
    return absl::InvalidArgumentError(
        "say how the device proves itself: --print-token (a bearer token for HTTP) or "
        "--identity DIR (a key and a certificate for gRPC)");
  }
  v1::PairDeviceRequest request;
  request.set_label(flags.label);
  request.set_role(RoleOf(flags.role).value_or(v1::ROLE_UNSPECIFIED));
  if (!flags.ttl.empty()) {
    COLLIE_ASSIGN_OR_RETURN(const absl::Duration ttl, ParseSpan(flags.ttl));
    request.set_ttl_ms(absl::ToInt64Milliseconds(ttl));
  }
  return request;
}

absl::Status PairToken(Program& program, const PairFlags& flags, v1::PairDeviceRequest request) {
  request.set_token(true);
  COLLIE_ASSIGN_OR_RETURN(const v1::PairDeviceReply reply,
                          Call(program, flags.common, &v1::CrewAdmin::Stub::PairDevice, request));
  PrintSentence(program,
                absl::StrCat("paired ", flags.label, " as ", flags.role,
                             "; whoever has this token is that device, and it is shown only now:"));
  if (flags.common.json) {
    program.out << Line({{"label", flags.label}, {"token", reply.token()}}) << '\n';
  } else {
    program.out << reply.token() << '\n';
  }
  return absl::OkStatus();
}

// The key is on disk before the relay signs it, so a cut in between leaves nothing but a key.
absl::Status PairIdentity(Program& program, const PairFlags& flags, v1::PairDeviceRequest request) {
  const identity::IdentityFolder folder(flags.folder, identity::IdentityKind::kDevice);
  if (folder.Read().ok()) {
    return absl::AlreadyExistsError(
        absl::StrCat(flags.folder, " holds an identity already: name a new folder"));
  }
  COLLIE_ASSIGN_OR_RETURN(const identity::Key key, folder.TakeKey());
  COLLIE_ASSIGN_OR_RETURN(*request.mutable_certificate_request(),
                          identity::MakeCertificateRequest(key));
  COLLIE_ASSIGN_OR_RETURN(const v1::PairDeviceReply reply,
                          Call(program, flags.common, &v1::CrewAdmin::Stub::PairDevice, request));
  COLLIE_ASSIGN_OR_RETURN(std::string pem, key.ToPem());
  COLLIE_RETURN_IF_ERROR(folder.Write(
      {std::move(pem), reply.certificate(), reply.authority(), reply.grpc_address(), ""}));
  PrintSentence(program, absl::StrCat("paired ", flags.label, " as ", flags.role,
                                      "; its key is in ", flags.folder, ": collie watch --relay ",
                                      reply.grpc_address(), " --identity ", flags.folder));
  if (flags.common.json) {
    program.out << Line({{"label", flags.label},
                         {"identity", flags.folder},
                         {"grpc", reply.grpc_address()}})
                << '\n';
  }
  return absl::OkStatus();
}

int RunPair(Program& program, const PairFlags& flags) {
  const auto request = MakeRequest(flags);
  if (!request.ok()) return Fail(program, request.status());
  const absl::Status paired = flags.print_token ? PairToken(program, flags, *request)
                                                : PairIdentity(program, flags, *request);
  return paired.ok() ? kDone : Fail(program, paired);
}

std::string DayOf(const google::protobuf::Timestamp& time) {
  const int64_t millis = google::protobuf::util::TimeUtil::TimestampToMilliseconds(time);
  return absl::FormatTime("%Y-%m-%d", absl::FromUnixMillis(millis), absl::LocalTimeZone());
}

std::string DeviceRow(const v1::Device& device) {
  std::string row = absl::StrFormat("%-20s  %-8s  paired %s", text::TerminalSafe(device.label()),
                                    RoleWord(device.role()), DayOf(device.paired_at()));
  if (device.has_expires_at()) absl::StrAppend(&row, "  until ", DayOf(device.expires_at()));
  if (device.revoked()) absl::StrAppend(&row, "  revoked");
  absl::StrAppend(&row, "  ", text::TerminalSafe(device.id()));
  return row;
}

int RunList(Program& program, const CommonFlags& flags) {
  const auto reply =
      Call(program, flags, &v1::CrewAdmin::Stub::ListDevices, v1::ListDevicesRequest());
  if (!reply.ok()) return Fail(program, reply.status());
  if (flags.json) {
    Json devices = Json::array();
    for (const v1::Device& device : reply->devices()) devices.push_back(ToJson(device));
    program.out << Line({{"devices", std::move(devices)}}) << '\n';
    return kDone;
  }
  for (const v1::Device& device : reply->devices()) program.out << DeviceRow(device) << '\n';
  if (reply->devices().empty()) PrintSentence(program, "no device is paired");
  return kDone;
}

int RunRevoke(Program& program, const RevokeFlags& flags) {
  v1::RevokeDeviceRequest request;
  request.set_label(flags.label);
  const auto reply = Call(program, flags.common, &v1::CrewAdmin::Stub::RevokeDevice, request);
  if (!reply.ok()) return Fail(program, reply.status());
  PrintSentence(program, absl::StrCat("revoked ", flags.label));
  return kDone;
}

void AddPair(CLI::App& devices, Action& chosen) {
  auto [verb, flags] =
      AddVerb<PairFlags>(devices, "pair", "Pair a device or program", chosen, RunPair);
  verb->add_option("--label", flags->label, "Its name, unique")->required()->type_name("LABEL");
  verb->add_option("--role", flags->role, "viewer reads, operator also acts, admin also pairs")
      ->check(CLI::IsMember({"viewer", "operator", "admin"}))
      ->capture_default_str();
  verb->add_option("--ttl", flags->ttl,
                   "How long it lives, such as 12h or 30d (else until revoked)")
      ->type_name("SPAN");
  verb->add_flag("--print-token", flags->print_token, "Print a bearer token for HTTP");
  verb->add_option("--identity", flags->folder, "Write a key and a certificate for gRPC into DIR")
      ->type_name("DIR");
  AddPathFlags(*verb, flags->common);
  AddJsonFlag(*verb, flags->common);
}

}  // namespace

void AddDevicesVerb(CLI::App& app, Action& chosen) {
  CLI::App* devices =
      app.add_subcommand("devices", "The devices and programs that may read and act");
  devices->require_subcommand(1);
  AddPair(*devices, chosen);
  auto [list, list_flags] =
      AddVerb<CommonFlags>(*devices, "list", "List the devices", chosen, RunList);
  AddPathFlags(*list, *list_flags);
  AddJsonFlag(*list, *list_flags);
  auto [revoke, revoke_flags] =
      AddVerb<RevokeFlags>(*devices, "revoke", "End a device at once", chosen, RunRevoke);
  revoke->add_option("label", revoke_flags->label, "Its name")->required()->type_name("LABEL");
  AddPathFlags(*revoke, revoke_flags->common);
}

}  // namespace collie::cli
