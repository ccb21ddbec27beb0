"""Every page of the menus as it was kept in screens/: all that can be reached without running a command."""

import difflib
import re
import shutil
from pathlib import Path

import materials
from benches import Skipped

KEPT = Path(__file__).resolve().parent / "screens"
# What each choice that is no page runs: the way there, and the command as it is shown.
COMMANDS = KEPT / "commands.txt"
DEEP = 7


def normal(lines):
    """A screen without what differs from one run to the next, at the same width."""
    text = "\n".join(lines)
    text = re.sub(r"/sd-[a-z0-9_]{8}", "/sd-xxxxxxxx", text)
    text = re.sub(r"\bp\d{4}\b", "p0000", text)
    text = re.sub(r"\b20\d\d-\d\d-\d\d\b", "20YY-MM-DD", text)
    text = re.sub(r"\b\d\d:\d\d\b", "HH:MM", text)
    return text.rstrip("\n") + "\n"


def name_of(way):
    """The name of a page's file, from the choices that lead there."""
    return re.sub(r"[^a-z0-9]+", "-", "_".join(way).lower().replace("_", "--")).strip("-")[:90] or "home"


class Crawl:
    """Opens every choice of every page once, in a fixed order; a page that was seen elsewhere is not entered again."""

    def __init__(self, bench, state, known, runs):
        self.bench = bench
        self.state = state
        # Commands that are known: not run again, unless they are all to be run.
        self.known = known
        self.runs = runs
        self.pages = {}
        self.commands = {}
        self.seen = set()
        self.desk = None

    def sit(self):
        if self.desk is None:
            self.bench.begin(self.state)
        else:
            self.bench.begin_again(self.state)
        (self.bench.person / "pay.psbt").write_text(materials.pay())
        self.desk = self.bench.sit()
        if (self.bench.person / ".signer" / "vault").exists():
            self.desk.home()
        else:
            self.desk.at("Welcome")

    def walk(self):
        self.sit()
        self.enter([])
        self.bench.leave(self.desk)
        return self.pages, self.commands

    def to(self, way):
        """Goes to a page from the first one."""
        for label in way:
            self.step(label)

    def step(self, label):
        """Opens a choice, or goes on from a field; gives the command that it runs, if it does."""
        desk = self.desk
        if label == "Enter":
            desk.left = desk.lines()
            desk.key("enter")
        else:
            desk.choose(label)
        desk.wait(lambda: desk.lines() != desk.left, f"what {label!r} opens", 5)
        desk.wait(lambda: desk.title() or "$ offline-signer" in desk.text(), f"what {label!r} opens", 10)
        if desk.title():
            return None
        # The line may be wrapped; a blank one follows it.
        line = desk.wait(lambda: re.search(r"\$ (offline-signer [^$]*?)\n\n", desk.text() + "\n\n", re.S), "a command")[1]
        return re.sub(r"\s+", " ", normal([line])).strip()

    def enter(self, way):
        """Keeps a page, and opens each of its choices."""
        shown = normal(self.desk.lines())
        body = shown.split("\n", 2)[2]
        assert self.state == "none" or "REHEARSAL on" in shown.splitlines()[0], f"this page leaves it out:\n{shown}"
        if body in self.seen:
            return
        self.seen.add(body)
        name = name_of([normal([label]).strip() for label in way])
        while name in self.pages:
            name += "-2"
        self.pages[name] = shown
        if len(way) > DEEP:
            return
        for label in ["Enter"] if self.desk.field() else self.labels():
            if label in ("Back", "Look again"):
                continue
            self.open(way, label)

    def labels(self):
        """The choices of a page, those below its lower edge too."""
        desk, found = self.desk, []
        first = desk.selected()
        while True:
            for line in desk.lines():
                item = desk.ITEM.match(line)
                if item:
                    label = item[2].split("  ")[0].rstrip()
                    if label not in found:
                        found.append(label)
            if not desk.sees("more below)"):
                break
            was = desk.selected()
            desk.key("down")
            desk.wait(lambda: desk.selected() != was, "another choice", 5)
        if desk.selected() != first:
            desk.key("home")
            desk.wait(lambda: desk.selected() == first, "the first choice", 5)
        return found

    def open(self, way, label):
        desk = self.desk
        here = [*way, label]
        key = normal([" > ".join(here)]).strip()
        if key in self.known and not self.runs:
            self.commands[key] = self.known[key]
            return
        before = desk.lines()
        command = self.step(label)
        if command is None:
            if desk.lines()[0] == before[0]:
                # A field that wants another text, or a choice that leads nowhere.
                return
            if len(desk.title().split(" > ")) > len(way) + 1 or "..." in desk.lines()[0]:
                self.enter(here)
            # It may be another sitting by now.
            desk = self.desk
            desk.key("esc")
            desk.wait(lambda: desk.lines()[0] == before[0], f"the page before {key!r}", 5)
            return
        self.commands[key] = command
        # What it changed before it was stopped is no home to go on with.
        desk.close()
        self.bench.open.remove(desk)
        self.sit()
        self.to(way)


def crawl(bench, state, runs):
    known = {}
    if COMMANDS.exists():
        for line in COMMANDS.read_text().splitlines():
            if " => " in line:
                key, command = line.split(" => ")
                if key.startswith("new: ") == (state == "none"):
                    known[key.removeprefix("new: ")] = command
    return Crawl(bench, state, {} if bench.options.record and bench.rows == 24 else known, runs).walk()


def every_page(bench):
    """Each page of the menus, in a home with seeds and a wallet and on a machine without one, is the one that is kept."""
    if not bench.options.is_alone and any(Path(place).is_dir() and any(Path(place).iterdir()) for place in ("/media", "/mnt", "/run/media")):
        raise Skipped("something is mounted on this machine, and file systems may not be mounted over it")
    size = f"{bench.columns}x{bench.rows}"
    pages, commands = crawl(bench, "full", bench.options.record and bench.rows == 24)
    welcome, others = crawl(bench, "none", bench.options.record and bench.rows == 24)
    pages.update({f"new-{name}": page for name, page in welcome.items()})
    commands.update({f"new: {key}": command for key, command in others.items()})
    place = KEPT / size
    if bench.options.record:
        if place.exists():
            shutil.rmtree(place)
        place.mkdir(parents=True)
        for name, page in pages.items():
            (place / f"{name}.txt").write_text(page)
        if bench.rows == 24:
            COMMANDS.write_text("".join(f"{key} => {command}\n" for key, command in commands.items()))
        return
    kept = {file.stem: file.read_text() for file in place.glob("*.txt")}
    faults = [f"{name} is no page any more" for name in sorted(kept.keys() - pages.keys())]
    faults += [f"{name} is a new page" for name in sorted(pages.keys() - kept.keys())]
    for name in sorted(kept.keys() & pages.keys()):
        if kept[name] != pages[name]:
            faults.append("\n".join(difflib.unified_diff(
                kept[name].splitlines(), pages[name].splitlines(), f"{size}/{name}.txt", "now", lineterm="", n=1)))
    assert not faults, "\n".join(faults) + "\nIf that is meant: run --record, and read what changed"


TESTS = [every_page]
