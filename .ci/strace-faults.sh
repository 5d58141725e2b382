#!/bin/sh
# Faults that only the kernel can make: every fsync, rename, link and unlink of a command is killed or fails, one at a
# time, also those of native code, SQLite's among them. After each the next command works, nothing is torn and nothing
# stays behind.
# Needs strace and a built dist/. Usage: .ci/strace-faults.sh [most calls tried for each kind] [program]
set -eu

house=$(cd "$(dirname "$0")/.." && pwd)
most=${1:-12}
program=${2:-$house/bin/tenet.js}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
base=$work/base
box=$work/box
tried=0

export NO_COLOR=1 TENET_SEED=strace UV_THREADPOOL_SIZE=1 TENET_NOW=2026-02-15T14:00:00Z
unset TENET_WORKSPACE TENET_AGENT TENET_RUN TENET_SESSION TENET_USER 2>/dev/null || true

tenet() { node "$program" -C "$box" "$@" </dev/null; }

fail() {
  echo "strace faults: $1" >&2
  cat "$work/out" >&2
  exit 1
}

fresh() { rm -rf "$box" && cp -R "$base" "$box"; }

recovers() {
  tenet log "the next command" >"$work/out" 2>&1 || fail "$1: the next command failed"
  tenet doctor >"$work/out" 2>&1 || fail "$1: doctor found something"
  if grep -q 'was interrupted\|is not complete' "$work/out"; then fail "$1: a change was not completed"; fi
  tenet verify --strict >"$work/out" 2>&1 || fail "$1: verify found something"
  # The next change takes out what a killed write left, once that is a minute old.
  find "$box" \( -path "$box/.tenet/tmp/*" -o -name '*.tmp' \) -exec touch -d '2 minutes ago' {} +
  tenet log "one more" >"$work/out" 2>&1 || fail "$1: the change after it failed"
  find "$box" -path "$box/.tenet/tmp/*" -o -name '*.tmp' >"$work/out"
  if [ -s "$work/out" ]; then fail "$1: something stayed behind"; fi
}

# sweep <call> <fault> <command...>: the first, second, ... such call of the command, until there are no more
sweep() {
  call=$1 fault=$2
  shift 2
  n=1
  while [ "$n" -le "$most" ]; do
    fresh
    code=0
    strace -f -qq -o "$work/trace" -e trace="/^$call" -e inject="/^$call:$fault:when=$n" \
      node "$program" -C "$box" "$@" </dev/null >"$work/out" 2>&1 || code=$?
    case $fault in
    signal=*) if ! grep -q 'killed by SIGKILL' "$work/trace"; then break; fi ;;
    *)
      if ! grep -q INJECTED "$work/trace"; then break; fi
      if [ "$code" -gt 1 ]; then fail "$1, $fault at $call $n: exit $code"; fi
      ;;
    esac
    recovers "$1, $fault at $call $n"
    tried=$((tried + 1))
    n=$((n + 1))
  done
}

box=$base
mkdir "$base"
printf 'schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\n' >"$base/tenet.yaml"
tenet correct "Use npm ci in CI" --instead-of "npm install is fine" --risk "high: drift" --so "look at the CI file" >/dev/null 2>&1
id=$(tenet list --type correction | cut -f1)
box=$work/box
TENET_NOW=2026-02-19T09:00:00Z

for fault in signal=SIGKILL error=EIO error=ENOSPC; do
  for call in fsync rename link unlink; do
    sweep "$call" "$fault" outcome "$id" --verdict validated --result "Five releases without drift" --score 9
  done
done
for call in fsync rename; do
  sweep "$call" signal=SIGKILL correct "Use npm ci in CI always" --instead-of "npm install will do" --risk "high: drift" --so "search the CI file"
done

# A rule goes into SOUL.md, its version beside it, its entry is marked: one change over several files.
held=$work/held
cp -R "$base" "$held"
base=$held
box=$held
TENET_NOW=2026-02-23T09:00:00Z
tenet outcome "$id" --held --evidence "Two releases without drift" >/dev/null 2>&1
box=$work/box
fresh
tenet digest >"$work/out" 2>&1
grep -q "npm ci" "$box/SOUL.md" || fail "digest made no rule, so that nothing of it can be tried"
for call in fsync rename unlink; do
  sweep "$call" signal=SIGKILL digest
done
sweep rename error=EIO digest
echo "strace faults: $tried faults, nothing torn, nothing left behind"
