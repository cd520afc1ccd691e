#ifndef COLLIE_CREW_IDENTITY_IDENTITY_FOLDER_H_
#define COLLIE_CREW_IDENTITY_IDENTITY_FOLDER_H_

#include <filesystem>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crew/identity/key.h"

namespace collie::identity {

// What a member or a device shows to the relay, and how it finds and knows the relay.
struct Identity {
  std::string key;           // PEM, a secret
  std::string certificate;   // PEM
  std::string authority;     // PEM: the crew's
  std::string link_address;  // host:port of the relay's gRPC listener
  std::string member;        // the member's id; empty for a device
};

enum class IdentityKind { kMember, kDevice };

// The folder (0700) that holds an identity: {member,device}.key, {member,device}.crt, authority.crt
// and link.json, each 0600. A crash while it is written leaves the old identity or the new one,
// whole. REQUIRES: one user of the folder at a time (an edge's is under its instance lock). All
// functions block on the disk.
class IdentityFolder {
 public:
  IdentityFolder(std::filesystem::path folder, IdentityKind kind);

  // The key that is there, or a new one that is on disk before this returns: a host that was cut
  // off while it joined asks again with the same key. Errors: FAILED_PRECONDITION (the folder holds
  // other things: name another), those of Key::Load and config::WritePrivateFolder.
  absl::StatusOr<Key> TakeKey() const;

  // Replaces whatever identity the folder holds. Errors: FAILED_PRECONDITION as above,
  // INVALID_ARGUMENT (the key and the certificate do not belong together), those of
  // config::WritePrivateFolder.
  absl::Status Write(const Identity& identity) const;

  // Errors: NOT_FOUND (there is none, or only a key: join or pair first), PERMISSION_DENIED (others
  // may read the key), INVALID_ARGUMENT (a file is damaged), UNAVAILABLE.
  absl::StatusOr<Identity> Read() const;

 private:
  std::string KeyName() const;
  std::string CertificateName() const;
  absl::Status CheckReplaceable() const;
  absl::StatusOr<std::string> ReadPart(const std::string& name) const;

  const std::filesystem::path folder_;
  const IdentityKind kind_;
};

}  // namespace collie::identity

#endif  // COLLIE_CREW_IDENTITY_IDENTITY_FOLDER_H_
