"""Every path as a story: each screen that a person met on it, and what they did there, kept in screens/paths/SIZE/NAME.txt.

A screen is kept where something is done: before a choice, before a text and before its Enter, before a key. Of keys that only move
or erase the first in a row counts. Where a story is compared, the screen that was kept is waited for; one that does not come is a
fault that shows its rows, and the path goes on. What differs from run to run stands there as a placeholder of the same width.
"""

import difflib
import re
import time

import screens

KEPT = screens.KEPT / "paths"
# Seconds in which nothing changes before a screen is recorded, and those for which one that was recorded is waited for. After the first
# that did not come others are given up sooner: a path that has changed at its beginning would take minutes.
QUIET, LATE, LATER = 0.5, 20, 1
# Keys that only move or erase.
MOVING = ("up", "down", "left", "right", "home", "end", "page up", "page down", "erase")
# So many rows in a row that have nothing on them are counted, fewer are shown.
BLANK = 4
ROW, DEED, NOTE = "| ", "> ", "~ "

# So many blocks in a row are a QR code's, or a camera's picture.
BLOCKS, FEWEST = re.compile("[█▀▄]"), 8
# Words of a seed or a share, in columns behind their numbers. Which they are is nobody's business, and how wide their columns are
# depends on the longest.
COLUMN = re.compile(r"^ ?\d{1,2}  [a-z]{3,8}(?: +\d{1,2}  [a-z]{3,8})*$")
# The two groups that a last question asks for are drawn anew each time.
GROUPS = re.compile(r"\s+type\s+groups\s+\d+\s+and\s+\d+\s+\(or\s+no\s+to\s+stop\):(?:[ \n]+(\w{1,4}(?: \w{1,4})?)(?=\n|$))?")
# The log's words are also of the time of its entries. Where they stand in a text, it is wrapped elsewhere each time.
WORDS = r"(?:[a-z]+ ){3}[a-z]+"
LOG = re.compile(rf"((?:entry|entries)[.,] [wW]ords: |^Words: (?={WORDS} \(`reconcile`)){WORDS}")
ANYWHERE = [
    (r"\bin \d+ pictures\b", "in N pictures"),
    (r"\b(print|mark,|number) [0-9A-F]{4} [0-9A-F]{4}\b", r"\1 HHHH HHHH"), (r"\bparts? \d+(?: to \d+)?(?= of | \(any )", "part N")]
# The choice behind which `doctor` says what it found.
DOCTOR = "Check this machine"
# What a path draws by chance, besides: patterns, and what stands in their place.
CHANCE = {
    # System randomness is always mixed in: nobody knows the seed before.
    "first_set_up": [
        (r"\b[0-9a-f]{64}\b", "h" * 64), (r"(\b[Ff]ingerprint |\[)[0-9a-f]{8}\b", r"\1hhhhhhhh"),
        (r"\btpub\w+(\n\w+)?", lambda found: re.sub(r"\w", "k", found[0])), (rf"Words: {WORDS}", "Words: wwww wwww wwww wwww"),
        (r"\btb1q[a-z0-9]* ?[a-z0-9 ]{30,}", lambda found: "tb1q" + re.sub(r"\w", "a", found[0][4:])),
        (r"(?m)^( {7,}| +\d+: )[a-z]{3,8}(?:  [a-z]{3,8})*$", r"\1wwww")],
    # The letters of a sheet that was encrypted just now.
    # Of several payees, and of the payment itself, one is asked about: its table has more rows or fewer, which scroll the others.
    "several_are_paid": [
        (r"(?m)^The (?:address of output \d+|transaction's id), in groups of four:\n(?: +\d+ \S{1,4}(?: +\d+ \S{1,4})*\n)+", "TABLE\n"),
        (r"\A(?: {2,4}(?:[\d.]+ BTC to|tb1q\w+)\n)+(?=From savings-wpkh-0)", "...\n")],
    "seeds_by_draws": [
        (r"\b[0-9a-f]{64}\b", "h" * 64), (r"(\b[Ff]ingerprint )[0-9a-f]{8}\b", r"\1hhhhhhhh"),
        # How uneven the presses were is of one moment, and so is what follows from it.
        (r"(?m)^(keys +\d+ gaps +)\d+ bits", r"\1NNN bits"), (r"Your part alone [^.]+\.", "Your part alone ...")],
    "letters_of_a_sheet": [
        (r"(?:[A-Z0-9$]{2,4}[ \n]+){2,}=[ \n]+[A-Z2-7]{6}", "LLLL = LLLLLL"), (r"(?m)^( +\d+: )[A-Z2-7]{6}$", r"\1LLLLLL"),
        (r"\bis [A-Z0-9$], not [A-Z0-9$]\.", "is L, not L.")],
    "seed_is_tried": [(r"Word \d+ of savings", "Word N of savings")]}


