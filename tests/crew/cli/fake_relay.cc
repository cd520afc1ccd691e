#include "tests/crew/cli/fake_relay.h"

#include <grpcpp/server_builder.h>

#include "crew/status/grpc_status.h"
#include "tests/crew/cli/view/sample_crew.h"

namespace collie::tests {

FakeRelay::FakeRelay(const std::filesystem::path& socket) {
  std::filesystem::create_directories(socket.parent_path());
  grpc::EnableDefaultHealthCheckService(true);
  grpc::ServerBuilder builder;
  builder.AddListeningPort("unix:" + socket.string(), grpc::InsecureServerCredentials());
  builder.RegisterService(static_cast<v1::Dashboard::Service*>(this));
  builder.RegisterService(static_cast<v1::CrewAdmin::Service*>(this));
  builder.RegisterService(static_cast<v1::Enrollment::Service*>(this));
  builder.RegisterService(static_cast<v1::EdgeControl::Service*>(this));
  server_ = builder.BuildAndStart();
}

FakeRelay::~FakeRelay() {
  {
    absl::MutexLock lock(&mu_);
    ending_ = true;
  }
  server_->Shutdown();
}

void FakeRelay::CutNext(int streams) {
  absl::MutexLock lock(&mu_);
  cuts_ = streams;
}

std::vector<v1::ActRequest> FakeRelay::acts() const {
  absl::MutexLock lock(&mu_);
  return acts_;
}

std::vector<v1::WatchRequest> FakeRelay::watches() const {
  absl::MutexLock lock(&mu_);
  return watches_;
}

std::vector<v1::PairDeviceRequest> FakeRelay::pairs() const {
  absl::MutexLock lock(&mu_);
  return pairs_;
}

std::vector<v1::ListReceiptsRequest> FakeRelay::lookups() const {
  absl::MutexLock lock(&mu_);
  return lookups_;
}

std::vector<std::string> FakeRelay::revoked() const {
  absl::MutexLock lock(&mu_);
  return revoked_;
}

std::vector<std::string> FakeRelay::given_up() const {
  absl::MutexLock lock(&mu_);
  return given_up_;
}

void FakeRelay::WaitForLeave(grpc::ServerContext& context) {
  absl::MutexLock lock(&mu_);
  while (!ending_ && !context.IsCancelled()) {
    mu_.AwaitWithTimeout(absl::Condition(&ending_), absl::Milliseconds(10));
  }
}

grpc::Status FakeRelay::Watch(grpc::ServerContext* context, const v1::WatchRequest* request,
                              grpc::ServerWriter<v1::WatchEvent>* writer) {
  bool cut = false;
  {
    absl::MutexLock lock(&mu_);
    watches_.push_back(*request);
    cut = cuts_ > 0;
    if (cut) --cuts_;
  }
  if (!request->has_resume()) writer->Write(Snapshot(crew));
  writer->Write(InSync("1"));
  if (cut) return status::ToGrpc(absl::UnavailableError("going down"));
  WaitForLeave(*context);
  return grpc::Status::OK;
}

grpc::Status FakeRelay::WatchConversation(grpc::ServerContext* context,
                                          const v1::WatchConversationRequest*,
                                          grpc::ServerWriter<v1::ConversationEvent>* writer) {
  for (const v1::ConversationEvent& event : conversation) writer->Write(event);
  WaitForLeave(*context);
  return grpc::Status::OK;
}

grpc::Status FakeRelay::ReadHistory(grpc::ServerContext*, const v1::ReadHistoryRequest*,
                                    v1::ReadHistoryReply* reply) {
  *reply = history;
  return grpc::Status::OK;
}

grpc::Status FakeRelay::Act(grpc::ServerContext*, const v1::ActRequest* request,
                            v1::Receipt* receipt) {
  {
    absl::MutexLock lock(&mu_);
    acts_.push_back(*request);
  }
  receipt->set_request_id(request->request_id());
  *receipt->mutable_conversation() = request->conversation();
  receipt->set_outcome(v1::OUTCOME_SENT);
  return on_act ? on_act(*request, *receipt) : grpc::Status::OK;
}

grpc::Status FakeRelay::ListReceipts(grpc::ServerContext*, const v1::ListReceiptsRequest* request,
                                     v1::ListReceiptsReply* reply) {
  absl::MutexLock lock(&mu_);
  lookups_.push_back(*request);
  for (const v1::Receipt& receipt : receipts) *reply->add_receipts() = receipt;
  reply->set_before(before);
  return grpc::Status::OK;
}

grpc::Status FakeRelay::PairDevice(grpc::ServerContext*, const v1::PairDeviceRequest* request,
                                   v1::PairDeviceReply* reply) {
  absl::MutexLock lock(&mu_);
  pairs_.push_back(*request);
  *reply = pair_reply;
  return grpc::Status::OK;
}

grpc::Status FakeRelay::ListDevices(grpc::ServerContext*, const v1::ListDevicesRequest*,
                                    v1::ListDevicesReply* reply) {
  *reply = devices;
  return grpc::Status::OK;
}

grpc::Status FakeRelay::RevokeDevice(grpc::ServerContext*, const v1::RevokeDeviceRequest* request,
                                     v1::RevokeDeviceReply*) {
  absl::MutexLock lock(&mu_);
  revoked_.push_back(request->label());
  return grpc::Status::OK;
}

grpc::Status FakeRelay::UnlockMember(grpc::ServerContext*, const v1::UnlockMemberRequest* request,
                                     v1::UnlockMemberReply* reply) {
  return on_unlock ? on_unlock(request->member(), *reply) : grpc::Status::OK;
}

grpc::Status FakeRelay::GiveUpAct(grpc::ServerContext*, const v1::GiveUpActRequest* request,
                                  v1::Receipt* receipt) {
  {
    absl::MutexLock lock(&mu_);
    given_up_.push_back(request->request_id());
  }
  receipt->set_request_id(request->request_id());
  return on_give_up ? on_give_up(request->request_id(), *receipt) : grpc::Status::OK;
}

grpc::Status FakeRelay::Join(grpc::ServerContext*, const v1::JoinRequest* request,
                             v1::JoinReply* reply) {
  if (on_join) return on_join(*request, *reply);
  return grpc::Status(grpc::StatusCode::PERMISSION_DENIED, "no invite");
}

grpc::Status FakeRelay::ListSources(grpc::ServerContext*, const v1::ListSourcesRequest*,
                                    v1::ListSourcesReply* reply) {
  *reply = sources;
  return grpc::Status::OK;
}

}  // namespace collie::tests
