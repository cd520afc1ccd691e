#ifndef COLLIE_TESTS_BENCH_FLOOR_CERTIFICATES_H_
#define COLLIE_TESTS_BENCH_FLOOR_CERTIFICATES_H_

#include "absl/status/statusor.h"
#include "crew/identity/identity_folder.h"

namespace collie::bench {

// The two ends of a floor's TLS: keys and certificates of the kind that a crew has, from an
// authority of its own.
struct FloorCertificates {
  identity::Identity server;
  identity::Identity client;
};

absl::StatusOr<FloorCertificates> MakeFloorCertificates();

}  // namespace collie::bench

#endif  // COLLIE_TESTS_BENCH_FLOOR_CERTIFICATES_H_
