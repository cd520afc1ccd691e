#include "crew/cli/completion_scripts.h"

#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"

namespace collie::cli {
namespace {

// Both: $line is the verbs so far; what it completes is found by it.
constexpr absl::string_view kBashHead =
    R"sh(# bash completion of collie: eval "$(collie completion bash)"
_collie() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} line=collie i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case " $(_collie_verbs "$line") " in *" ${COMP_WORDS[i]} "*) line+=" ${COMP_WORDS[i]}" ;; esac
  done
  COMPREPLY=()
  case "$before" in
)sh";
constexpr absl::string_view kBashTail = R"sh(  esac
  mapfile -t COMPREPLY < <(compgen -W "$(_collie_verbs "$line") $(_collie_flags "$line")" -- "$word")
}
complete -F _collie collie
)sh";

constexpr absl::string_view kZshHead = R"sh(#compdef collie
# zsh completion of collie, after compinit: eval "$(collie completion zsh)"
_collie() {
  local line=collie word
  for word in "${(@)words[2,CURRENT-1]}"; do
    [[ " $(_collie_verbs "$line") " == *" $word "* ]] && line+=" $word"
  done
  case "${words[CURRENT-1]}" in
)sh";
constexpr absl::string_view kZshTail = R"sh(  esac
  compadd -- ${(s: :)"$(_collie_verbs "$line") $(_collie_flags "$line")"}
}
)sh";
constexpr absl::string_view kZshEnd =
    R"sh(if [ "$funcstack[1]" = _collie ]; then _collie "$@"; else compdef _collie collie; fi
)sh";

// Calls `each` for the command and all below it.
template <typename Each>
void ForEach(const Command& command, Each each) {
  each(command);
  for (const Command& verb : command.verbs) ForEach(verb, each);
}

std::string VerbNames(const Command& command) {
  return absl::StrJoin(command.verbs, " ", [](std::string* out, const Command& verb) {
    absl::StrAppend(out, verb.path.back());
  });
}

std::string FlagNames(const Command& command) {
  std::vector<std::string> names;
  for (const CommandFlag& flag : command.flags) {
    names.insert(names.end(), flag.names.begin(), flag.names.end());
  }
  for (const CommandFlag& place : command.places) {
    names.insert(names.end(), place.choices.begin(), place.choices.end());
  }
  return absl::StrJoin(names, " ");
}

bool TakesFile(const CommandFlag& flag) { return flag.value == "FILE" || flag.value == "PATH"; }

// A text in single quotes, for a shell.
std::string Quoted(absl::string_view text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}

// A function that prints, for the verbs in $1, what `names` makes of their command.
template <typename Names>
std::string Table(const Command& root, absl::string_view function, Names names) {
  std::string text = absl::StrCat(function, "() {\n  case \"$1\" in\n");
  ForEach(root, [&](const Command& command) {
    absl::StrAppend(&text, "    ", Quoted(command.Name()), ") echo ", Quoted(names(command)),
                    " ;;\n");
  });
  return absl::StrCat(text, "  esac\n}\n");
}

std::string TablesOf(const Command& root) {
  return absl::StrCat(Table(root, "_collie_verbs", VerbNames),
                      Table(root, "_collie_flags", FlagNames));
}

// A case for each flag that takes a folder, a file or one of some words: `complete` prints it.
template <typename Complete>
std::string ValueCases(const Command& root, Complete complete) {
  std::set<std::string> seen;
  std::string text;
  ForEach(root, [&](const Command& command) {
    for (const CommandFlag& flag : command.flags) {
      if (flag.value.empty() || !seen.insert(flag.names[0]).second) continue;
      absl::StrAppend(&text, "    ", absl::StrJoin(flag.names, "|"), ") ", complete(flag),
                      "; return ;;\n");
    }
  });
  return text;
}

std::string BashValue(const CommandFlag& flag) {
  const std::string what = flag.value == "DIR" ? "-d"
                           : TakesFile(flag)
                               ? "-f"
                               : absl::StrCat("-W ", Quoted(absl::StrJoin(flag.choices, " ")));
  return absl::StrCat("mapfile -t COMPREPLY < <(compgen ", what, " -- \"$word\")");
}

std::string ZshValue(const CommandFlag& flag) {
  if (flag.value == "DIR") return "_files -/";
  if (TakesFile(flag)) return "_files";
  return absl::StrCat("compadd -- ", absl::StrJoin(flag.choices, " "));
}

std::string FishCondition(const Command& command) {
  if (command.path.size() == 1) return "__fish_use_subcommand";
  std::string condition;
  for (size_t i = 1; i < command.path.size(); ++i) {
    absl::StrAppend(&condition, i == 1 ? "" : "; and ", "__fish_seen_subcommand_from ",
                    command.path[i]);
  }
  return condition;
}

std::string FishFlag(const Command& command, const CommandFlag& flag) {
  std::string line = absl::StrCat("complete -c collie -n ", Quoted(FishCondition(command)));
  for (const std::string& name : flag.names) {
    const bool is_long = name.size() > 2;
    absl::StrAppend(&line, is_long ? " -l " : " -s ", name.substr(is_long ? 2 : 1));
  }
  if (!flag.value.empty()) absl::StrAppend(&line, " -r");
  if (flag.value == "DIR") {
    absl::StrAppend(&line, " -f -a ", Quoted("(__fish_complete_directories)"));
  } else if (TakesFile(flag)) {
    absl::StrAppend(&line, " -F");
  } else if (!flag.choices.empty()) {
    absl::StrAppend(&line, " -f -a ", Quoted(absl::StrJoin(flag.choices, " ")));
  }
  return absl::StrCat(line, " -d ", Quoted(flag.what), "\n");
}

}  // namespace

std::string BashCompletion(const Command& root) {
  return absl::StrCat(kBashHead, ValueCases(root, BashValue), kBashTail, TablesOf(root));
}

std::string ZshCompletion(const Command& root) {
  return absl::StrCat(kZshHead, ValueCases(root, ZshValue), kZshTail, TablesOf(root), kZshEnd);
}

std::string FishCompletion(const Command& root) {
  std::string text =
      "# fish completion of collie: collie completion fish | source\n"
      "complete -c collie -f\n";
  ForEach(root, [&](const Command& command) {
    for (const Command& verb : command.verbs) {
      absl::StrAppend(&text, "complete -c collie -n ", Quoted(FishCondition(command)), " -a ",
                      verb.path.back(), " -d ", Quoted(verb.what), "\n");
    }
    for (const CommandFlag& flag : command.flags) text += FishFlag(command, flag);
    for (const CommandFlag& place : command.places) {
      if (place.choices.empty()) continue;
      absl::StrAppend(&text, "complete -c collie -n ", Quoted(FishCondition(command)), " -a ",
                      Quoted(absl::StrJoin(place.choices, " ")), "\n");
    }
  });
  return text;
}

}  // namespace collie::cli
