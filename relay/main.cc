#include <optional>

#include "crew/clock/clock.h"
#include "crew/ids/random.h"
#include "crew/log/log.h"
#include "crew/process/process.h"
#include "crew/rpc/grpc_log.h"
#include "relay/relay.h"
#include "relay/relay_config.h"

int main(int argc, char** argv) {
  collie::process::Prepare();
  collie::log::Start("relay");
  collie::rpc::LogThroughOurs();
  int exit_code = 0;
  const auto config = collie::relay::RelayConfig::Parse(
      argc, argv, collie::config::ProcessEnvironment(), &exit_code);
  if (!config.ok()) {
    collie::log::Fatal(config.status());
    return 1;
  }
  if (!config->has_value()) return exit_code;
  auto relay = collie::relay::Relay::Start(**config, collie::clock::SystemClock(),
                                           collie::ids::SystemRandom());
  if (!relay.ok()) {
    collie::log::Fatal(relay.status());
    return 1;
  }
  collie::log::Info("relay", (*relay)->Describe());
  collie::process::WaitForEnd();
  collie::log::Info("relay", "ending");
  relay->reset();
  collie::log::Stop();
  collie::process::End(0);
}
