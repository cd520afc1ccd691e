#ifndef COLLIE_CREW_HTTP_CLIENT_ADDRESS_H_
#define COLLIE_CREW_HTTP_CLIENT_ADDRESS_H_

#include <sys/types.h>

#include <optional>
#include <string>

#include "crew/config/sources_file.h"
#include "crew/source/reason.h"

namespace collie::http_client {

// Why an address may not be dialled.
struct AddressProblem {
  SourceReason reason = SourceReason::kBadAddress;  // or kSocketNotPrivate
  std::string detail;  // one sentence that names the failing part and the cure
};

// Walks the path of an agent's socket, which carries no token and is therefore trusted only when
// the whole path is private to user `uid`: absolute, at most 103 bytes, no symlink in it, the
// socket the user's with no group or other permission, its folder the user's with mode 0700, no
// folder above writable by group or other except a sticky one (protos/WIRE.md). A socket or folder
// that is not there is no problem of the address: nothing can be dialled. Blocks on the file
// system.
std::optional<AddressProblem> CheckSocket(const std::string& path, uid_t uid);

// An agent's URL: https, or http with a port on 127.0.0.1 or localhost; no user, query or fragment.
std::optional<AddressProblem> CheckUrl(const std::string& url);

// CheckUrl, or CheckSocket for the user that this process acts as.
std::optional<AddressProblem> CheckAddress(const config::SourceEntry& entry);

// Stands for an entry's address without showing it: one address has one. Pure.
std::string AddressId(const config::SourceEntry& entry);

}  // namespace collie::http_client

#endif  // COLLIE_CREW_HTTP_CLIENT_ADDRESS_H_
