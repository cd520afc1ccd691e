#!/usr/bin/env bash
# What the tree promises: the top level, the direction of dependencies, pure components free of gRPC,
# HTTP and SQLite, comments on every message and field of the contracts, files that hold one idea.
set -euo pipefail
cd "$(dirname "$0")/../.."
failed=0
fail() { printf 'layout: %s\n' "$@" >&2; failed=1; }

files() { git ls-files -co --exclude-standard -- "$@"; }

extra=$(files | cut -d/ -f1 | sort -u | grep -vxE 'CMakeLists.txt|protos|relay|edge|crew|helm|tests|README.md|CMakePresets.json|Makefile|LICENSE|\..*' || true)
[ -z "$extra" ] || fail "beyond the agreed top level: $extra"

# forbidden FOLDER PATTERN REASON: no file of the folder includes what matches.
forbidden() {
  local hits
  hits=$(files "$1" | grep -E '\.(h|cc)$' | xargs -r grep -nE "#include [\"<]($2)" || true)
  [ -z "$hits" ] || fail "$3:" "$hits"
}
forbidden 'crew/*'  'edge/|relay/|tests/'  'crew includes only crew and protos'
forbidden 'edge/*'  'relay/|tests/'        'edge includes only edge, crew and protos'
forbidden 'relay/*' 'edge/|tests/'         'relay includes only relay, crew and protos'
for component in crew/{clock,conversation,files,ids,json,link,receipt,retention,source,text,threads,wire} relay/{access,acts,enrollment,link,members,merge,service,watch} edge/{acts,view}; do
  forbidden "$component/*" 'grpcpp/|httplib|sqlite3|.*\.grpc\.pb\.h' "$component is a pure component"
done

# What calls the relay from outside is in relay/api: nothing below includes it.
for component in relay/{access,acts,enrollment,link,members,merge,service,store,watch}; do
  forbidden "$component/*" 'relay/api/' "$component is below the APIs"
done

# Boost's headers are slow to compile: only these sources of crew/http_server (and its tests) read them.
boost=$(files '*.cc' '*.h' | grep -vE '^(tests/crew/http_server/tls_client\.cc|crew/http_server/(acceptor|loop|request_parser|server|socket_transport|tls_files)\.cc|crew/http_server/(acceptor|socket_transport)\.h)$' |
  xargs -r grep -n '#include <boost' || true)
[ -z "$boost" ] || fail 'Boost outside the sockets of crew/http_server:' "$boost"
collie=$(files 'crew/http_server/*' | xargs -r grep -niE 'relay|edge|dashboard|"crew/(json|wire|receipt|identity)' | grep -v 'README.md' || true)
[ -z "$collie" ] || fail 'crew/http_server serves anything, and knows nothing of Collie:' "$collie"

# Abseil's timed waits and sleeps go by the wall clock, which may be set back: crew/threads has others.
timed=$(files 'crew/*' 'edge/*' 'relay/*' | grep -E '\.(h|cc)$' | xargs -r grep -nE \
  '\b(absl::CondVar|\w*With(Timeout|Deadline)\(|absl::SleepFor|\w*sleep(_for|_until)?\(|set_deadline\(.*(Wall|absl::Now))' || true)
[ -z "$timed" ] || fail 'waits by the wall clock (use threads::SteadyCondition):' "$timed"
now=$(files 'crew/*' 'edge/*' 'relay/*' | grep -E '\.(h|cc)$' | grep -vx crew/clock/clock.cc | xargs -r grep -nE \
  'absl::Now\(|system_clock::now|\btime\((nullptr|NULL|0)\)|gettimeofday' || true)
[ -z "$now" ] || fail 'time that does not come from clock::Clock:' "$now"

# Every lock is a row of its program's LOCKS.md, and every row a lock: `file`, `member`.
for part in crew edge relay; do
  locks=$(files "$part/*.h" "$part/*.cc" | xargs -r grep -HoE '^[[:space:]]*((static|mutable) )?absl::Mutex [a-z_]+' |
    sed -E "s#^$part/([^:]+):.* ([a-z_]+)\$#| \`\1\` | \`\2\` |#" | sort)
  rows=$(grep -oE '^\| `[^`]+\.(h|cc)` \| `[^`]+` \|' "$part/LOCKS.md" | sort || true)
  stale=$(diff <(echo "$locks") <(echo "$rows") | grep '^[<>]' || true)
  [ -z "$stale" ] || fail "$part/LOCKS.md: < has no row, > is no lock of the code:" "$stale"
