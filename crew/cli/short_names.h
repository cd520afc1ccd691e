#ifndef COLLIE_CREW_CLI_SHORT_NAMES_H_
#define COLLIE_CREW_CLI_SHORT_NAMES_H_

#include <string>

#include "absl/status/status.h"
#include "crew/cli/connection.h"
#include "crew/cli/flags.h"
#include "crew/cli/names.h"

namespace collie::cli {

// What a name is used for.
enum class Use { kRead, kAct };

// A short name never comes to mean another thing unseen: `meaning` is what `name` fits now. For an
// act, where it meant something else last, a person at the terminal is asked, and what is no
// terminal is refused. A read goes on, and says so. Errors: INVALID_ARGUMENT (another meaning, and
// nobody to ask), CANCELLED (the person said no), those of Names.
absl::Status CheckMeaning(Program& program, const CommonFlags& flags, const Endpoint& endpoint,
                          const std::string& name, const Meaning& meaning, Use use);

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_SHORT_NAMES_H_
