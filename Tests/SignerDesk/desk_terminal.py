"""The signer's desk on a terminal of its own, as a person sees it: pyte is the terminal, keys go in one by one."""

import collections
import contextlib
import ctypes
import errno
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import termios
import time
import traceback
from pathlib import Path

import pyte
import pyte.modes

PASSPHRASE = "zinc-Quagga 417 umbrella/Fjord"
KEYS = {
    "enter": "\r", "esc": "\x1b", "up": "\x1b[A", "down": "\x1b[B", "page up": "\x1b[5~", "page down": "\x1b[6~",
    "home": "\x1b[H", "end": "\x1b[F", "erase": "\x7f", "lock": "\x0c", "space": " ", "ctrl-c": "\x03", "ctrl-d": "\x04",
    "ctrl-z": "\x1a", "right": "\x1b[C", "left": "\x1b[D"}
BACK = "Enter goes back to the desk."
ESCAPES = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])")


class Trouble(AssertionError):
    """The desk did not do what it should."""


class Emulator(pyte.HistoryScreen):
    """pyte with the second screen, which it lacks; without one for a Linux console, which lacks it too."""

    def __init__(self, columns, rows, has_second):
        self.has_second = has_second
        self.first = None
        super().__init__(columns, rows, history=20_000, ratio=0.5)

    # A line feed, and no more than that: in pyte's own the history moves with each key as well.
    def before_event(self, event):
        pass

    def after_event(self, event):
        pass

    def set_mode(self, *modes, **options):
        super().set_mode(*modes, **options)
        if options.get("private") and 1049 in modes and self.has_second and self.first is None:
            self.first = (self.buffer, self.cursor.x, self.cursor.y)
            self.buffer = collections.defaultdict(self.default_buffer_line)
            self.dirty.update(range(self.lines))

    def reset_mode(self, *modes, **options):
        super().reset_mode(*modes, **options)
        if options.get("private") and 1049 in modes and self.first is not None:
            self.buffer, self.cursor.x, self.cursor.y = self.first
            self.first = None
            self.dirty.update(range(self.lines))

    def default_buffer_line(self):
        return pyte.screens.StaticDefaultDict(self.default_char)

    def index(self):
        if self.first is None:
            super().index()
        else:
            pyte.Screen.index(self)

    def reset(self):
        self.first = None
        super().reset()

    def erase_in_line(self, how=0, private=False):
        # A cursor that waits behind a full row stands on its last column, and takes that along: so xterm and the console.
        self.cursor.x = min(self.cursor.x, self.columns - 1)
        super().erase_in_line(how, private)

    # pyte knows no "private" for these and ends with an error.
    def report_device_status(self, *parameters, **options):
        pass

    def scrollback(self):
        return ["".join(line[column].data for column in range(self.columns)).rstrip() for line in self.history.top]


class Homes:
    """Homes of signers, each in a folder of its own that nobody else reads; they are made by commands, quickly."""

    def __init__(self, folder, programs):
        self.folder = Path(folder)
        self.program = str(Path(programs) / "quick-signer")
        self.passphrase = self.folder / "passphrase"
        self.passphrase.write_text(PASSPHRASE + "\n")
        self.count = 0
        self.machine = Machine(self.folder / "machine")

    def new(self, like=None):
        """A person's folder with a home in it; `like` names one that is copied."""
        self.count += 1
        # Names of one length: they are on pages that are compared.
        person = self.folder / f"p{self.count:04}"
        if like is None:
            person.mkdir(mode=0o700)
        else:
            shutil.copytree(like, person, symlinks=True)
            os.chmod(person, 0o700)
        return person

    def environment(self, person, **more):
        return {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "HOME": str(person),
                "OFFLINE_SIGNER_HOME": str(person / ".signer"), **more}

    def run(self, person, *arguments, is_open=True, answer="", **variables):
        """Runs a command without a terminal, which has to end well; gives what it printed."""
        line = [self.program, *map(str, arguments)]
        if is_open:
            line += ["--passphrase-file", str(self.passphrase)]
        ran = subprocess.run(line, env=self.environment(person, **variables), input=answer, capture_output=True, text=True, cwd=person,
                             start_new_session=True, timeout=60)
        if ran.returncode != 0:
            raise Trouble(f"{' '.join(line)} ended with {ran.returncode}\n{ran.stdout}{ran.stderr}")
        return ran.stdout


