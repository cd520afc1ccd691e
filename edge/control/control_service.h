#ifndef COLLIE_EDGE_CONTROL_CONTROL_SERVICE_H_
#define COLLIE_EDGE_CONTROL_CONTROL_SERVICE_H_

#include <functional>
#include <string>
#include <vector>

#include "collie/v1/edge_control.grpc.pb.h"

namespace collie::edge {

// What the local command line asks of the edge. Its server is reached through the control socket
// alone, whose listener accepts its owner alone. Thread-safe.
class ControlService final : public v1::EdgeControl::CallbackService {
 public:
  struct Components {
    std::function<std::vector<v1::Source>()> sources;  // by name
    std::function<std::string()> link_detail;          // empty: the link is up
  };

  explicit ControlService(Components components) : components_(std::move(components)) {}

  grpc::ServerUnaryReactor* ListSources(grpc::CallbackServerContext* context,
                                        const v1::ListSourcesRequest* request,
                                        v1::ListSourcesReply* reply) override;

 private:
  const Components components_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_CONTROL_CONTROL_SERVICE_H_
