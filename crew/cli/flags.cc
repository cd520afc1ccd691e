#include "crew/cli/flags.h"

#include <CLI/App.hpp>

#include "absl/strings/str_cat.h"
#include "crew/cli/view/quote.h"

namespace collie::cli {

void AddPathFlags(CLI::App& verb, CommonFlags& flags) {
  verb.add_option("--state-dir", flags.paths.state_dir,
                  "Folder of state (else COLLIE_STATE_DIR, else ~/.local/state/collie)")
      ->type_name("DIR");
  verb.add_option("--config-dir", flags.paths.config_dir,
                  "Folder of sources.json (else COLLIE_CONFIG_DIR, else ~/.config/collie)")
      ->type_name("DIR");
}

void AddRelayFlags(CLI::App& verb, CommonFlags& flags) {
  verb.add_option("--relay", flags.relay, "A remote relay (else COLLIE_RELAY, else the local one)")
      ->type_name("HOST:PORT");
  verb.add_option("--identity", flags.identity,
                  "Folder of this device's identity (else COLLIE_IDENTITY)")
      ->type_name("DIR");
}

void AddJsonFlag(CLI::App& verb, CommonFlags& flags) {
  verb.add_flag("--json", flags.json, "Print data as JSON, one value a line");
}

std::string Repeated(const CommonFlags& flags) {
  std::string repeated;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) absl::StrAppend(&repeated, " ", name, " ", ShellWord(value));
  };
  add("--state-dir", flags.paths.state_dir);
  add("--relay", flags.relay);
  add("--identity", flags.identity);
  return repeated;
}

}  // namespace collie::cli
