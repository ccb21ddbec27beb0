"""Runs a program on a terminal of its own and types what a person would.

    terminal.py WORDS ANSWER [WORDS ANSWER ...] -- PROGRAM ARGUMENT ...

Each ANSWER is typed, with Enter, when its WORDS have appeared. Where the program asks for `Word N of`, the Nth
of the words in $TERMINAL_WORDS is typed. All that was on the screen goes to standard output; the exit status is
the program's.
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

child, terminal = pty.fork()
if child == 0:
    os.execv(PROGRAM[0], PROGRAM)

seen = b""
pairs = list(zip(SCRIPT[0::2], SCRIPT[1::2]))
start = 0
asked = 0
while True:
    try:
        read = os.read(terminal, 4096)
    except OSError:
        break
    if not read:
        break
    seen += read
    while pairs:
        place = seen.find(pairs[0][0].encode(), start)
        if place < 0:
            break
        start = place + len(pairs[0][0].encode())
        os.write(terminal, pairs[0][1].encode() + b"\n")
        pairs.pop(0)
    while PAPER and (question := ASKED.search(seen, asked)):
        asked = question.end()
        os.write(terminal, PAPER[int(question[1]) - 1].encode() + b"\n")

sys.stdout.buffer.write(seen)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
if pairs:
    sys.exit(f"never appeared: {pairs[0][0]}")
sys.exit(status)
