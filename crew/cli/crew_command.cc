#include "crew/cli/crew_command.h"

#include <google/protobuf/util/time_util.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "collie/v1/crew_admin.grpc.pb.h"
#include "crew/cli/connection.h"
#include "crew/cli/edge_enrolment.h"
#include "crew/cli/print_json.h"
#include "crew/cli/verb.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

constexpr absl::Duration kMost = absl::Seconds(10);

struct UnlockFlags {
  CommonFlags common;
  std::string member;
};

struct RejoinFlags {
  CommonFlags common;
  std::string token;
};

absl::StatusOr<v1::UnlockMemberReply> Unlock(Program& program, const UnlockFlags& flags) {
  COLLIE_ASSIGN_OR_RETURN(const config::Paths paths, PathsOf(flags.common, program));
  const Endpoint endpoint = LocalRelayEndpoint(paths);
  COLLIE_ASSIGN_OR_RETURN(const auto channel, endpoint.dial());
  const auto admin = v1::CrewAdmin::NewStub(channel);
  v1::UnlockMemberRequest request;
  request.set_member(flags.member);
  grpc::ClientContext context;
  const auto bound = Bound(context, kMost);
  v1::UnlockMemberReply reply;
  const grpc::Status status = admin->UnlockMember(&context, request, &reply);
  if (!status.ok()) return Explain(status, endpoint);
  return reply;
}

std::string TimeOf(const google::protobuf::Timestamp& time) {
  const int64_t millis = google::protobuf::util::TimeUtil::TimestampToMilliseconds(time);
  return absl::FormatTime("%H:%M", absl::FromUnixMillis(millis), absl::LocalTimeZone());
}

int RunUnlock(Program& program, const UnlockFlags& flags) {
  const auto reply = Unlock(program, flags);
  if (!reply.ok()) return Fail(program, reply.status());
  PrintSentence(
      program,
      absl::StrCat("its key opens nothing any more. On the host that stays, with its edge ended, "
                   "run `collie crew rejoin` with this token before ",
                   TimeOf(reply->expires_at()), "; it is good once, and shown only now:"));
  if (flags.common.json) {
    PrintJson(program, {{"member", flags.member}, {"token", reply->token()}});
  } else {
    program.out << reply->token() << '\n';
  }
  return kDone;
}

int RunRejoin(Program& program, const RejoinFlags& flags) {
  const auto paths = PathsOf(flags.common, program);
  if (!paths.ok()) return Fail(program, paths.status());
  const auto member = RejoinEdge(*paths, LocalRelayEndpoint(*paths), flags.token);
  if (!member.ok()) return Fail(program, member.status());
  PrintSentence(program,
                absl::StrCat("this host is ", *member, ", with a new key: start its edge"));
  return kDone;
}

}  // namespace

void AddCrewVerb(CLI::App& app, Action& chosen) {
  CLI::App* crew = app.add_subcommand("crew", "The hosts of the crew");
  crew->require_subcommand(1);
  auto [unlock, unlock_flags] = AddVerb<UnlockFlags>(
      *crew, "unlock", "Revoke the key that two hosts used, and let one of them join again", chosen,
      RunUnlock);
  unlock->add_option("member", unlock_flags->member, "Its id")->required()->type_name("MEMBER");
  AddPathFlags(*unlock, unlock_flags->common);
  AddJsonFlag(*unlock, unlock_flags->common);
  auto [rejoin, rejoin_flags] = AddVerb<RejoinFlags>(
      *crew, "rejoin", "Give this host's edge a new key, with the token of unlock", chosen,
      RunRejoin);
  rejoin->add_option("token", rejoin_flags->token, "The token")->required()->type_name("TOKEN");
  AddPathFlags(*rejoin, rejoin_flags->common);
}

}  // namespace collie::cli
