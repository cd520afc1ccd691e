#include "crew/cli/version_command.h"

#include "crew/cli/print_json.h"
#include "crew/cli/verb.h"
#include "crew/version/version.h"

namespace collie::cli {
namespace {

int RunVersion(Program& program, const CommonFlags& flags) {
  if (flags.json) {
    PrintJson(program, {{"version", version::kVersion}});
  } else {
    program.out << "collie " << version::kVersion << '\n';
  }
  return kDone;
}

}  // namespace

void AddVersionVerb(CLI::App& app, Action& chosen) {
  auto [verb, flags] =
      AddVerb<CommonFlags>(app, "version", "Say which Collie this is", chosen, RunVersion);
  AddPathFlags(*verb, *flags);
  AddJsonFlag(*verb, *flags);
}

}  // namespace collie::cli
