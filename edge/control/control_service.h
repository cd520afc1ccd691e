#ifndef COLLIE_EDGE_CONTROL_CONTROL_SERVICE_H_
#define COLLIE_EDGE_CONTROL_CONTROL_SERVICE_H_

#include <functional>
#include <string>
#include <vector>

#include "collie/v1/edge_control.grpc.pb.h"

namespace collie::edge {

// What the local command line asks of the edge. Its server has the control socket as its only door,
// whose listener lets in its owner alone. Thread-safe.
class ControlService final : public v1::EdgeControl::CallbackService {
 public:
  struct Rooms {
    std::function<std::vector<v1::Source>()> sources;  // by name
    std::function<std::string()> link_detail;          // empty: the link is up
  };

  explicit ControlService(Rooms rooms) : rooms_(std::move(rooms)) {}

  grpc::ServerUnaryReactor* ListSources(grpc::CallbackServerContext* context,
                                        const v1::ListSourcesRequest* request,
                                        v1::ListSourcesReply* reply) override;

 private:
  const Rooms rooms_;
};

}  // namespace collie::edge

#endif  // COLLIE_EDGE_CONTROL_CONTROL_SERVICE_H_
