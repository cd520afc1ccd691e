#ifndef COLLIE_RELAY_API_GRPC_AUTHORIZE_H_
#define COLLIE_RELAY_API_GRPC_AUTHORIZE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "relay/access/caller.h"

namespace collie::relay {

// The relay's methods by their full names: each RPC asks the table below in its own.
namespace method {
inline constexpr char kAttach[] = "/collie.v1.EdgeLink/Attach";
inline constexpr char kJoin[] = "/collie.v1.Enrollment/Join";
inline constexpr char kWatch[] = "/collie.v1.Dashboard/Watch";
inline constexpr char kWatchConversation[] = "/collie.v1.Dashboard/WatchConversation";
inline constexpr char kReadHistory[] = "/collie.v1.Dashboard/ReadHistory";
inline constexpr char kListReceipts[] = "/collie.v1.Dashboard/ListReceipts";
inline constexpr char kAct[] = "/collie.v1.Dashboard/Act";
inline constexpr char kPairDevice[] = "/collie.v1.CrewAdmin/PairDevice";
inline constexpr char kListDevices[] = "/collie.v1.CrewAdmin/ListDevices";
inline constexpr char kRevokeDevice[] = "/collie.v1.CrewAdmin/RevokeDevice";
inline constexpr char kGiveUpAct[] = "/collie.v1.CrewAdmin/GiveUpAct";
inline constexpr char kUnlockMember[] = "/collie.v1.CrewAdmin/UnlockMember";
}  // namespace method

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
// PERMISSION_DENIED (`not-allowed`), with a sentence that says what is needed; UNIMPLEMENTED (it is
// not in the table).
absl::Status Authorize(std::string_view method, const PeerIdentity& peer);

// Whether it is in the table.
bool IsMethod(std::string_view method);

}  // namespace collie::relay

#endif  // COLLIE_RELAY_API_GRPC_AUTHORIZE_H_