# Paths in a home of real coins.
REAL = ("real_coins_are_signed_for", "sealed_by_camera", "single_keys")
# Pages whose notes are longer than 80 columns have room for.
CUT = ("Settings",)


def broken(terminal, name):
    """What is wrong with a page of the desk's own; None where nothing is, or it is not one."""
    page = terminal.title().split(" > ")[-1]
    if not page:
        return None
    lines = terminal.lines()
    if "Enter" not in lines[terminal.rows - 1]:
        return "does not say its keys"
    if any(set(lines[at]) != {"─"} or len(lines[at]) != terminal.columns for at in (1, terminal.rows - 2)):
        return "has no rule as wide as the terminal"
    if page not in CUT and any(len(line) == terminal.columns and line.endswith("...") for line in lines):
        return "has a row that is cut off"
    if name not in REAL and terminal.title().split(" > ")[0] not in ("Welcome", "Locked") and not re.search(r" REHEARSAL on \w+$", lines[0]):
        return "does not say that it is a rehearsal"
    return None


def masked(name, lines):
    """The rows of a screen without what differs from one run to the next."""
    rows = outlined(screens.normal(lines).split("\n")[:-1])
    for at, row in enumerate(rows):
        if COLUMN.match(row):
            rows[at] = "   ".join(f"{number:>2}  wwww    " for number in re.findall(r"\d+", row)).rstrip()
    text = GROUPS.sub(typed, "\n".join(unwrapped(rows)))
    for pattern, then in ANYWHERE + CHANCE.get(name, []):
        text = re.sub(pattern, then, text)
    return text.rstrip("\n").split("\n")


def outlined(rows):
    """QR codes by their outline, which their corners always reach: the rest is of one payload and one moment."""
    full = [at for at, row in enumerate(rows) if len(BLOCKS.findall(row)) > FEWEST]
    if not full:
        return rows
    code = rows[full[0] : full[-1] + 1]
    left = min(len(row) - len(row.lstrip()) for row in code if row)
    row = " " * left + "░" * (max(map(len, code)) - left)
    return rows[: full[0]] + [row] * len(code) + rows[full[-1] + 1 :]


def unwrapped(rows):
    """Texts with the log's words in one row each, without the words."""
    found, at = [], 0
    while at < len(rows):
        end = at + 1
        while end < len(rows) and re.match(r"  \S", rows[end]):
            end += 1
        whole = " ".join(row.strip() for row in rows[at:end])
        found += [LOG.sub(r"\1wwww wwww wwww wwww", whole)] if LOG.search(whole) else rows[at:end]
        at = end
    return found


def typed(found):
    """The question for two groups, in two rows wherever it was wrapped, and what is typed there in a third."""
    answer = "" if found[1] is None else f"\n  {'GGGG GGGG' if ' ' in found[1] else found[1]}"
    return f"\n  type groups N and N (or no to stop):{answer}"


def drawn(rows, count):
    """A screen as it is written down: its rows behind a bar, and those with nothing on them counted."""
    rows = rows + [""] * (count - len(rows))
    found, at = [], 0
    while at < len(rows):
        end = at
        while end < len(rows) and not rows[end]:
            end += 1
        if end - at >= BLANK:
            found.append(f"{NOTE}{end - at} empty rows")
            at = end
        else:
            found.append((ROW + rows[at]).rstrip())
            at += 1
    return found


class Stop:
    """One screen of a story: its rows as they are written down, and what is done there."""

    def __init__(self, screen, deed):
        self.screen = screen
        self.deed = deed


