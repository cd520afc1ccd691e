#include "crew/cli/view/role.h"

namespace collie::cli {

std::string RoleWord(v1::Role role) {
  switch (role) {
    case v1::ROLE_VIEWER:
      return "viewer";
    case v1::ROLE_OPERATOR:
      return "operator";
    case v1::ROLE_ADMIN:
      return "admin";
    default:
      return "";
  }
}

std::optional<v1::Role> RoleOf(const std::string& word) {
  for (const v1::Role role : {v1::ROLE_VIEWER, v1::ROLE_OPERATOR, v1::ROLE_ADMIN}) {
    if (RoleWord(role) == word) return role;
  }
  return std::nullopt;
}

}  // namespace collie::cli
