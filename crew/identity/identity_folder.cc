#include "crew/identity/identity_folder.h"

#include <openssl/crypto.h>

#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crew/config/private_file.h"
#include "crew/identity/pin.h"
#include "crew/status/status_macros.h"
#include "nlohmann/json.hpp"

namespace collie::identity {
namespace {

namespace fs = std::filesystem;

constexpr char kAuthority[] = "authority.crt";
constexpr char kLink[] = "link.json";
constexpr size_t kMostBytes = 64 * 1024;

absl::StatusOr<std::string> LinkText(const Identity& identity) {
  try {
    nlohmann::json link = {{"address", identity.link_address}};
    if (!identity.member.empty()) link["member"] = identity.member;
    return absl::StrCat(link.dump(2), "\n");
  } catch (const nlohmann::json::exception&) {
    return absl::InvalidArgumentError("The relay's address is not UTF-8 text.");
  }
}

absl::Status ReadLink(const std::string& text, Identity& identity) {
  try {
    const nlohmann::json link = nlohmann::json::parse(text);
    identity.link_address = link.at("address").get<std::string>();
    identity.member = link.value("member", "");
    return absl::OkStatus();
  } catch (const nlohmann::json::exception&) {
    return absl::InvalidArgumentError("link.json cannot be read");
  }
}

absl::Status CheckBelong(const Identity& identity) {
  COLLIE_ASSIGN_OR_RETURN(Key key, Key::FromPem(identity.key));
  COLLIE_ASSIGN_OR_RETURN(std::string of_key, PinOfKey(key.handle()));
  COLLIE_ASSIGN_OR_RETURN(std::string of_certificate, PinOfCertificate(identity.certificate));
  if (of_key == of_certificate) return absl::OkStatus();
  return absl::InvalidArgumentError("The key and the certificate do not belong together.");
}

}  // namespace

IdentityFolder::IdentityFolder(fs::path folder, IdentityKind kind)
    : folder_(std::move(folder)), kind_(kind) {}

std::string IdentityFolder::KeyName() const {
  return kind_ == IdentityKind::kMember ? "member.key" : "device.key";
}

std::string IdentityFolder::CertificateName() const {
  return kind_ == IdentityKind::kMember ? "member.crt" : "device.crt";
}

// A folder is replaced whole, so whatever else a person keeps in it would be lost.
absl::Status IdentityFolder::CheckReplaceable() const {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder_, error))) return absl::OkStatus();
  bool replaceable = fs::is_directory(fs::symlink_status(folder_, error));
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename();
    replaceable = replaceable && (name == KeyName() || name == CertificateName() ||
                                  name == kAuthority || name == kLink);
  }
  if (replaceable && !error) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "'", folder_.string(), "' is not a folder of an identity alone: name a new folder."));
}

absl::StatusOr<Key> IdentityFolder::TakeKey() const {
  COLLIE_RETURN_IF_ERROR(CheckReplaceable());
  absl::StatusOr<Key> there = Key::Load(folder_ / KeyName());
  if (there.ok() || !absl::IsNotFound(there.status())) return there;
  COLLIE_ASSIGN_OR_RETURN(Key made, Key::Generate());
  COLLIE_ASSIGN_OR_RETURN(std::string pem, made.ToPem());
  absl::Status written = config::WritePrivateFolder(folder_, {{KeyName(), pem}});
  OPENSSL_cleanse(pem.data(), pem.size());
  if (!written.ok()) return written;
  return made;
}

absl::Status IdentityFolder::Write(const Identity& identity) const {
  COLLIE_RETURN_IF_ERROR(CheckReplaceable());
  COLLIE_RETURN_IF_ERROR(CheckBelong(identity));
  COLLIE_ASSIGN_OR_RETURN(std::string link, LinkText(identity));
  return config::WritePrivateFolder(folder_, {{KeyName(), identity.key},
                                              {CertificateName(), identity.certificate},
                                              {kAuthority, identity.authority},
                                              {kLink, link}});
}

absl::StatusOr<std::string> IdentityFolder::ReadPart(const std::string& name) const {
  absl::StatusOr<std::string> text = config::ReadPrivateFile(folder_ / name, kMostBytes);
  if (!absl::IsNotFound(text.status())) return text;
  return absl::NotFoundError(
      absl::StrCat("There is no complete identity in '", folder_.string(), "': ",
                   kind_ == IdentityKind::kMember ? "join a crew with `collie crew join`."
                                                  : "pair it with `collie devices pair`."));
}

absl::StatusOr<Identity> IdentityFolder::Read() const {
  Identity identity;
  COLLIE_ASSIGN_OR_RETURN(std::string link, ReadPart(kLink));
  COLLIE_ASSIGN_OR_RETURN(identity.key, ReadPart(KeyName()));
  COLLIE_ASSIGN_OR_RETURN(identity.certificate, ReadPart(CertificateName()));
  COLLIE_ASSIGN_OR_RETURN(identity.authority, ReadPart(kAuthority));
  absl::Status good = ReadLink(link, identity);
  if (good.ok()) good = CheckBelong(identity);
  if (good.ok() && (identity.member.empty() == (kind_ == IdentityKind::kMember))) {
    good = absl::InvalidArgumentError("link.json is of another kind of identity");
  }
  if (good.ok()) return identity;
  return absl::Status(good.code(), absl::StrCat("The identity in '", folder_.string(),
                                                "' is damaged: ", good.message()));
}

}  // namespace collie::identity
