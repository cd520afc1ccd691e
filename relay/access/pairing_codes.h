#ifndef COLLIE_RELAY_ACCESS_PAIRING_CODES_H_
#define COLLIE_RELAY_ACCESS_PAIRING_CODES_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "crew/clock/clock.h"
#include "crew/ids/random.h"
#include "relay/access/new_device.h"

namespace collie::relay {

// Codes that each pair one device, once, soon. They are in memory alone and end with the process;
// only their hashes are kept. Thread-safe.
class PairingCodes {
 public:
  static constexpr absl::Duration kLife = absl::Minutes(10);  // by the earlier of both clocks
  static constexpr size_t kOutstanding = 100;

  explicit PairingCodes(const clock::Clock& clock) : clock_(clock) {}

  // A new code for this device, whose secret is made when the code is redeemed. INVALID_ARGUMENT:
  // an unknown role. RESOURCE_EXHAUSTED: too many codes wait.
  absl::StatusOr<std::string> Mint(NewDevice device, ids::RandomSource& random);

  // The device of a code, which is spent by this. nullopt: nobody's, spent, or over.
  std::optional<NewDevice> Redeem(std::string_view code);

 private:
  struct Waiting {
    NewDevice device;
    clock::Steady ends;
    absl::Time ends_wall;
  };

  void DropEndedLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  const clock::Clock& clock_;
  absl::Mutex mu_;
  std::map<std::string, Waiting> waiting_ ABSL_GUARDED_BY(mu_);  // by the code's hash
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACCESS_PAIRING_CODES_H_
