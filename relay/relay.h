#ifndef COLLIE_RELAY_RELAY_H_
#define COLLIE_RELAY_RELAY_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "crew/clock/clock.h"
#include "crew/ids/random.h"
#include "relay/relay_config.h"

namespace collie::relay {

// The relay: owns every component, and stops them in the reverse order of their start. From what
// was on disk it shows the last good state before the first edge returns.
class Relay {
 public:
  // Starts it, listeners last. Errors: one sentence that names what failed and the cure.
  static absl::StatusOr<std::unique_ptr<Relay>> Start(const RelayConfig& config,
                                                      const clock::Clock& clock,
                                                      ids::RandomSource& random);
  // Refuses new acts, notifies edges and watchers, finishes pending writes, closes.
  ~Relay();

  // One line for the log: where its APIs listen.
  std::string Describe() const;

 private:
  class Components;
  explicit Relay(std::unique_ptr<Components> components);
  std::unique_ptr<Components> components_;
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_RELAY_H_