class Secret:
    """What must not be seen outside of its page: a text, or words of which no four stand in a row."""

    ROW = 4

    def __init__(self, name, text):
        self.name = name
        self.words = text.split() if re.fullmatch(r"([a-z]{3,8} ){11,}[a-z]{3,8}", text) else None
        self.text = text

    def is_in(self, text):
        if self.words is None:
            return self.text in text or self.text in re.sub(r"\s*\n\s*", "", text)
        found = re.findall(r"[a-z]+", text)
        rows = {tuple(self.words[at : at + self.ROW]) for at in range(len(self.words) - self.ROW + 1)}
        if any(tuple(found[at : at + self.ROW]) in rows for at in range(len(found) - self.ROW + 1)):
            return True
        # In columns the next word stands below; those of a list are rarely beside others of it by chance.
        return sum(1 for word in set(self.words) if word in found) >= max(6, len(set(self.words)) // 2)


class Terminal:
    """One sitting: `quick-signer desk`, or another command, started by a shell's stand-in on a terminal.

    The stand-in leads the session and starts the program as a shell does its jobs: so the terminal outlives the
    program, a stop can be seen, and closing the terminal hangs it up.
    """

    def __init__(self, homes, person, arguments=("desk",), columns=80, rows=24, has_second=True, secrets=(), story=None, **variables):
        # What every screen is told on which something is done; nothing while one deed is made of others.
        self.story = story
        self.telling = 0
        # The groups that were asked for last.
        self.asked = None
        self.secrets = list(secrets) or [Secret("the passphrase of the vault", PASSPHRASE)]
        self.allowed = 0
        self.faults = []
        self.sent = bytearray()
        self.echoing = False
        # The rows of the screen, until more is fed to it.
        self.drawn = None
        # What stood there when the last choice was made.
        self.left = []
        # Pages of a command's that were turned.
        self.turned = []
        # Whether the home is for practice: every screen of the desk has to say it.
        self.is_practice = False
        self.lazy = False
        self.waiting = bytearray()
        self.screen = Emulator(columns, rows, has_second)
        self.stream = pyte.ByteStream(self.screen)
        self.columns, self.rows = columns, rows
        self.status = None
        self.stopped = False
        master, slave = pty.openpty()
        self.master, self.slave = master, slave
        self._set_size(columns, rows)
        self.settings = termios.tcgetattr(slave)
        self.feed(b"before the desk\r\n")
        self.before = self.lines()
        reports, report = os.pipe()
        orders, order = os.pipe()
        environment = homes.environment(person, **variables)
        self.leader = os.fork()
        if self.leader == 0:
            try:
                for file in (master, reports, order):
                    os.close(file)
                lead(slave, report, orders, [homes.program, *arguments], environment, person)
            except BaseException:  # noqa: BLE001
                traceback.print_exc()
            os._exit(1)
        os.close(report)
        os.close(orders)
        self.reports, self.orders = reports, order
        self.reported = b""
        os.set_blocking(master, False)
        os.set_blocking(reports, False)
        self.process = None
        self.wait(lambda: self.process, "its number")

    # What it shows

    def feed(self, data):
        if self.lazy:
            self.sent += data
            self.waiting += data
            return
        self.sent += data
        self.stream.feed(data)
        self.drawn = None
        self._look()

    def _look(self):
        """Nothing secret is on the screen, unless this is its page."""
        if self.allowed:
            return
        text = "\n".join(self.lines())
        for secret in self.secrets:
            if secret.is_in(text) and secret.name not in [name for name, _ in self.faults]:
                self.faults.append((secret.name, text))

    def lines(self):
        """The rows of the screen, without the blanks at their ends."""
        if self.drawn is None:
            self.drawn = []
            for number in range(self.rows):
                # Not the screen's own `display`: it measures every cell of the screen each time.
                row = self.screen.buffer.get(number)
                self.drawn.append("".join(row[column].data for column in range(max(row) + 1)).rstrip() if row else "")
        return list(self.drawn)

    def text(self):
        return "\n".join(self.lines())

    def flat(self):
        """The screen in one line: what is wrapped is whole."""
        return re.sub(r"\s+", " ", self.text())

    def read(self, seconds):
        """Takes in what comes, for so long at most; false when nothing came."""
        ready, _, _ = select.select([self.master, self.reports], [], [], seconds)
        if self.reports in ready:
            try:
                self.reported += os.read(self.reports, 4096)
            except BlockingIOError:
                pass
            *lines, self.reported = self.reported.split(b"\n")
            for line in lines:
                word, number = line.split()
                if word == b"started":
                    self.process = int(number)
                elif word == b"stopped":
                    self.stopped = True
                elif word == b"ended":
                    self.status = int(number)
            if not lines:
                self.reports_closed = True
        if self.master in ready:
            if data := self._picture():
                on, off = data.rfind(b"\x1b[?2004h"), data.rfind(b"\x1b[?2004l")
                if on != off:
                    self.echoing = on > off
                self.feed(data)
                return True
        return False

    def _picture(self):
        """What comes next; of a page that the desk draws all rows at once, so that nobody acts on half of it."""
        data = b""
        end = time.monotonic() + 2
        while True:
            try:
                data += os.read(self.master, 1 << 16)
            except BlockingIOError:
                pass
            except OSError as error:
                if error.errno != errno.EIO:
                    raise
                return data
            start = data.rfind(b"\x1b[H\x1b[K")
            is_whole = start < 0 or data.count(b"\n", start) >= self.rows - 1
            ready, _, _ = select.select([self.master], [], [], 0.003 if is_whole and start >= 0 else 0 if is_whole else 0.5)
            if not ready or time.monotonic() > end:
                return data

    def wait(self, done, what, seconds=20):
        end = time.monotonic() + seconds
        while not (found := done()):
            self._turn()
            left = end - time.monotonic()
            if left <= 0:
                raise Trouble(f"{what} did not come within {seconds} s; the screen:\n{self.framed()}")
            if self.status is not None and not self.read(0):
                if found := done():
                    return found
                raise Trouble(f"{what} did not come, and the desk ended with {self.status}; the screen:\n{self.framed()}")
            self.read(min(left, 0.25))
        return found

    MORE = re.compile(r" - (more below: Space shows it|Space continues)$")

    def _turn(self):
        """Turns the page where more stands below what a command said, as a person does."""
        text = self.text().rstrip()
        if self.lazy or not self.MORE.search(text):
            return
        self.turned.append(text)
        self._says_practice(text)
        self.key("space")
        end = time.monotonic() + 5
        while self.text().rstrip() == text and time.monotonic() < end:
            self.read(0.1)

    def _says_practice(self, text):
        """A page of a command says that it is practice, where the home is; the line below it, unless a payment may be about real coins."""
        commands = re.findall(rb"\$ offline-signer (\S+)", bytes(self.sent))
        if self.is_practice and commands:
            where = text if commands[-1] in (b"sign", b"review") else text.rstrip().splitlines()[-1]
            assert "REHEARSAL" in where, f"this page does not say that it is practice:\n{self.framed()}"

    def said(self):
        """What a command said so far, the pages that were turned included, in one line."""
        return re.sub(r"\s+", " ", "\n".join([*self.turned, self.text()]))

    def framed(self):
        return "\n".join("| " + line for line in self.lines())

    def expect(self, *texts, seconds=20):
        """Waits until all of it stands on the screen or on a page that was turned, however it is wrapped."""
        self.wait(lambda: all(text in self.said() for text in texts), " and ".join(map(repr, texts)), seconds)

    def gone(self, text, seconds=20):
        self.wait(lambda: text not in self.flat(), f"the end of {text!r}", seconds)

    def sees(self, text):
        return text in self.flat()

    # What a person does

    @contextlib.contextmanager
    def tells(self, deed, key=None):
        """Something is done on the screen that is there: the story takes that, and not what it is made of."""
        if self.story and not self.telling:
            self.story.before(self, deed, key)
        self.telling += 1
        try:
            yield
        finally:
            self.telling -= 1

    def named(self, text):
        """A text that is typed and shown, as a story may have it."""
        if text == self.asked:
            return "type the two groups"
        for secret in self.secrets:
            if text == secret.text:
                return f"type {secret.name}"
            if secret.words and set(text.split()) <= set(secret.words):
                return f"type {len(text.split())} of {secret.name}"
        return f"type {text!r}"

    def write(self, text):
        data = text.encode()
        while data:
            _, ready, _ = select.select([], [self.master], [], 5)
            if not ready:
                raise Trouble("the terminal takes no more keys")
            try:
                data = data[os.write(self.master, data) :]
            except BlockingIOError:
                self.read(0.01)

    def unread(self):
        """How many keys the program has not taken yet."""
        # What was written may still be on its way to the terminal's other end: asking whether it can be read pushes it there.
        select.select([self.slave], [], [], 0)
        size = struct.pack("i", 0)
        return struct.unpack("i", fcntl.ioctl(self.slave, termios.FIONREAD, size))[0]

    def key(self, name):
        """Presses one key, and waits until it was taken."""
        with self.tells(f"press {name}", name):
            self._key(name)

    def _key(self, name):
        self.write(KEYS.get(name, name))
        if name in ("ctrl-c", "ctrl-z"):
            return
        end = time.monotonic() + 10
        # Lines that are not shown are taken whole, at their end.
        while self.unread() and (termios.tcgetattr(self.slave)[3] & termios.ICANON == 0):
            if time.monotonic() > end or self.status is not None:
                raise Trouble(f"the key {name} is not taken; the screen:\n{self.framed()}")
            self.read(0.002)

    def keys(self, *names):
        for name in names:
            self.key(name)

    def takes_lines(self):
        return bool(termios.tcgetattr(self.slave)[3] & termios.ICANON)

    def type(self, text, enter=True):
        """Types a text key by key, each after the one before was shown; where nothing is shown, at once."""
        # A question stands there a moment before the terminal is made ready for its answer.
        self.wait(lambda: not self._echoes(), "a question that can be answered", 10)
        if self.takes_lines():
            with self.tells("type what is not shown"):
                self.write(text + ("\n" if enter else ""))
            return
        if text:
            with self.tells(self.named(text)):
                self._type(text)
        if enter:
            self.key("enter")

    def _echoes(self):
        both = termios.ICANON | termios.ECHO
        return termios.tcgetattr(self.slave)[3] & both == both

    def _type(self, text):
        for key in text:
            before = len(self.sent)
            self.key(key)
            # On a busy machine the next key would come with this one, as if they were pasted.
            end = time.monotonic() + 10
            while len(self.sent) == before and time.monotonic() < end:
                self.read(0.05)

    def choose(self, label):
        """Waits for a choice that begins so, and opens it by its number, or by the arrows where it has none."""
        self.wait(lambda: self.offers(label) or self.sees("more below)"), f"the choice {label!r}")
        with self.tells(f"choose {label!r}"):
            self._choose(label)

    def _choose(self, label):
        while not self.offers(label):
            was = self.selected()
            self.key("down")
            self.wait(lambda: self.selected() != was, f"another choice than {was!r}", 5)
            if not self.sees("more below)") and not self.offers(label):
                raise Trouble(f"{label!r} is no choice:\n{self.framed()}")
        number = self.find(label)
        self.turned.clear()
        if number is None:
            # After something that did not go well nothing is marked.
            while not (was := self.selected() or "").startswith(label):
                self.key("down")
                self.wait(lambda: self.selected() != was, f"another choice than {was!r}", 5)
        self.left = self.lines()
        self.key("enter" if number is None else str(number))

    def offers(self, label):
        found = (self.ITEM.match(line) for line in self.lines())
        return bool(self.title()) and any(item and item[2].startswith(label) for item in found)

    ITEM = re.compile(r"^[▶> ] ([1-9 ])  (\S.*)$")

    def find(self, label):
        """The number of a choice; None when it is not on the screen or has none."""
        for line in self.lines():
            found = self.ITEM.match(line)
            if found and found[2].startswith(label):
                return int(found[1]) if found[1] != " " else None
        return None

    def selected(self):
        for line in self.lines():
            found = self.ITEM.match(line)
            if found and line[0] != " ":
                return found[2]
        return None

    def title(self):
        """Where one is: the head's way of pages."""
        head = self.lines()[0]
        head = re.sub(r"\s+REHEARSAL( on \S+)?$", "", head)
        # Of a long way the beginning is cut off.
        found = re.match(r"^(Signer: |\.\.\.)(.+)$", head)
        return found[2] if found and self.lines()[1][:1] in "─-" and self.lines()[1] else ""

    def at(self, page, seconds=20):
        """Waits until this is the page."""
        self.wait(lambda: self.title().split(" > ")[-1] == page, f"the page {page!r}", seconds)

    def go(self, *labels):
        """Chooses one after the other, each when its page is there."""
        for label in labels:
            self.choose(label)
            self.wait(lambda: self.lines() != self.left, f"what {label!r} opens")

    def field(self):
        """The row in which a text is typed; None when the page has none."""
        return next((line for line in self.lines() if re.match(r"^  \S.*: .*_$", line)), None)

    def fill(self, text):
        """Replaces what stands in the field of a page, and goes on."""
        self.wait(self.field, "a field")
        with self.tells(f"type {text!r} in place of what stands there"):
            self._fill(text)
        self.key("enter")

    def _fill(self, text):
        for _ in range(200):
            line = self.wait(self.field, "a field")
            self.turned.clear()
            if line.endswith(": _"):
                break
            self.key("erase")
            self.wait(lambda: line not in self.lines(), "one character less", 5)
        self.type(text, enter=False)

    def unlock(self, passphrase=PASSPHRASE):
        self.expect("Enter opens the vault")
        self.key("enter")
        # The page may have said why the last answer was none.
        self.gone("Enter opens the vault")
        self.expect("Passphrase of the vault")
        self.wait(lambda: termios.tcgetattr(self.slave)[3] & termios.ECHO == 0, "a terminal that does not echo")
        self.type(passphrase)

    def home(self):
        """Unlocks, and is on the first page."""
        self.unlock()
        self.at("Home")

    def back(self):
        """Goes back to the desk after a command."""
        self.expect(BACK)
        self._says_practice(self.text())
        self.turned.clear()
        self.key("enter")
        self.wait(lambda: self.title(), "the desk")

    def out(self, page):
        """Presses Escape until this is the page."""
        for _ in range(12):
            if self.title().split(" > ")[-1] == page:
                return
            before = self.lines()
            self.key("esc")
            self.wait(lambda: self.lines() != before, "the page before", 5)
        raise Trouble(f"Escape does not lead to {page!r}:\n{self.framed()}")

    def secret_page(self):
        """`with terminal.secret_page():` what is secret may be on the screen."""
        return _Allowed(self)

    PAGE = re.compile(r"(Page (\d+) of (\d+): )?Space continues(, | to )")

    def pages(self, end):
        """Reads pages to their end by the space bar, if the text has any, up to what comes then; gives what was read."""
        read = []
        while True:
            self.wait(lambda: self.PAGE.search(self.flat()) or self.sees(end), f"pages or {end!r}", 60)
            read += [*self.turned, self.text()]
            found = self.PAGE.search(self.flat())
            if not found:
                return " ".join(" ".join(read).split())
            self.key("space")
            self.wait(lambda: found[0] not in self.flat(), "the next page")

    def groups(self):
        """What the last question of a payment wants: two groups of an address that stands above it."""
        self.expect("or no to stop):")
        asked = re.search(r"type groups (\d+) and (\d+) \(or no to stop\):$", self.flat().strip())
        table = self.said().rsplit("in groups of four:", 1)[1]
        found = dict(re.findall(r"(\d+) (\S{1,4})(?= |$)", table.split(" To ")[0]))
        self.asked = f"{found[asked[1]]} {found[asked[2]]}"
        return self.asked

    def _set_size(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        # Before the program learns of it, as a terminal does.
        self.screen.resize(rows, columns)
        self.drawn = None
        if self.screen.first is not None:
            self.screen.first = (self.screen.first[0], min(self.screen.first[1], columns - 1), min(self.screen.first[2], rows - 1))
        self.columns, self.rows = columns, rows
        self._set_size(columns, rows)

    # How it ends

    def signal(self, number):
        os.kill(self.process, number)

    def resume(self):
        self.stopped = False
        os.write(self.orders, b"f")

    def ended(self, seconds=10):
        """Waits for the end of the program, and takes in all that it still wrote; gives its status."""
        self.wait(lambda: self.status is not None, "the end of the desk", seconds)
        while self.read(0.05):
            pass
        return self.status

    def is_as_before(self):
        """The terminal is as it was; nothing secret is left on it or can be scrolled back to."""
        faults = []
        if termios.tcgetattr(self.slave) != self.settings:
            faults.append("the settings of the terminal are not those of before")
        if self.screen.first is not None:
            faults.append("the second screen is still shown")
        if 25 << 5 not in self.screen.mode:
            faults.append("the cursor is hidden")
        if self.echoing:
            faults.append("bracketed paste is still on")
        left = "\n".join(self.screen.scrollback() + self.lines())
        for secret in self.secrets:
            if secret.is_in(left):
                faults.append(f"{secret.name} is left on the terminal")
        if self.faults:
            name, text = self.faults[0]
            faults.append(f"{name} was outside of its page:\n{text}")
        if faults:
            raise Trouble("; ".join(faults) + "\n" + self.framed())

    def never_shown(self, secret):
        """The secret is nowhere in all that was ever sent to the terminal."""
        plain = ESCAPES.sub(b"\n", bytes(self.sent)).decode(errors="replace")
        if secret in plain or secret in plain.replace("\r", "").replace("\n", ""):
            raise Trouble(f"{secret!r} was sent to the terminal")

    def close(self):
        """Ends it however it stands."""
        for file in (self.orders, self.master, self.slave, self.reports):
            try:
                os.close(file)
            except OSError:
                pass
        end = time.monotonic() + 5
        while time.monotonic() < end:
            if os.waitpid(self.leader, os.WNOHANG)[0]:
                return
            time.sleep(0.01)
        os.kill(self.leader, signal.SIGKILL)
        os.waitpid(self.leader, 0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class _Allowed:
    def __init__(self, terminal):
        self.terminal = terminal

    def __enter__(self):
        self.terminal.allowed += 1

    def __exit__(self, kind, *_):
        self.terminal.allowed -= 1
        if kind is None:
            self.terminal._look()


def lead(terminal, report, orders, line, environment, folder):
    """Leads the session of the terminal and runs one job, as a shell does; never comes back."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGTTOU, signal.SIGTTIN, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    if environment.pop("SIGNER_DESK_KEEPS_ORPHANS", None):
        # PR_SET_CHILD_SUBREAPER: what a killed job leaves behind is not an orphan, and goes on where it was stopped.
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    settings = termios.tcgetattr(terminal)
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(terminal, os.getpid())
        for number in range(1, 32):
            if number not in (signal.SIGKILL, signal.SIGSTOP):
                signal.signal(number, signal.SIG_DFL)
        for file in range(3):
            os.dup2(terminal, file)
        os.closerange(3, 100)
        os.chdir(folder)
        os.execve(line[0], line, environment)
    try:
        os.setpgid(child, child)
    except PermissionError:
        pass
    os.write(report, b"started %d\n" % child)
    while True:
        _, status = os.waitpid(child, os.WUNTRACED)
        os.tcsetpgrp(terminal, os.getpid())
        if os.WIFSTOPPED(status):
            job = termios.tcgetattr(terminal)
            termios.tcsetattr(terminal, termios.TCSADRAIN, settings)
            os.write(report, b"stopped 0\n")
            if os.read(orders, 1) != b"f":
                os.killpg(child, signal.SIGKILL)
                os._exit(0)
            os.tcsetpgrp(terminal, child)
            termios.tcsetattr(terminal, termios.TCSADRAIN, job)
            os.killpg(child, signal.SIGCONT)
            continue
        os.write(report, b"ended %d\n" % os.waitstatus_to_exitcode(status))
        os.read(orders, 1)
        os._exit(0)


MACHINE = {
    "sys/class/net/lo/type": "772", "sys/class/net/lo/operstate": "unknown", "sys/class/net/lo/carrier": "1",
    "sys/class/net/lo/uevent": "INTERFACE=lo\nIFINDEX=1",
    "sys/class/net/eth0/type": "1", "sys/class/net/eth0/operstate": "down", "sys/class/net/eth0/carrier": "0",
    "sys/class/net/eth0/uevent": "INTERFACE=eth0\nIFINDEX=2",
    "sys/class/rfkill/rfkill0/type": "wlan", "sys/class/rfkill/rfkill0/soft": "1", "sys/class/rfkill/rfkill0/hard": "0",
    "sys/class/rfkill/rfkill0/state": "0",
    "proc/net/dev": "Inter-|   Receive | Transmit\n face |bytes packets errs drop fifo frame compressed multicast|bytes packets\n"
                    "    lo: 4 2 0 0 0 0 0 0 4 2\n  eth0: 0 0 0 0 0 0 0 0 0 0",
    "proc/net/fib_trie": "Main:\n  +-- 0.0.0.0/0 3 0 5\n     +-- 127.0.0.0/8 2 0 2\n        |-- 127.0.0.0\n           /8 host LOCAL\n"
                         "        |-- 127.0.0.1\n           /32 host LOCAL",
    "proc/net/route": "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask",
    "proc/net/if_inet6": "00000000000000000000000000000001 01 80 10 80       lo",
    "proc/swaps": "Filename\tType\tSize\tUsed\tPriority",
    "proc/sys/kernel/core_pattern": "core", "proc/sys/kernel/yama/ptrace_scope": "1"}


class Machine:
    """What `quick-signer` takes for the kernel's files: an isolated laptop, until something is plugged in."""

    def __init__(self, folder):
        self.folder = Path(folder)
        for name, text in MACHINE.items():
            self.write(name, text)

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        # Never half of it: it is looked at while it changes.
        new = file.with_name(f".{file.name}.new")
        new.write_text(text + "\n")
        new.rename(file)

    def plug_in(self):
        """A cable in `eth0`."""
        self.write("sys/class/net/eth0/carrier", "1")
        self.write("sys/class/net/eth0/operstate", "up")

    def unplug(self):
        self.write("sys/class/net/eth0/carrier", "0")
        self.write("sys/class/net/eth0/operstate", "down")
