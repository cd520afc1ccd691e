#!/usr/bin/env bash
# Takes one rule at a time out of a scratch copy of the tree and demands that the rule's test fails
# then. The copy is below the build folder; the tree itself is not touched.
# Usage: run.sh <build folder> [rule...]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
mkdir -p "$1"
above=$(cd "$1" && pwd)
shift
wanted=("$@")
tree=$above/fault_rules
bin=$tree/build/asan/bin
log=$tree/build/fault_rules.log

# Whether this rule is to be looked at.
is_wanted() {
  [[ ${#wanted[@]} -eq 0 || " ${wanted[*]} " == *" $1 "* ]]
}

# Files as they are now, also those that are not committed; their times are new, so that nothing is
# taken for built that was built with a rule taken out.
copy_tree() {
  mkdir -p "$tree"
  find "$tree" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
  mkdir -p "$tree/build"
  (cd "$root" && git ls-files -z -co --exclude-standard |
    while IFS= read -r -d '' file; do
      if [[ -e $file ]]; then printf '%s\0' "$file"; fi
    done | tar --null -T - -cf -) | tar -xmf - -C "$tree"
  (cd "$tree" && cmake --preset asan) >"$log" 2>&1
}

# Applies a patch to the copy, or takes it back (-R). The copy is no part of the tree's repository.
apply() {
  (cd "$tree" && GIT_CEILING_DIRECTORIES=$above git apply "$@")
}

# Builds what a test needs; node tests need nothing.
build() {
  [[ $1 == *.mjs ]] && return 0
  nice ninja -C "$tree/build/asan" "$1" >>"$log" 2>&1
}

# Runs one test: 0 it passed, 1 it failed, 2 there is no such test.
run_test() {
  local output status=0
  if [[ $1 == *.mjs ]]; then
    output=$(cd "$tree" && timeout 120 node --test --test-reporter=tap "$1" 2>&1) || true
    if grep -qE "^ *ok [0-9]+ - $2\$" <<<"$output"; then
      status=0
    elif grep -qE "^ *not ok [0-9]+ - $2\$" <<<"$output"; then
      status=1
    else
      status=2
    fi
  else
    output=$(timeout 120 "$bin/$1" --gtest_filter="$2" 2>&1) || status=1
    grep -qF "[ RUN      ] $2" <<<"$output" || status=2
  fi
  printf '%s\n' "$output" >>"$log"
  return "$status"
}

# Says how the test of a line ends: passes, fails, or what kept it from being run.
outcome() {
  local status=0
  if ! build "$1"; then
    echo "does not build"
    return
  fi
  run_test "$1" "$2" || status=$?
  case $status in
    0) echo passes ;;
    1) echo fails ;;
    *) echo "no such test" ;;
  esac
}

lines=()
while IFS= read -r line; do
  [[ $line == \#* || -z $line ]] || lines+=("$line")
done <"$here/rules.txt"

copy_tree
table=()
bad=0
for line in "${lines[@]}"; do
  IFS='|' read -r rule patch program name <<<"${line// | /|}"
  is_wanted "$rule" || continue
  with=$(outcome "$program" "$name")
  if [[ $with != passes ]]; then
    table+=("$rule | $name | with the rule: $with")
    bad=1
    continue
  fi
  if apply "$here/$patch" 2>>"$log"; then
    without=$(outcome "$program" "$name")
    apply -R "$here/$patch"
  else
    without="the patch does not apply"
  fi
  [[ $without == fails ]] || bad=1
  table+=("$rule | $name | $without")
  echo "rule $rule: $without" >&2
done

echo "rule | test | without it"
printf '%s\n' "${table[@]}"
if [[ $bad -ne 0 ]]; then echo "Not every rule has a test that fails without it: see $log" >&2; fi
exit "$bad"
