"""Runs a program on a terminal of its own and types what a person would.

    terminal.py WORDS ANSWER [WORDS ANSWER ...] -- PROGRAM ARGUMENT ...

Each ANSWER is typed, with Enter, when its WORDS have appeared: key by key, each after the one before was shown, as
the program takes nothing that comes faster. `{groups}` types the groups of characters that the question asks for.
Where the program asks for `Word N of`, the Nth of the words in $TERMINAL_WORDS is typed. Pages are turned. All that
was on the screen goes to standard output; the exit status is the program's.
"""

import os
import pty
import re
import sys

SPLIT = sys.argv.index("--")
SCRIPT = sys.argv[1:SPLIT]
PROGRAM = sys.argv[SPLIT + 1 :]
PAPER = os.environ.pop("TERMINAL_WORDS", "").split()
ASKED = re.compile(rb"Word (\d+) of ")
PAGE = re.compile(rb"Space continues[^\r\n]*[.] ")
GROUPS = re.compile(rb"type\s+groups\s+(\d+)\s+and\s+(\d+)\s+\(or\s+no\s+to\s+stop\): $")
GROUP = re.compile(rb"(\d+) (\S{1,4})(?=\s)")

child, terminal = pty.fork()
if child == 0:
    os.execv(PROGRAM[0], PROGRAM)

seen = b""


def read():
    """Takes in what the terminal shows next; false at its end."""
    global seen
    try:
        more = os.read(terminal, 4096)
    except OSError:
        return False
    seen += more
    return bool(more)


def echoes():
    """Whether what is typed now is shown: bracketed paste was turned on last."""
    return seen.rfind(b"\x1b[?2004h") > seen.rfind(b"\x1b[?2004l")


def answer(text):
    """Types a line."""
    if not echoes():
        os.write(terminal, text + b"\n")
        return
    # A question ends with a blank; its end may come later than its words.
    while not seen.endswith((b": ", b"] ", b")\r\n")):
        if not read():
            return
    if text == b"{groups}":
        text = groups()
    for key in text.decode() + "\n":
        start = len(seen)
        os.write(terminal, key.encode())
        shown = b"\r\n" if key == "\n" else key.encode()
        while not seen[start:].endswith(shown) and not (key == "\n" and shown in seen[start:]):
            if not read():
                return


def groups():
    """The groups that the question at the end of the screen asks for."""
    asked = GROUPS.search(seen)
    table = seen[: asked.start()].rsplit(b"in groups of four:", 1)[1]
    found = {int(number): group for number, group in GROUP.findall(table)}
    return found[int(asked[1])] + b" " + found[int(asked[2])]


pairs = list(zip(SCRIPT[0::2], SCRIPT[1::2]))
start = 0
asked = 0
turned = 0
while read():
    while page := PAGE.search(seen, turned):
        turned = page.end()
        os.write(terminal, b" ")
    while pairs:
        # What is said may be wrapped between any two words.
        found = re.compile(rb"\s+".join(map(re.escape, pairs[0][0].encode().split(b" ")))).search(seen, start)
        if not found:
            break
        start = found.end()
        answer(pairs.pop(0)[1].encode())
    while PAPER and (question := ASKED.search(seen, asked)):
        asked = question.end()
        answer(PAPER[int(question[1]) - 1].encode())

sys.stdout.buffer.write(seen)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
if pairs:
    sys.exit(f"never appeared: {pairs[0][0]}")
sys.exit(status)
