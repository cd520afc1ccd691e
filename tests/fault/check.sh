#!/usr/bin/env bash
# Whether every rule has a patch that still applies and a test that is still there: quick, builds
# nothing. Run from anywhere.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
cd "$root"
bad=0

complain() {
  echo "$1" >&2
  bad=1
}

# Whether a test of that name stands in the tests' sources.
has_test() {
  if [[ $1 == *.mjs ]]; then
    grep -qF "test(\"$2\"" "$1"
  else
    grep -rqE "TEST(_F|_P)?\(${2%%.*}, ${2#*.}\)" --include='*.cc' tests
  fi
}

seen=" "
while IFS= read -r line; do
  [[ $line == \#* || -z $line ]] && continue
  IFS='|' read -r rule patch program name <<<"${line// | /|}"
  seen+="$rule "
  GIT_CEILING_DIRECTORIES=$(dirname "$root") git apply --check "$here/$patch" ||
    complain "rule $rule: $patch does not apply any more: take the rule out of the code as it is now"
  has_test "$program" "$name" || complain "rule $rule: there is no test '$name' for $program"
done <"$here/rules.txt"
for rule in $(seq 1 29); do
  [[ $seen == *" $rule "* ]] || complain "rule $rule has no line in rules.txt"
done
exit "$bad"
