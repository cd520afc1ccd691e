#!/usr/bin/env bash
# Starts a shell agent, a relay and an edge from the programs in $1, and says how to watch and answer.
# All state stays in ${COLLIE_RUN_DIR:-~/.local/state/collie-run}; Ctrl-C ends all.
set -euo pipefail
bin=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
run=${COLLIE_RUN_DIR:-$HOME/.local/state/collie-run}
umask 077
mkdir -p "$run" "$run/agent"
export COLLIE_STATE_DIR="$run/state" COLLIE_CONFIG_DIR="$run/config"
socket="$run/agent/shell.sock"

node "$here/shell.mjs" --socket "$socket" --state "$run/shell" &
agent=$!
trap 'kill $agent 2>/dev/null || true; wait $agent 2>/dev/null || true' EXIT
"$bin/collie" durable attach shell --socket "$socket"

cat <<TXT

A durable shell agent is attached. In a second terminal:

  export PATH="$bin:\$PATH" COLLIE_STATE_DIR="$run/state"
  collie send main --text 'uname -a'       # asks before it runs
  collie watch main                        # the question, and the command of each answer
  collie answer main --option allow        # shows the question and asks; its output shows in the watch

TXT
"$bin/collie" up ${COLLIE_UP_FLAGS:-}
