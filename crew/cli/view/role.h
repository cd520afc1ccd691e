#ifndef COLLIE_CREW_CLI_VIEW_ROLE_H_
#define COLLIE_CREW_CLI_VIEW_ROLE_H_

#include <optional>
#include <string>

#include "collie/v1/crew_admin.pb.h"

namespace collie::cli {

// `viewer`, `operator` or `admin`; "" for an unknown role.
std::string RoleWord(v1::Role role);

// The reverse. nullopt: an unknown word.
std::optional<v1::Role> RoleOf(const std::string& word);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_ROLE_H_
