#ifndef COLLIE_CREW_VERSION_VERSION_H_
#define COLLIE_CREW_VERSION_VERSION_H_

#include <string_view>

namespace collie::version {

// The version of this build, such as 0.1.0; the same for all programs of a release.
inline constexpr std::string_view kVersion = COLLIE_VERSION;

}  // namespace collie::version

#endif  // COLLIE_CREW_VERSION_VERSION_H_
