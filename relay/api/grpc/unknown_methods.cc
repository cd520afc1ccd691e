#include "relay/api/grpc/unknown_methods.h"

namespace collie::relay {
namespace {

class Unimplemented final : public grpc::ServerGenericBidiReactor {
 public:
  Unimplemented() {
    Finish({grpc::StatusCode::UNIMPLEMENTED, "There is no such call here: update the older side."});
  }
  void OnDone() override { delete this; }
};

}  // namespace

grpc::ServerGenericBidiReactor* UnknownMethods::CreateReactor(grpc::GenericCallbackServerContext*) {
  return new Unimplemented();
}

}  // namespace collie::relay
