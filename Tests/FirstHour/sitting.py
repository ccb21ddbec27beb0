"""A person at a terminal of 80x24: what stands on it, as pyte draws it, and keys that are pressed one by one."""

import collections
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import pyte

COLUMNS, ROWS = 80, 24
BACK = "Enter goes back to the desk."
# Seconds to wait for what has to come, on a machine that may have other work.
WAIT = int(os.environ.get("DESK_WAIT", "60"))


class Emulator(pyte.Screen):
    """pyte with the second screen, which it lacks."""

    first = None

    def set_mode(self, *modes, **options):
        super().set_mode(*modes, **options)
        if options.get("private") and 1049 in modes and self.first is None:
            self.first = (self.buffer, self.cursor.x, self.cursor.y)
            self.buffer = collections.defaultdict(lambda: pyte.screens.StaticDefaultDict(self.default_char))

    def reset_mode(self, *modes, **options):
        super().reset_mode(*modes, **options)
        if options.get("private") and 1049 in modes and self.first is not None:
            self.buffer, self.cursor.x, self.cursor.y = self.first
            self.first = None

    # pyte knows no "private" for these and ends with an error.
    def report_device_status(self, *parameters, **options):
        pass


class Sitting:
    """A program on a terminal of its own. `seen` has every line that ever stood on it, `pictures` the screens before a key."""

    def __init__(self, arguments, environment, folder):
        self.screen = Emulator(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.seen = set()
        self.pictures = []
        self.count = 0
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.process = os.fork()
        if self.process == 0:
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
            for standard in (0, 1, 2):
                os.dup2(self.slave, standard)
            os.closerange(3, 100)
            # A step that runs in the background ignores them, and so would the desk: nobody could press Ctrl-C.
            for number in (signal.SIGINT, signal.SIGQUIT):
                signal.signal(number, signal.SIG_DFL)
            os.chdir(folder)
            os.execve(arguments[0], arguments, environment)

    # What it shows

    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    def flat(self):
        """The screen in one line: what is wrapped is whole."""
        return " ".join(" ".join(self.lines()).split())

    def read(self, seconds):
        if select.select([self.master], [], [], seconds)[0]:
            came = os.read(self.master, 1 << 16)
            self.count += len(came)
            self.stream.feed(came)
            self.seen.update(" ".join(line.split()) for line in self.lines())

    def wait(self, found, what, seconds=WAIT):
        end = time.monotonic() + seconds
        while not found():
            if time.monotonic() > end:
                raise AssertionError(f"{what} did not come:\n" + "\n".join(self.lines()))
            self.read(0.2)
        # What belongs to the same picture has come too.
        self.read(0.05)

    def expect(self, *texts):
        self.wait(lambda: all(text in self.flat() for text in texts), " and ".join(texts))

    def at(self, page):
        """Waits until this is the page of the desk, which its first line says last."""
        self.wait(lambda: re.sub(r"\s+REHEARSAL( on \S+)?$", "", self.lines()[0]).endswith(page)
                  and self.lines()[1][:1] == "\u2500", f"the page {page}")

    # What a person does

    def key(self, key):
        picture = "\n".join(self.lines()).rstrip()
        if not self.pictures or picture != self.pictures[-1]:
            self.pictures.append(picture)
        os.write(self.master, key.encode())
        self.read(0.005)

    def has(self, flag):
        return termios.tcgetattr(self.slave)[3] & flag != 0

    def type(self, text):
        """Types a line key by key, each when the one before was shown: what comes all at once is taken for pasted."""
        # A question stands there a moment before the terminal is made ready for its answer.
        self.wait(lambda: not self.has(termios.ICANON) or not self.has(termios.ECHO), "a question that can be answered")
        if self.has(termios.ICANON):
            # What is not shown is taken as one line.
            self.key(text + "\r")
            return
        for key in text:
            before = self.count
            self.key(key)
            self.wait(lambda before=before: self.count > before, f"the key {key!r} on the screen")
        self.key("\r")

    def choose(self, *labels):
        """Presses the number of each choice, when it is there."""
        for label in labels:
            number = []

            def offered(label=label, number=number):
                number[:] = [found[1] for line in self.lines()
                             if (found := re.match(r"^[\u25b6> ] ([1-9])  (?:\[[a-z]+\] )?(.*)$", line)) and found[2].startswith(label)]
                return number
            self.wait(offered, f"the choice {label}")
            before = self.lines()
            self.key(number[0])
            self.wait(lambda before=before: self.lines() != before, f"what {label} opens")

    def through(self, end):
        """Presses Space as long as there is more, up to what comes then; gives all that was read."""
        read = ""
        while True:
            self.wait(lambda: end in self.flat() or "Space continues" in self.flat(), end)
            read += " " + self.flat()
            if end in self.flat():
                return read
            before = self.lines()
            self.key(" ")
            self.wait(lambda before=before: self.lines() != before, "what is below")

    def back(self, *texts):
        """Reads how a command ended, and goes back to the desk."""
        self.through(BACK)
        self.expect(BACK, *texts)
        self.key("\r")
        self.wait(lambda: self.lines()[1][:1] == "\u2500", "the desk")

    def hang_up(self):
        """Closes the terminal, as its window is closed."""
        if self.master is not None:
            os.close(self.master)
            os.close(self.slave)
            self.master = None

    def ended(self):
        """Waits for the end; gives the exit code."""
        status = []
        self.wait(lambda: status or status.extend(self.exit()), "the end")
        return status[0]

    def exit(self):
        process, status = os.waitpid(self.process, os.WNOHANG)
        return [os.waitstatus_to_exitcode(status)] if process else []
