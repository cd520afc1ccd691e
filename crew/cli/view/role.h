#ifndef COLLIE_CREW_CLI_VIEW_ROLE_H_
#define COLLIE_CREW_CLI_VIEW_ROLE_H_

#include <optional>
#include <string>

#include "collie/v1/crew_admin.pb.h"

namespace collie::cli {

// `viewer`, `operator` or `admin`; "" for none.
std::string RoleWord(v1::Role role);

// The way back. nullopt: no such word.
std::optional<v1::Role> RoleOf(const std::string& word);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_VIEW_ROLE_H_
