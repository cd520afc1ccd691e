#ifndef COLLIE_CREW_CONFIG_ENVIRONMENT_H_
#define COLLIE_CREW_CONFIG_ENVIRONMENT_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace collie::config {

// Reads one variable; nothing where it is not set or empty, which means the same here.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;

// The variables of this process. Only safe while nobody changes them.
Environment ProcessEnvironment();

// `first`, and where it has nothing, `second`.
Environment Layered(Environment first, Environment second);

}  // namespace collie::config

#endif  // COLLIE_CREW_CONFIG_ENVIRONMENT_H_
