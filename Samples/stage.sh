# Sourced by the samples: options, building, the folder for what they leave, and how commands are shown.
# Sets out, signer and coordinator; the sample's name is that of its file. A sample that sets desk=false before has the
# option --desk, which makes it true; its folder of an earlier run is kept then.
top=$(cd "$(dirname "$0")/.." && pwd)
sample=$(basename "$0")
usage() { sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0"; }

out=""
bin=""
signer=""
while [ $# -gt 0 ]; do
  case $1 in
    --out | --bin | --signer)
      [ $# -ge 2 ] || { echo "error: $1 wants a path" >&2; usage >&2; exit 2; }
      # The sample works in the folder it leaves: a path that was meant from here is made whole.
      printf -v "${1#--}" '%s' "$(realpath -m -- "$2")"
      shift 2 ;;
    -h | --help) usage; exit 0 ;;
    --desk)
      [ -n "${desk:-}" ] || { echo "error: unknown option $1" >&2; usage >&2; exit 2; }
      desk=true
      shift ;;
    *) echo "error: unknown option $1" >&2; usage >&2; exit 2 ;;
  esac
done

! ${desk:-false} || sample+=-desk
out=${out:-$top/Samples/out/$sample}

if [ -z "$bin" ]; then
  "$top/Airgap/debian-packages"
  command -v swift >/dev/null || {
    echo "error: swift is not on the PATH" >&2
    echo "hint: install Swift 6.3 from swift.org and put its usr/bin on the PATH" >&2
    exit 1
  }
  bin=$("$top/Airgap/build-programs")
fi
signer=${signer:-$bin/offline-signer}
coordinator=$bin/online-coordinator

if [ -e "$out" ] && ! { ${desk:-false} && [ -d "$out/coordinator-home" ]; }; then
  case $out in
    "$top"/Samples/out/*) rm -rf "$out" ;;
    *) echo "error: $out is there already" >&2; echo "hint: name a new folder" >&2; exit 1 ;;
  esac
fi
mkdir -p "$out"
# What the homes of one user share on a machine stays in that folder too.
export XDG_STATE_HOME="$out/state"
cd "$out"

title() { printf '\n\033[1m%s\033[0m\n' "$*"; }
# Shows a command as a person would type it, then runs it; what it prints is shown as well.
on() {
  local program=$1 side=$2
  shift 2
  printf '\033[2m%s $\033[0m %s' "$side" "$(basename "$program")" >&2
  printf ' %q' "$@" >&2
  printf '\n' >&2
  "$program" "$@"
}
online() { on "$coordinator" "   online" "$@"; }
# Takes one member of a JSON object on standard input.
member() { sed -n 's/.*"'"$1"'" *: *"\{0,1\}\([^",}]*\)"\{0,1\}.*/\1/p' | head -n 1; }
