"""Runs a program on a terminal of its own, and types a text when it asks.

    python typist.py TEXT PROGRAM ARGUMENT...

The program has the process's number: who kills that kills the program.
"""

import fcntl
import os
import select
import sys
import termios
import time


def typist(screen, text):
    """Answers once the question stands there whole, and reads on until the program is gone."""
    shown = b""
    try:
        while True:
            if select.select([screen], [], [], 0.1)[0]:
                shown += os.read(screen, 4096)
            elif shown:
                # Key by key, as a person: what comes all at once looks pasted.
                for key in text.encode():
                    os.write(screen, bytes([key]))
                    time.sleep(0.05)
                shown = b""
    except OSError:
        pass
    os._exit(0)


def main():
    screen, terminal = os.openpty()
    if os.fork() == 0:
        os.close(terminal)
        for stream in (0, 1, 2):
            os.close(stream)
        typist(screen, sys.argv[1])
    os.close(screen)
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    # It stays open: a terminal that nobody has open hangs up.
    os.set_inheritable(terminal, True)
    os.execv(sys.argv[2], sys.argv[2:])


main()
