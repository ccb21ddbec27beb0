# Sourced by first-payment --desk: the coordinator's desk in the browser, the signer's in this terminal, and a folder
# that stands for the memory stick between the two.
if [ ! -t 0 ] || [ ! -t 1 ]; then
  echo "error: the signer's desk needs a terminal" >&2
  echo "hint: run it in a terminal window, without a pipe" >&2
  exit 1
fi
# What is made here is nobody else's to read, the link to the desk least of all.
umask 077
stick=$out/stick said=$out/coordinator-desk.txt pid=""

# However it ends, the desk in the background ends with it.
finish() {
  local status=$?
  trap '' EXIT INT TERM HUP
  if [ -n "$pid" ] && kill -TERM "$pid" 2>/dev/null; then
    for _ in {1..50}; do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL "$pid" 2>/dev/null || true
  fi
  wait 2>/dev/null || true
  exit "$status"
}
trap finish EXIT
trap 'exit 129' HUP
trap 'echo; exit 130' INT
trap 'exit 143' TERM

if [ ! -d "$stick" ]; then
  "$coordinator" node add practice rehearsal:// >/dev/null
  mkdir "$stick"
fi
# What a browser saves goes to the person's downloads; on the stick they are seen too.
downloads=$(xdg-user-dir DOWNLOAD 2>/dev/null || true)
[ -n "$downloads" ] && [ "$downloads" != "$HOME" ] || downloads=$HOME/Downloads
if [ -d "$downloads" ] && [ ! -e "$stick/downloads" ]; then ln -sfn "$downloads" "$stick/downloads"; fi

# Emptied before the desk starts: the link of the last run must not be read in its place.
: >"$said"
# In a session of its own: Ctrl-C in this terminal is for the signer.
setsid "$coordinator" desk --minutes 240 </dev/null >"$said" 2>&1 &
pid=$!
link=""
for _ in {1..200}; do
  link=$(grep -oE 'http://127\.0\.0\.1:[0-9]+/#[A-Za-z0-9_-]+' "$said" 2>/dev/null | head -n 1 || true)
  [ -z "$link" ] || break
  kill -0 "$pid" 2>/dev/null || break
  sleep 0.1
done
if [ -z "$link" ]; then
  echo "error: the coordinator's desk did not start" >&2
  cat "$said" >&2
  exit 1
fi
# As a desktop does with a stick that is put in.
if [ -n "${WAYLAND_DISPLAY:-}${DISPLAY:-}" ] && command -v xdg-open >/dev/null; then
  xdg-open "$stick" >/dev/null 2>&1 </dev/null &
  opened="Your browser opens it now. If it does not, open this link in it:"
else
  opened="Open this link in a browser on this machine:"
fi

title "The coordinator's desk is a page in your browser"
cat <<TEXT
$opened

  $link

It works once, within ten minutes. For another link, leave the signer's desk
with q, and run the same command again.
TEXT
title "The memory stick is this folder"
cat <<TEXT
  $stick
TEXT
[ ! -e "$stick/downloads" ] || echo "In it, the folder downloads is the one of your browser."
title "The signer's desk comes next, in this terminal"
echo "docs/first-hour.md leads through a payment on both. No coin is touched."
printf '\nPress Enter to open it. '
read -r _ || exit 1

status=0
# Ctrl-C is the signer's here: it ends a command, or the desk.
trap : INT
HOME=$stick "$signer" desk || status=$?
trap 'exit 130' INT

title "Both desks are closed"
cat <<TEXT
The same command goes on with both homes, where you were. To begin anew, delete
  $out
TEXT
exit "$status"
