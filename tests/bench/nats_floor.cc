#include "tests/bench/nats_floor.h"

#include <nats/nats.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/identity/authority.h"
#include "crew/status/status_macros.h"
#include "tests/bench/child.h"
#include "tests/bench/floor_certificates.h"
#include "tests/bench/free_port.h"
#include "tests/bench/wait.h"
#include "tests/support/temporary_folder.h"

namespace collie::bench {
namespace {

constexpr char kServer[] = "/usr/sbin/nats-server";
constexpr char kSubject[] = "collie.history.read";
constexpr int64_t kMostForReplyMs = 10'000;
constexpr absl::Duration kMostForStart = absl::Seconds(20);

void Write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file) << text;
}

}  // namespace

class NatsFloor::Wiring {
 public:
  explicit Wiring(std::string reply) : reply_(std::move(reply)) {}
  ~Wiring() {
    natsSubscription_Destroy(subscription_);
    natsConnection_Destroy(client_);
    natsConnection_Destroy(responder_);
    natsOptions_Destroy(options_);
  }

  absl::Status Start() {
    COLLIE_ASSIGN_OR_RETURN(const FloorCertificates certificates, MakeFloorCertificates());
    COLLIE_ASSIGN_OR_RETURN(const int port, FreePort());
    COLLIE_RETURN_IF_ERROR(StartServer(certificates.server, port));
    COLLIE_RETURN_IF_ERROR(MakeOptions(certificates.client, port));
    COLLIE_RETURN_IF_ERROR(Poll(kMostForStart, "the NATS server's start", [this] {
      return natsConnection_Connect(&responder_, options_) == NATS_OK;
    }));
    natsStatus status = natsConnection_Connect(&client_, options_);
    if (status == NATS_OK) {
      status = natsConnection_Subscribe(&subscription_, responder_, kSubject, &Reply, this);
    }
    if (status == NATS_OK) status = natsConnection_Flush(responder_);
    return status == NATS_OK ? absl::OkStatus()
                             : absl::UnavailableError(natsStatus_GetText(status));
  }

  bool Ask(std::string_view request) {
    natsMsg* reply = nullptr;
    const natsStatus status =
        natsConnection_Request(&reply, client_, kSubject, request.data(),
                               static_cast<int>(request.size()), kMostForReplyMs);
    if (status != NATS_OK) return false;
    const bool is_whole = natsMsg_GetDataLength(reply) == static_cast<int>(reply_.size());
    natsMsg_Destroy(reply);
    return is_whole;
  }

 private:
  static void Reply(natsConnection* connection, natsSubscription*, natsMsg* request, void* self) {
    const std::string& reply = static_cast<Wiring*>(self)->reply_;
    natsConnection_Publish(connection, natsMsg_GetReply(request), reply.data(),
                           static_cast<int>(reply.size()));
    natsMsg_Destroy(request);
  }

  absl::Status StartServer(const identity::Identity& identity, int port) {
    const std::filesystem::path& folder = folder_.path();
    Write(folder / "server.crt", identity.certificate);
    Write(folder / "server.key", identity.key);
    Write(folder / "authority.crt", identity.authority);
    COLLIE_ASSIGN_OR_RETURN(
        server_, Child::Start(kServer,
                              {"--addr", "127.0.0.1", "--port", absl::StrCat(port), "--tlsverify",
                               "--tlscert", (folder / "server.crt").string(), "--tlskey",
                               (folder / "server.key").string(), "--tlscacert",
                               (folder / "authority.crt").string()},
                              folder / "server.log"));
    return absl::OkStatus();
  }

  absl::Status MakeOptions(const identity::Identity& identity, int port) {
    const std::string url = absl::StrCat("tls://127.0.0.1:", port);
    natsStatus status = natsOptions_Create(&options_);
    const auto step = [&status](natsStatus next) {
      if (status == NATS_OK) status = next;
    };
    step(natsOptions_SetURL(options_, url.c_str()));
    step(natsOptions_SetSecure(options_, true));
    step(natsOptions_SetCATrustedCertificates(options_, identity.authority.c_str()));
    step(natsOptions_SetCertificatesChain(options_, identity.certificate.c_str(),
                                          identity.key.c_str()));
    step(natsOptions_SetExpectedHostname(options_, identity::kRelayName));
    // Without it a message waits for others for a moment: this is NATS at its quickest.
    step(natsOptions_SetSendAsap(options_, true));
    return status == NATS_OK ? absl::OkStatus() : absl::InternalError(natsStatus_GetText(status));
  }

  const std::string reply_;
  const tests::TemporaryFolder folder_;
  std::unique_ptr<Child> server_;
  natsOptions* options_ = nullptr;
  natsConnection* responder_ = nullptr;
  natsConnection* client_ = nullptr;
  natsSubscription* subscription_ = nullptr;
};

NatsFloor::NatsFloor(std::unique_ptr<Wiring> wiring) : wiring_(std::move(wiring)) {}
NatsFloor::~NatsFloor() = default;

absl::StatusOr<std::unique_ptr<NatsFloor>> NatsFloor::Start(std::string reply) {
  auto wiring = std::make_unique<Wiring>(std::move(reply));
  COLLIE_RETURN_IF_ERROR(wiring->Start());
  return std::unique_ptr<NatsFloor>(new NatsFloor(std::move(wiring)));
}

bool NatsFloor::Ask(std::string_view request) { return wiring_->Ask(request); }

}  // namespace collie::bench
