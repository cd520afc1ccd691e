#include "crew/config/environment.h"

#include <cstdlib>
#include <utility>

namespace collie::config {

Environment ProcessEnvironment() {
  return [](std::string_view name) -> std::optional<std::string> {
    const char* value = std::getenv(std::string(name).c_str());
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
  };
}

Environment Layered(Environment first, Environment second) {
  return [first = std::move(first), second = std::move(second)](std::string_view name) {
    std::optional<std::string> value = first(name);
    return value.has_value() ? value : second(name);
  };
}

}  // namespace collie::config
