#ifndef COLLIE_TESTS_CREW_CLI_FAKE_RELAY_H_
#define COLLIE_TESTS_CREW_CLI_FAKE_RELAY_H_

#include <grpcpp/server.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "collie/v1/crew_admin.grpc.pb.h"
#include "collie/v1/dashboard.grpc.pb.h"
#include "collie/v1/edge_control.grpc.pb.h"
#include "collie/v1/enrollment.grpc.pb.h"

namespace collie::tests {

// The services that the command line calls, at a local socket, with scripted answers. Thread-safe;
// the scripts are set before the first call.
class FakeRelay final : public v1::Dashboard::Service,
                        public v1::CrewAdmin::Service,
                        public v1::Enrollment::Service,
                        public v1::EdgeControl::Service {
 public:
  // Serves at `socket`, in a folder that it makes.
  explicit FakeRelay(const std::filesystem::path& socket);
  ~FakeRelay() override;

  // The crew: sent whole to each watch, which then stays open until its caller leaves.
  v1::CrewPart crew;
  // The conversation, sent to each WatchConversation.
  std::vector<v1::ConversationEvent> conversation;
  // What Act answers.
  std::function<grpc::Status(const v1::ActRequest&, v1::Receipt&)> on_act;
  // What UnlockMember answers.
  std::function<grpc::Status(const std::string& member, v1::UnlockMemberReply&)> on_unlock;
  // What GiveUpAct answers.
  std::function<grpc::Status(const std::string& request_id, v1::Receipt&)> on_give_up;
  // What ListReceipts answers.
  std::vector<v1::Receipt> receipts;
  std::string before;  // of each of its pages
  v1::ReadHistoryReply history;
  v1::ListDevicesReply devices;
  v1::PairDeviceReply pair_reply;
  v1::ListSourcesReply sources;
  std::function<grpc::Status(const v1::JoinRequest&, v1::JoinReply&)> on_join;

  // Cuts so many of the next streams of Watch right after their start.
  void CutNext(int streams);
  std::vector<v1::ActRequest> acts() const;
  std::vector<v1::WatchRequest> watches() const;
  std::vector<v1::PairDeviceRequest> pairs() const;
  std::vector<v1::ListReceiptsRequest> lookups() const;
  std::vector<std::string> revoked() const;
  std::vector<std::string> given_up() const;

 private:
  grpc::Status Watch(grpc::ServerContext* context, const v1::WatchRequest* request,
                     grpc::ServerWriter<v1::WatchEvent>* writer) override;
  grpc::Status WatchConversation(grpc::ServerContext* context,
                                 const v1::WatchConversationRequest* request,
                                 grpc::ServerWriter<v1::ConversationEvent>* writer) override;
  grpc::Status ReadHistory(grpc::ServerContext* context, const v1::ReadHistoryRequest* request,
                           v1::ReadHistoryReply* reply) override;
  grpc::Status Act(grpc::ServerContext* context, const v1::ActRequest* request,
                   v1::Receipt* receipt) override;
  grpc::Status ListReceipts(grpc::ServerContext* context, const v1::ListReceiptsRequest* request,
                            v1::ListReceiptsReply* reply) override;
  grpc::Status PairDevice(grpc::ServerContext* context, const v1::PairDeviceRequest* request,
                          v1::PairDeviceReply* reply) override;
  grpc::Status ListDevices(grpc::ServerContext* context, const v1::ListDevicesRequest* request,
                           v1::ListDevicesReply* reply) override;
  grpc::Status RevokeDevice(grpc::ServerContext* context, const v1::RevokeDeviceRequest* request,
                            v1::RevokeDeviceReply* reply) override;
  grpc::Status UnlockMember(grpc::ServerContext* context, const v1::UnlockMemberRequest* request,
                            v1::UnlockMemberReply* reply) override;
  grpc::Status GiveUpAct(grpc::ServerContext* context, const v1::GiveUpActRequest* request,
                         v1::Receipt* receipt) override;
  grpc::Status Join(grpc::ServerContext* context, const v1::JoinRequest* request,
                    v1::JoinReply* reply) override;
  grpc::Status ListSources(grpc::ServerContext* context, const v1::ListSourcesRequest* request,
                           v1::ListSourcesReply* reply) override;

  // Blocks until the caller has left or the fake ends.
  void WaitForLeave(grpc::ServerContext& context);

  mutable absl::Mutex mu_;
  std::vector<v1::ActRequest> acts_ ABSL_GUARDED_BY(mu_);
  std::vector<v1::WatchRequest> watches_ ABSL_GUARDED_BY(mu_);
  std::vector<v1::PairDeviceRequest> pairs_ ABSL_GUARDED_BY(mu_);
  std::vector<v1::ListReceiptsRequest> lookups_ ABSL_GUARDED_BY(mu_);
  std::vector<std::string> revoked_ ABSL_GUARDED_BY(mu_);
  std::vector<std::string> given_up_ ABSL_GUARDED_BY(mu_);
  int cuts_ ABSL_GUARDED_BY(mu_) = 0;
  bool ending_ ABSL_GUARDED_BY(mu_) = false;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace collie::tests

#endif  // COLLIE_TESTS_CREW_CLI_FAKE_RELAY_H_
