"""A terminal with a shell in it, on which commands are typed: tmux, driven by its control mode."""

import os
import re
import select
import subprocess
import termios
import time
from dataclasses import dataclass

PROMPT = b"ready: "
PAGE = re.compile(rb"Space continues[^\r\n]*[.] ")
GROUPS = re.compile(rb"type\s+groups\s+(\d+)\s+and\s+(\d+)\s+\(or\s+no\s+to\s+stop\): $")
GROUP = re.compile(rb"(\d+) (\S{1,4})(?=\s)")
OCTAL = re.compile(rb"\\([0-7]{3})")


class Trouble(Exception):
    """A command did not do what it should."""


@dataclass
class Keys:
    """An answer to a full screen: keys as they are, without Enter. `is_locked`: no secret may be held when they are typed."""

    text: str
    is_locked: bool = False


class Terminal:
    """tmux with one shell; `between` is called while there is nothing to do."""

    count = 0

    def __init__(self, folder, environment, columns=100, rows=50):
        self.folder = folder
        Terminal.count += 1
        self.socket = os.path.join(folder, f"tmux-{Terminal.count}")
        self.environment, self.columns = environment, columns
        configuration = os.path.join(folder, "tmux.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write("set -g history-limit 100000\nset -g status off\nset -g default-terminal tmux-256color\n")
        shell = os.path.join(folder, "bashrc")
        with open(shell, "w", encoding="utf-8") as file:
            file.write(f"PS1='{PROMPT.decode()}'\nulimit -c unlimited\n")
        self._client = subprocess.Popen(
            ["tmux", "-S", self.socket, "-f", configuration, "-C", "new-session", "-x", str(columns), "-y", str(rows),
             f"bash --noprofile --rcfile {shell} -i"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment,
            cwd=os.path.join(folder, "work"))
        os.set_blocking(self._client.stdout.fileno(), False)
        self._lines = b""
        self.shown = b""
        self.between = lambda: None
        self.is_closed = False
        self.wait(lambda: PROMPT in self.shown, "a shell")
        self._command(f"refresh-client -C {columns}x{rows}")
        self.shell = int(self._ask("display-message", "-p", "#{pane_pid}"))
        self.pane = os.open(self._ask("display-message", "-p", "#{pane_tty}").strip(), os.O_RDONLY | os.O_NOCTTY)
        self.server = int(self._ask("display-message", "-p", "#{pid}"))

    def _ask(self, *command):
        return subprocess.run(
            ["tmux", "-S", self.socket, *command], check=True, capture_output=True, env=self.environment).stdout.decode()

    def _command(self, line):
        self._client.stdin.write(line.encode() + b"\n")
        self._client.stdin.flush()

    def type(self, text):
        """Types keys, all at once."""
        for at in range(0, len(text), 200):
            keys = " ".join(f"{byte:02x}" for byte in text[at : at + 200])
            self._command(f"send-keys -H {keys}")

    def read(self, seconds):
        """Takes in what the terminal is shown, for so long at most."""
        self.between()
        ready, _, _ = select.select([self._client.stdout], [], [], seconds)
        if ready:
            try:
                more = self._client.stdout.read()
            except BlockingIOError:
                more = None
            if more == b"":
                self.is_closed = True
            *lines, self._lines = (self._lines + (more or b"")).split(b"\n")
            for line in lines:
                if line.startswith(b"%output "):
                    text = line.split(b" ", 2)[2]
                    self.shown += OCTAL.sub(lambda octal: bytes([int(octal[1], 8)]), text)
                elif line.startswith(b"%exit"):
                    self.is_closed = True
        self.between()

    def wait(self, done, what, seconds=30):
        """Reads until `done`."""
        end = time.monotonic() + seconds
        while not done():
            if time.monotonic() > end:
                raise Trouble(f"{what} did not come; the last of the screen:\n{self.shown[-1500:].decode(errors='replace')}")
            self.read(0.002)

    def echoes(self, start):
        """Whether what is typed now is shown: bracketed paste was turned on last."""
        return self.shown.rfind(b"\x1b[?2004h", start) > self.shown.rfind(b"\x1b[?2004l", start)

    def line(self, text, start):
        """Types a line as a person does: where it is shown, each key after the one before was."""
        if not self.echoes(start):
            self.type(text + b"\r")
            return
        self.wait(lambda: self.shown.endswith((b": ", b"] ", b")\r\n", b"> ")), "a question's end")
        if text == b"{groups}":
            text = self._groups()
        for key in text.decode():
            at = len(self.shown)
            self.type(key.encode())
            self.wait(lambda: self.shown[at:].endswith(key.encode()), f"the key {key!r}")
        at = len(self.shown)
        self.type(b"\r")
        self.wait(lambda: b"\r\n" in self.shown[at:], "the end of the line")

    def _groups(self):
        """The groups of characters that the question at the end of the screen asks for."""
        asked = GROUPS.search(self.shown)
        table = self.shown[: asked.start()].rsplit(b"in groups of four:", 1)[1]
        found = {int(number): group for number, group in GROUP.findall(table)}
        return found[int(asked[1])] + b" " + found[int(asked[2])]

    def run(self, command, answers=(), asked=lambda answer: None, seconds=60):
        """Types a command and its answers, each when its words appear; gives the exit code and what was shown.

        `asked` is called at each question with its answer, before it is typed.
        """
        start = len(self.shown)
        line = f"{command}; echo \"ended: $?\"\r"
        # A line that ends where the screen does is shown in another way.
        if (len(PROMPT) + len(line) - 1) % self.columns == 0:
            line = line.replace("; echo", " ; echo")
        self.type(line.encode())
        self.wait(lambda: b'$?"\r\n' in self.shown[start:], "what was typed")
        start = self.shown.index(b'$?"\r\n', start)
        ended = re.compile(rb"ended: (\d+)\r\n")
        left, place, turned = list(answers), start, start
        end = time.monotonic() + seconds
        while not (over := ended.search(self.shown, start)):
            if time.monotonic() > end:
                raise Trouble(
                    f"`{command}` did not end, with {len(left)} answers left; it showed:\n"
                    + self.shown[start:].decode(errors="replace"))
            self.read(0.005)
            while page := PAGE.search(self.shown, turned):
                turned = page.end()
                asked(" ")
                self.type(b" ")
            if left:
                words = rb"\s+".join(map(re.escape, left[0][0].encode().split(b" ")))
                if found := re.compile(words).search(self.shown, place):
                    place = found.end()
                    # Its mode is set after its words are shown, and what was typed before that is discarded.
                    self.settle()
                    answer = left.pop(0)[1]
                    asked(answer)
                    answer = answer(self.shown[start:]) if callable(answer) else answer
                    if isinstance(answer, Keys):
                        self.type(answer.text.encode())
                    else:
                        self.line(answer.encode(), start)
        if left:
            raise Trouble(
                f"`{command}` ended and never asked {left[0][0]!r}; it showed:\n"
                + self.shown[start:].decode(errors="replace"))
        return int(over[1]), self.shown[start : over.start()]

    def settle(self):
        """Waits until the program reads keys, or lines without echo; a question that echoes has a moment."""
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            self.read(0.01)
            modes = termios.tcgetattr(self.pane)[3]
            if not modes & termios.ECHO:
                break
        self.read(0.01)

    def screen(self):
        """The screen and all that was scrolled away above it."""
        return self._ask("capture-pane", "-p", "-J", "-S", "-", "-t", "0").encode()

    def close(self):
        """Ends the shell, so that it is seen at its end, and the terminal."""
        try:
            self.type(b"exit\r")
        except BrokenPipeError:
            self.is_closed = True
        end = time.monotonic() + 10
        while not self.is_closed and time.monotonic() < end:
            self.read(0.01)
        os.close(self.pane)
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, env=self.environment)
        try:
            self._client.stdin.close()
        except BrokenPipeError:
            pass
        # ptrace waits for all children of this process: what this one ended with may be taken already.
        self._client.returncode = self._client.returncode or 0
        self._client.stdout.close()