done
unanalysed=$(files 'crew/*' 'edge/*' 'relay/*' | grep -E '\.(h|cc)$' | grep -vx crew/threads/steady_condition.cc |
  xargs -r grep -n ABSL_NO_THREAD_SAFETY_ANALYSIS || true)
[ -z "$unanalysed" ] || fail 'without thread-safety analysis:' "$unanalysed"

# What the pages of a component name is there: a file in backticks, from its folder or from the root.
pages=$(files 'crew/*' 'edge/*' 'relay/*' tests/README.md README.md | grep -E '(^|/)(README|LOCKS)\.md$')
for page in $pages; do
  for path in $(grep -oE '`[A-Za-z0-9_./-]+\.(cc|h|proto|sh|mjs|md)`' "$page" | tr -d '`' | sort -u); do
    [ -e "$(dirname "$page")/$path" ] || [ -e "$path" ] || fail "$page names $path, which is not there"
  done
done
# And a function of a table "where is …" is in a file of its row.
for part in edge relay; do
  while IFS='|' read -r _ _ places functions _; do
    named=()
    for path in $(grep -oE '`[^`]+`' <<<"$places" | tr -d '`'); do
      if [ -e "$part/$path" ]; then named+=("$part/$path"); else named+=("$path"); fi
    done
    for function in $(grep -oE '\bk?[A-Z][A-Za-z]+\b' <<<"$functions"); do
      grep -qw "$function" "${named[@]}" || fail "$part/README.md: $function is in none of$places"
    done
  done < <(sed -n '/^| where is/,$p' "$part/README.md" | sed 1,2d | grep '^|')
done
for folder in $(files 'crew/*' 'edge/*' 'relay/*' | grep -E '\.(h|cc)$' | xargs -n1 dirname | sort -u); do
  [ -e "$folder/README.md" ] || fail "$folder has no README.md"
done

nameless=$(files | grep -iE '(^|/)(utils?|helpers?|common|misc|manager)(/|\.|_)' || true)
[ -z "$nameless" ] || fail "components named for nothing: $nameless"

long=$(files 'protos/*' 'crew/*' 'edge/*' 'relay/*' 'tests/*' | grep -E '\.(cc|h|proto|mjs|js|css)$' |
  xargs wc -l | awk '$2 != "total" && $1 > 400 {print $2 " (" $1 ")"}')
[ -z "$long" ] || fail "files past 400 lines hold a second idea: $long"

# The field's standard terms: a word that the tree has given up comes back only where words.txt allows it.
old_words='door|waker|glance|misfit|_desk|desk|collie_room'
allowed=$(sed -n 's/^\([^# ][^ ]*\) .*/^\1/p' tests/layout/words.txt | paste -sd'|')
stale=$( { files | grep -iE "$old_words" || true; git grep --untracked -inIE "$old_words" || true; } |
  grep -vE "$allowed" | cut -c1-160 || true)
[ -z "$stale" ] || fail "words that tests/layout/words.txt does not allow here ($old_words):" "$stale"

# Every message, field, value, service and RPC has a comment on the line above it.
for proto in $(files 'protos/*.proto'); do
  bare=$(awk '
    /^[[:space:]]*(message|enum|service|rpc|repeated|map<|optional)[[:space:]<]/ ||
    /^[[:space:]]*[A-Za-z_.0-9]+[[:space:]]+[a-z_0-9]+ = [0-9]+;/ ||
    /^[[:space:]]*[A-Z_0-9]+ = [0-9]+;/ { if (previous !~ /^[[:space:]]*\/\//) print FILENAME ":" FNR ": " $0 }
    { previous = $0 }' "$proto")
  [ -z "$bare" ] || fail "without a comment:" "$bare"
done

[ $failed = 0 ] && echo "layout: as agreed"
exit $failed