class Story:
    """What a person met on one path in a terminal of one size; recorded, or compared with what was."""

    def __init__(self, name, size, is_recorded):
        self.name = name
        self.size = f"{size[0]}x{size[1]}"
        self.file = KEPT / self.size / f"{name}.txt"
        self.is_recorded = is_recorded
        self.stops = []
        self.kept = [] if is_recorded else read(self.file)
        self.faults = []
        self.last = None
        # Whether what `doctor` says is on the screen.
        self.checks = False
        self.is_over = False

    def before(self, terminal, deed, key=None):
        """Takes the screen on which something is done; `key` is the one that is pressed, if it is a single one."""
        if self.is_over:
            return
        again, self.last = key in MOVING and self.last == (terminal, key), (terminal, key)
        if again or self.is_doctors(terminal):
            return
        deed = screens.normal([deed]).strip()
        for pattern, then in CHANCE.get(self.name, []):
            deed = re.sub(pattern, then, deed)
        self.checks = DOCTOR in deed
        self.holds(terminal, deed)
        if self.is_recorded:
            self.stops.append(Stop(self.settled(terminal), deed))
            return
        number = len(self.stops)
        self.stops.append(None)
        if number >= len(self.kept):
            self.over(f"the story ended there, and now goes on: {deed}", terminal)
            return
        kept = self.kept[number]
        if kept.deed != deed:
            self.over(f"stop {number + 1} was {kept.deed!r}, and is {deed!r}", terminal)
            return
        end = time.monotonic() + (LATER if self.faults else LATE)
        while (seen := self.screen(terminal)) != kept.screen:
            left = end - time.monotonic()
            if left <= 0:
                self.faults.append("\n".join(difflib.unified_diff(
                    kept.screen, seen, f"{self.size}/{self.name}.txt, stop {number + 1}, before {deed}", "now", lineterm="", n=1)))
                return
            terminal.read(min(left, 0.05))

    def holds(self, terminal, deed):
        """What every page of the desk's own keeps to, whatever is recorded: its keys, its rules, nothing cut off, a rehearsal named."""
        end, page = time.monotonic() + 5, terminal.title()
        while (wrong := broken(terminal, self.name)) and time.monotonic() < end:
            terminal.read(0.05)
        while self.hides_practice(terminal) and time.monotonic() < end:
            terminal.read(0.05)
        if self.hides_practice(terminal):
            self.faults.append(f"{self.size}/{self.name}.txt, before {deed}: nothing says that it is a rehearsal\n{terminal.framed()}")
        if page and wrong:
            self.faults.append(f"{self.size}/{self.name}.txt, before {deed}: the page {page!r} {wrong}\n{terminal.framed()}")

    def hides_practice(self, terminal):
        """Whether a screen of a rehearsal, whoever drew it, does not say that it is one; on the first pages nobody knows yet."""
        return self.name not in REAL and not self.is_before(terminal) and "REHEARSAL" not in terminal.text()

    def is_before(self, terminal):
        return terminal.title().split(" > ")[0] == "Welcome"

    def settled(self, terminal):
        """The screen, when nothing on it has changed for a while but what is of one moment: a camera's picture goes on and on."""
        seen, since = self.screen(terminal), time.monotonic()
        end = since + LATE
        while (now := time.monotonic()) - since < QUIET and now < end:
            terminal.read(0.05)
            if (then := self.screen(terminal)) != seen:
                seen, since = then, now
        return seen

    def is_doctors(self, terminal):
        """What `doctor` finds is of each machine its own, and so are its pages: none of them is kept."""
        self.checks = self.checks and not terminal.title()
        return self.checks

    def screen(self, terminal):
        return drawn(masked(self.name, terminal.lines()), terminal.rows)

    def over(self, why, terminal):
        """It is another story from here on."""
        self.is_over = True
        self.faults.append(f"{self.size}/{self.name}.txt: {why}\n" + "\n".join(self.screen(terminal)))

    def finish(self):
        """At the end of a path that went well: writes the story down, or tells what differs."""
        if self.is_recorded and not self.faults:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(written(self.stops))
            return
        if not self.is_recorded and not self.is_over and len(self.stops) < len(self.kept):
            self.faults.append(f"{self.size}/{self.name}.txt goes on, and the path did not: {self.kept[len(self.stops)].deed}")
        assert not self.faults, "\n".join(self.faults) + "\nIf that is meant: run --record, and read what changed"


def forget(names):
    """Takes the stories away that are of no path any more; `names` are those of the paths."""
    for file in KEPT.glob("*/*.txt"):
        if file.stem not in names:
            file.unlink()


def written(stops):
    """A story as a file: each screen once, and what was done there behind an arrow."""
    text, numbers = [], {}
    for number, stop in enumerate(stops, 1):
        screen = "\n".join(stop.screen)
        if screen in numbers:
            text.append(f"--- {number}: as at {numbers[screen]}")
        else:
            numbers[screen] = number
            text += [f"--- {number}", screen]
        text += [DEED + stop.deed, ""]
    return "\n".join(text)


def read(file):
    """The stops of a file that `written` made."""
    stops, screen = [], []
    if not file.exists():
        return stops
    for line in file.read_text().split("\n"):
        if line.startswith("--- "):
            found = re.fullmatch(r"--- \d+(?:: as at (\d+))?", line)
            screen = list(stops[int(found[1]) - 1].screen) if found[1] else []
        elif line.startswith(DEED):
            stops.append(Stop(screen, line[len(DEED):]))
        elif line:
            screen.append(line)
    return stops
