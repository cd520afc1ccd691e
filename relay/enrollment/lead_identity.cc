#include "relay/enrollment/lead_identity.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "crew/config/private_file.h"
#include "crew/identity/key.h"
#include "crew/identity/lead_certificate.h"
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
constexpr size_t kMostNameBytes = 253;

// The relay's key and certificate.
struct Pair {
  std::string key;
  std::string certificate;
};

using Names = std::vector<std::string>;

bool IsName(const std::string& name) {
  return !name.empty() && name.size() <= kMostNameBytes &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' ||
                  c == ':';
         });
}

// Those of this machine, and `names`.
Names AllNames(const Names& names) {
  Names all = {"localhost", "127.0.0.1", "::1"};
  for (const std::string& name : names) {
    const bool is_new = std::find(all.begin(), all.end(), name) == all.end();
    const bool is_any = name == "0.0.0.0" || name == "::";
    if (is_new && !is_any && IsName(name)) all.push_back(name);
  }
  return all;
}

absl::StatusOr<Pair> MakePair(const Authority& authority, const Names& names) {
  Pair pair;
  COLLIE_ASSIGN_OR_RETURN(Key key, Key::Generate());
  COLLIE_ASSIGN_OR_RETURN(pair.key, key.ToPem());
  COLLIE_ASSIGN_OR_RETURN(pair.certificate, authority.SignRelay(key, names));
  return pair;
}

absl::StatusOr<LeadIdentity> Make(const fs::path& folder, ids::RandomSource& random,
                                  const clock::Clock& clock, const Names& names) {
  COLLIE_ASSIGN_OR_RETURN(Authority authority, Authority::Create(random, clock));
  COLLIE_ASSIGN_OR_RETURN(std::string authority_key, authority.key().ToPem());
  COLLIE_ASSIGN_OR_RETURN(Pair pair, MakePair(authority, names));
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
absl::StatusOr<Pair> TakePair(const fs::path& folder, const Authority& authority,
                              const Names& names) {
  absl::StatusOr<Pair> there = ReadPair(folder);
  const bool redo = absl::IsNotFound(there.status()) || absl::IsInvalidArgument(there.status());
  if (!there.ok() && !redo) return there;
  if (there.ok() && identity::CarriesNames(there->certificate, names)) return there;
  Pair made;
  if (there.ok()) {
    COLLIE_ASSIGN_OR_RETURN(const Key key, Key::FromPem(there->key));
    made.key = there->key;
    COLLIE_ASSIGN_OR_RETURN(made.certificate, authority.SignRelay(key, names));
  } else {
    COLLIE_ASSIGN_OR_RETURN(made, MakePair(authority, names));
    COLLIE_RETURN_IF_ERROR(config::WritePrivateFile(folder / kRelayKey, made.key));
  }
  COLLIE_RETURN_IF_ERROR(config::WritePrivateFile(folder / kRelayCertificate, made.certificate));
  return made;
}

}  // namespace

absl::StatusOr<LeadIdentity> TakeLeadIdentity(const fs::path& folder, ids::RandomSource& random,
                                              const clock::Clock& clock, const Names& names) {
  std::error_code error;
  const bool none = !fs::exists(folder, error) || fs::is_empty(folder, error);
  if (error) {
    return absl::UnavailableError(absl::StrCat("'", folder.string(), "' cannot be read: ",
                                               error.message(), ". Check its owner and mode."));
  }
  const Names all = AllNames(names);
  if (none) return Make(folder, random, clock, all);
  absl::StatusOr<Authority> authority = ReadAuthority(folder, random, clock);
  if (!authority.ok()) return Damaged(folder, authority.status());
  COLLIE_ASSIGN_OR_RETURN(Pair pair, TakePair(folder, *authority, all));
  return LeadIdentity{*std::move(authority), std::move(pair.key), std::move(pair.certificate)};
}

}  // namespace collie::relay
