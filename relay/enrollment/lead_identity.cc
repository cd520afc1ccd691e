#include "relay/enrollment/lead_identity.h"

#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/config/private_file.h"
#include "crew/identity/key.h"
#include "crew/identity/pin.h"
#include "crew/status/status_macros.h"

namespace collie::relay {
namespace {

namespace fs = std::filesystem;

using identity::Authority;
using identity::Key;

constexpr char kAuthorityKey[] = "authority.key";
constexpr char kAuthorityCertificate[] = "authority.crt";
constexpr char kRelayKey[] = "relay.key";
constexpr char kRelayCertificate[] = "relay.crt";
constexpr size_t kMostBytes = 64 * 1024;

// The relay's key and certificate.
struct Pair {
  std::string key;
  std::string certificate;
};

absl::StatusOr<Pair> MakePair(const Authority& authority) {
  Pair pair;
  COLLIE_ASSIGN_OR_RETURN(Key key, Key::Generate());
  COLLIE_ASSIGN_OR_RETURN(pair.key, key.ToPem());
  COLLIE_ASSIGN_OR_RETURN(pair.certificate, authority.SignRelay(key));
  return pair;
}

absl::StatusOr<LeadIdentity> Make(const fs::path& folder, ids::RandomSource& random,
                                  const clock::Clock& clock) {
  COLLIE_ASSIGN_OR_RETURN(Authority authority, Authority::Create(random, clock));
  COLLIE_ASSIGN_OR_RETURN(std::string authority_key, authority.key().ToPem());
  COLLIE_ASSIGN_OR_RETURN(Pair pair, MakePair(authority));
  COLLIE_RETURN_IF_ERROR(
      config::WritePrivateFolder(folder, {{kAuthorityKey, authority_key},
                                          {kAuthorityCertificate, authority.certificate()},
                                          {kRelayKey, pair.key},
                                          {kRelayCertificate, pair.certificate}}));
  return LeadIdentity{std::move(authority), std::move(pair.key), std::move(pair.certificate)};
}

absl::StatusOr<Authority> ReadAuthority(const fs::path& folder, ids::RandomSource& random,
                                        const clock::Clock& clock) {
  COLLIE_ASSIGN_OR_RETURN(std::string key,
                          config::ReadPrivateFile(folder / kAuthorityKey, kMostBytes));
  COLLIE_ASSIGN_OR_RETURN(std::string certificate,
                          config::ReadPrivateFile(folder / kAuthorityCertificate, kMostBytes));
  return Authority::Load(key, certificate, random, clock);
}

absl::Status Damaged(const fs::path& folder, const absl::Status& why) {
  if (!absl::IsNotFound(why) && !absl::IsInvalidArgument(why)) return why;
  return absl::DataLossError(
      absl::StrCat("The crew's authority in '", folder.string(), "' is damaged (", why.message(),
                   "): restore the folder from a backup, or move it away to begin a new crew, "
                   "which every member then joins again."));
}

absl::StatusOr<Pair> ReadPair(const fs::path& folder) {
  Pair pair;
  COLLIE_ASSIGN_OR_RETURN(pair.key, config::ReadPrivateFile(folder / kRelayKey, kMostBytes));
  COLLIE_ASSIGN_OR_RETURN(pair.certificate,
                          config::ReadPrivateFile(folder / kRelayCertificate, kMostBytes));
  COLLIE_ASSIGN_OR_RETURN(Key key, Key::FromPem(pair.key));
  COLLIE_ASSIGN_OR_RETURN(std::string of_key, identity::PinOfKey(key.handle()));
  COLLIE_ASSIGN_OR_RETURN(std::string of_certificate, identity::PinOfCertificate(pair.certificate));
  if (of_key == of_certificate) return pair;
  return absl::InvalidArgumentError("the relay's key and certificate do not belong together");
}

// A crash between the two files leaves a pair that does not fit, which is made anew at the next
// start.
absl::StatusOr<Pair> TakePair(const fs::path& folder, const Authority& authority) {
  absl::StatusOr<Pair> there = ReadPair(folder);
  const bool redo = absl::IsNotFound(there.status()) || absl::IsInvalidArgument(there.status());
  if (!redo) return there;
  COLLIE_ASSIGN_OR_RETURN(Pair made, MakePair(authority));
  COLLIE_RETURN_IF_ERROR(config::WritePrivateFile(folder / kRelayKey, made.key));
  COLLIE_RETURN_IF_ERROR(config::WritePrivateFile(folder / kRelayCertificate, made.certificate));
  return made;
}

}  // namespace

absl::StatusOr<LeadIdentity> TakeLeadIdentity(const fs::path& folder, ids::RandomSource& random,
                                              const clock::Clock& clock) {
  std::error_code error;
  const bool none = !fs::exists(folder, error) || fs::is_empty(folder, error);
  if (error) {
    return absl::UnavailableError(absl::StrCat("'", folder.string(), "' cannot be read: ",
                                               error.message(), ". Check its owner and mode."));
  }
  if (none) return Make(folder, random, clock);
  absl::StatusOr<Authority> authority = ReadAuthority(folder, random, clock);
  if (!authority.ok()) return Damaged(folder, authority.status());
  COLLIE_ASSIGN_OR_RETURN(Pair pair, TakePair(folder, *authority));
  return LeadIdentity{*std::move(authority), std::move(pair.key), std::move(pair.certificate)};
}

}  // namespace collie::relay
