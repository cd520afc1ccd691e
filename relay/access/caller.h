#ifndef COLLIE_RELAY_ACCESS_CALLER_H_
#define COLLIE_RELAY_ACCESS_CALLER_H_

#include <string>

#include "collie/v1/crew_admin.pb.h"

namespace collie::relay {

// Who calls an API, once a credential was shown.
struct Caller {
  // The label of its device; `local` for the owner at the local socket.
  std::string device;
  v1::Role role = v1::ROLE_UNSPECIFIED;
  // Tells it from an earlier device of the same label; empty for the owner.
  std::string device_id = "";

  bool MayRead() const { return role >= v1::ROLE_VIEWER; }
  bool MayAct() const { return role >= v1::ROLE_OPERATOR; }
  bool MayManage() const { return role >= v1::ROLE_ADMIN; }
};

}  // namespace collie::relay

#endif  // COLLIE_RELAY_ACCESS_CALLER_H_
