#ifndef COLLIE_CREW_CLI_PRINT_JSON_H_
#define COLLIE_CREW_CLI_PRINT_JSON_H_

#include "crew/cli/program.h"
#include "crew/json/json.h"

namespace collie::cli {

using json::Json;

// One value of data, in a line of its own.
inline void PrintJson(Program& program, const Json& value) {
  program.out << json::Dump(value) << '\n' << std::flush;
}

}  // namespace collie::cli

#endif  // COLLIE_CREW_CLI_PRINT_JSON_H_
