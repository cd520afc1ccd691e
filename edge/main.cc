#include <optional>

#include "crew/clock/clock.h"
#include "crew/ids/random.h"
#include "crew/log/log.h"
#include "crew/process/process.h"
#include "crew/rpc/grpc_log.h"
#include "edge/edge.h"
#include "edge/edge_config.h"

int main(int argc, char** argv) {
  collie::process::Prepare();
  collie::log::Start("edge");
  collie::rpc::LogThroughOurs();
  int exit_code = 0;
  const auto config =
      collie::edge::EdgeConfig::Parse(argc, argv, collie::config::ProcessEnvironment(), &exit_code);
  if (!config.ok()) {
    collie::log::Fatal(config.status());
    return 1;
  }
  if (!config->has_value()) return exit_code;
  auto edge = collie::edge::Edge::Start(**config, collie::clock::SystemClock(),
                                        collie::ids::SystemRandom());
  if (!edge.ok()) {
    collie::log::Fatal(edge.status());
    return 1;
  }
  collie::process::WaitForEnd();
  collie::log::Info("edge", "ending");
  edge->reset();
  collie::log::Stop();
  collie::process::End(0);
}
