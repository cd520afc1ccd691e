#ifndef COLLIE_RELAY_ACCESS_AUTHORIZE_H_
#define COLLIE_RELAY_ACCESS_AUTHORIZE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "relay/access/caller.h"

namespace collie::relay {

// The authenticated peer of a gRPC connection: only listed ones get this far.
struct PeerIdentity {
  enum class Kind {
    kOwner,   // at the local socket
    kMember,  // an edge
    kDevice,  // a person's or program's
  };
  Kind kind = Kind::kDevice;
  std::string member;  // the id of a kMember
  Caller caller;       // of a kOwner (`local`, an admin) and of a kDevice

  static PeerIdentity Owner();
};

// The one table of who may call which gRPC method; `method` is the full path, such as
// `/collie.v1.Dashboard/Act`. A method that is not in the table is refused. Pure. Errors:
// PERMISSION_DENIED, with a sentence that says what is needed.
absl::Status Authorize(std::string_view method, const PeerIdentity& peer);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACCESS_AUTHORIZE_H_
