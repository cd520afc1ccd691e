#!/usr/bin/env bash
# Runs tests of this folder as root on a machine of their own, whose clock they may set: a User-mode Linux
# over this machine's files. `machine.sh <folder of the programs> <test>…`; it ends with the tests' exit
# code.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
if [ "${1:-}" != inside ]; then
  bin=$(cd "$1" && pwd)
  shift
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  cc -shared -fPIC -O1 -o "$work/xstate.so" "$here/xstate.c"
  printf '#!/bin/bash\nexec %q inside %q %q' "$here/machine.sh" "$bin" "$work" > "$work/init"
  for test in "$@"; do printf ' %q' "$(realpath "$test")" >> "$work/init"; done
  chmod +x "$work/init"
  LD_PRELOAD="$work/xstate.so" timeout 900 linux.uml mem=2048M rootfstype=hostfs rootflags=/ rw \
    root=none init="$work/init" con=null con0=fd:0,fd:1 quiet < /dev/null | tee "$work/output"
  exit "$(cat "$work/code")"
fi

# Inside, as its first process.
shift
bin=$1 work=$2
shift 2
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/run TMPDIR=/run
mount -t proc proc /proc
mount -t tmpfs -o mode=1777 tmp /run
ip link set lo up
code=0
COLLIE_BIN=$bin COLLIE_OWN_CLOCK=1 node --test "$@" || code=$?
echo "$code" > "$work/code"
echo o > /proc/sysrq-trigger
sleep 60
