#ifndef COLLIE_EDGE_UPLINK_HOST_ID_H_
#define COLLIE_EDGE_UPLINK_HOST_ID_H_

#include <filesystem>
#include <string>

#include "crew/config/environment.h"

namespace collie::edge {

// What a hello tells of the machine, so that a copied state folder shows on another one: 64 hex
// digits, HMAC-SHA256 of the machine's id under `crew`, the crew's authority certificate. The id
// itself is not told, and two crews cannot compare what they were told. Empty where the file does
// not hold an id, and in a pod, whose machine id is its image's. Blocks on the disk.
std::string HostId(const std::filesystem::path& machine_id, const std::string& crew,
                   const config::Environment& environment);

}  // namespace collie::edge

#endif  // COLLIE_EDGE_UPLINK_HOST_ID_H_
