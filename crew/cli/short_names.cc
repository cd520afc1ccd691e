#include "crew/cli/short_names.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "crew/cli/confirm.h"
#include "crew/cli/view/quote.h"
#include "crew/status/status_macros.h"

namespace collie::cli {
namespace {

// A name that is used, and what it meant last and means now.
struct Used {
  const std::string& name;
  const ShortName key;
  const std::optional<Meaning> before;
  const Meaning& now;
};

std::string Moved(const Used& used) {
  const std::string shown = used.name.empty() ? "the only agent" : Quoted(used.name);
  return absl::StrCat(shown, " meant ", absl::StrJoin(*used.before, " or "), " last; now it means ",
                      absl::StrJoin(used.now, " or "));
}

// A read changes nothing, and what it shows names the conversation: it only keeps a first meaning.
absl::Status CheckRead(Program& program, const Names& names, const Used& used) {
  if (!used.before) return names.Keep(used.key, used.now);
  PrintSentence(program, Moved(used));
  return absl::OkStatus();
}

absl::Status CheckAct(Program& program, const Names& names, const Used& used) {
  const bool aims = used.now.size() == 1;  // else the name is refused for fitting several
  if (used.before && aims && !CanConfirm(program)) {
    return absl::InvalidArgumentError(absl::StrCat(Moved(used), ": write the whole name"));
  }
  if (used.before && aims && !Confirm(program, absl::StrCat(Moved(used), ". Go on?"))) {
    return absl::CancelledError("nothing was sent");
  }
  return names.Keep(used.key, used.now);
}

// What the names name, by their parts: an agent and a conversation may have one name.
std::string KindOf(const Meaning& meaning) {
  const auto slashes = std::count(meaning[0].begin(), meaning[0].end(), '/');
  return slashes == 2 ? "conversation" : slashes == 1 ? "agent" : "host";
}

absl::Status Check(Program& program, const CommonFlags& flags, const Endpoint& endpoint,
                   const std::string& name, const Meaning& now, Use use) {
  COLLIE_ASSIGN_OR_RETURN(const config::Paths paths, PathsOf(flags, program));
  const Names names(paths.names_file());
  const ShortName key{endpoint.where, absl::StrCat(KindOf(now), " ", name)};
  COLLIE_ASSIGN_OR_RETURN(const std::optional<Meaning> before, names.Find(key));
  if (before == now) return absl::OkStatus();
  const Used used{name, key, before, now};
  return use == Use::kRead ? CheckRead(program, names, used) : CheckAct(program, names, used);
}

}  // namespace

absl::Status CheckMeaning(Program& program, const CommonFlags& flags, const Endpoint& endpoint,
                          const std::string& name, const Meaning& meaning, Use use) {
  if (meaning.empty()) return absl::OkStatus();
  const absl::Status checked = Check(program, flags, endpoint, name, meaning, use);
  // A read needs no memory.
  return use == Use::kRead ? absl::OkStatus() : checked;
}

}  // namespace collie::cli
