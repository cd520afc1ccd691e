#include "crew/cli/edge_enrolment.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "collie/v1/enrollment.grpc.pb.h"
#include "crew/identity/certificate_request.h"
#include "crew/identity/identity_folder.h"
#include "crew/journal/instance_lock.h"
#include "crew/journal/private_folder.h"
#include "crew/status/status_macros.h"
#include "crew/text/clean.h"
#include "crew/text/limits.h"

namespace collie::cli {
namespace {

absl::StatusOr<v1::JoinReply> Join(const Endpoint& relay, const v1::JoinRequest& request) {
  COLLIE_ASSIGN_OR_RETURN(const auto channel, relay.dial());
  const auto enrollment = v1::Enrollment::NewStub(channel);
  grpc::ClientContext context;
  const auto bound = Bound(context, absl::Seconds(10));
  v1::JoinReply reply;
  const grpc::Status status = enrollment->Join(&context, request, &reply);
  if (!status.ok()) return Explain(status, relay);
  return reply;
}

}  // namespace

absl::StatusOr<std::string> EnrolEdge(const config::Paths& paths, const Endpoint& relay,
                                      const std::string& label) {
  // The edge's own lock: nobody else writes the folder meanwhile.
  COLLIE_ASSIGN_OR_RETURN(const journal::InstanceLock lock,
                          journal::InstanceLock::Acquire(paths.edge_lock()));
  const identity::IdentityFolder folder(paths.edge_identity(), identity::IdentityKind::kMember);
  const auto known = folder.Read();
  if (!known.ok() && !absl::IsNotFound(known.status())) return known.status();
  COLLIE_ASSIGN_OR_RETURN(const identity::Key key, folder.TakeKey());
  v1::JoinRequest request;
  COLLIE_ASSIGN_OR_RETURN(*request.mutable_certificate_request(),
                          identity::MakeCertificateRequest(key));
  request.set_label(label);
  COLLIE_ASSIGN_OR_RETURN(const v1::JoinReply reply, Join(relay, request));
  if (known.ok() && known->authority != reply.authority()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "this machine's edge is a member of another crew, whose relay is at ", known->link_address,
        ": to join this one, move ", paths.edge_identity().string(), " away"));
  }
  if (known.ok() && known->link_address == reply.link_address()) return known->member;
  COLLIE_ASSIGN_OR_RETURN(std::string pem, key.ToPem());
  COLLIE_RETURN_IF_ERROR(folder.Write({std::move(pem), reply.certificate(), reply.authority(),
                                       reply.link_address(), reply.member()}));
  return reply.member();
}

absl::StatusOr<std::string> RejoinEdge(const config::Paths& paths, const Endpoint& relay,
                                       const std::string& token) {
  COLLIE_RETURN_IF_ERROR(journal::MakePrivateFolder(paths.edge_dir()));
  COLLIE_ASSIGN_OR_RETURN(const journal::InstanceLock lock,
                          journal::InstanceLock::Acquire(paths.edge_lock()));
  const std::filesystem::path fresh = paths.edge_dir() / "identity.rejoin";
  const identity::IdentityFolder next(fresh, identity::IdentityKind::kMember);
  COLLIE_ASSIGN_OR_RETURN(const identity::Key key, next.TakeKey());
  v1::JoinRequest request;
  request.set_token(token);
  COLLIE_ASSIGN_OR_RETURN(*request.mutable_certificate_request(),
                          identity::MakeCertificateRequest(key));
  COLLIE_ASSIGN_OR_RETURN(const v1::JoinReply reply, Join(relay, request));
  COLLIE_ASSIGN_OR_RETURN(std::string pem, key.ToPem());
  const identity::IdentityFolder folder(paths.edge_identity(), identity::IdentityKind::kMember);
  COLLIE_RETURN_IF_ERROR(folder.Write({std::move(pem), reply.certificate(), reply.authority(),
                                       reply.link_address(), reply.member()}));
  std::error_code left;  // one that stays is used by nobody
  std::filesystem::remove_all(fresh, left);
  return reply.member();
}

std::string HostLabel() {
  char name[256] = {};
  if (gethostname(name, sizeof name - 1) != 0) return "this host";
  std::string label = text::CleanLine(name, text::kMemberLabelCharacters).text;
  return label.empty() ? "this host" : label;
}

}  // namespace collie::cli
