#ifndef COLLIE_TESTS_BENCH_NATS_FLOOR_H_
#define COLLIE_TESTS_BENCH_NATS_FLOOR_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace collie::bench {

// A NATS server, a responder and a client, each over mutual TLS: what a read through a relay is
// measured against. One thread.
class NatsFloor {
 public:
  // The responder answers every request with `reply`.
  static absl::StatusOr<std::unique_ptr<NatsFloor>> Start(std::string reply);
  ~NatsFloor();
  NatsFloor(const NatsFloor&) = delete;
  NatsFloor& operator=(const NatsFloor&) = delete;

  // One request and its reply; whether the reply had the right length.
  bool Ask(std::string_view request);

 private:
  class Wiring;
  explicit NatsFloor(std::unique_ptr<Wiring> wiring);
  const std::unique_ptr<Wiring> wiring_;
};

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_NATS_FLOOR_H_
