#include "edge/control/control_service.h"

#include <utility>

namespace collie::edge {

grpc::ServerUnaryReactor* ControlService::ListSources(grpc::CallbackServerContext* context,
                                                      const v1::ListSourcesRequest*,
                                                      v1::ListSourcesReply* reply) {
  for (v1::Source& source : components_.sources()) *reply->add_sources() = std::move(source);
  reply->set_link_detail(components_.link_detail());
  reply->set_link_up(reply->link_detail().empty());
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

}  // namespace collie::edge
