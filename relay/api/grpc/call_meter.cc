#include "relay/api/grpc/call_meter.h"

#include <string_view>
#include <utility>

#include "crew/text/limits.h"
#include "relay/api/grpc/authorize.h"

namespace collie::relay {
namespace {

using grpc::experimental::InterceptionHookPoints;
using grpc::experimental::InterceptorBatchMethods;
using grpc::experimental::ServerRpcInfo;

constexpr int64_t kPage = int64_t{1} << 20;    // of a list or a page
constexpr int64_t kSmall = int64_t{64} << 10;  // of a receipt and all else

int64_t MostReply(std::string_view method) {
  const bool is_page = method == method::kReadHistory || method == method::kListReceipts ||
                       method == method::kListDevices;
  return is_page ? kPage : kSmall;
}

class Meter final : public grpc::experimental::Interceptor {
 public:
  Meter(ServerRpcInfo* info, const TlsPeerAuthenticator& peers, CallBudgets& budgets,
        const OnPeerCall& on_call)
      : info_(info), peers_(peers), budgets_(budgets), on_call_(on_call) {}
  ~Meter() override { Hold(0); }

  void Intercept(InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::POST_RECV_INITIAL_METADATA)) {
      Begin();
    }
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::PRE_SEND_MESSAGE) &&
        is_unary()) {
      Hold(static_cast<int64_t>(methods->GetSerializedSendMessage()->Length()));
    }
    methods->Proceed();
  }

 private:
  bool is_unary() const { return info_->type() == ServerRpcInfo::Type::UNARY; }

  void Begin() {
    grpc::ServerContextBase& context = *info_->server_context();
    pin_ = peers_.PinOf(context);
    if (pin_.empty()) return;
    on_call_(context.peer(), pin_);
    if (is_unary()) Hold(MostReply(info_->method()));
  }

  void Hold(int64_t bytes) {
    if (pin_.empty() || bytes == held_) return;
    budgets_.Reserve(pin_, bytes - held_);
    held_ = bytes;
  }

  ServerRpcInfo* const info_;
  const TlsPeerAuthenticator& peers_;
  CallBudgets& budgets_;
  const OnPeerCall& on_call_;
  std::string pin_;
  int64_t held_ = 0;
};

class Factory final : public grpc::experimental::ServerInterceptorFactoryInterface {
 public:
  Factory(const TlsPeerAuthenticator& peers, CallBudgets& budgets, OnPeerCall on_call)
      : peers_(peers), budgets_(budgets), on_call_(std::move(on_call)) {}

  grpc::experimental::Interceptor* CreateServerInterceptor(ServerRpcInfo* info) override {
    return new Meter(info, peers_, budgets_, on_call_);
  }

 private:
  const TlsPeerAuthenticator& peers_;
  CallBudgets& budgets_;
  const OnPeerCall on_call_;
};

}  // namespace

std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> CallMeter(
    const TlsPeerAuthenticator& peers, CallBudgets& budgets, OnPeerCall on_call) {
  return std::make_unique<Factory>(peers, budgets, std::move(on_call));
}

}  // namespace collie::relay
