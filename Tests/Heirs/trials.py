"""Counts what was tried, and holds what sheets and docs/standards.md name against it."""

import datetime
import re
from importlib.metadata import version

import outside
from pages import ROOT

# What sheets call the packages of PyPI. Electrum and Python are Debian's, and say their versions themselves.
NAMES = {
    "embit": "embit (Python)", "bdkpython": "BDK (Python)", "hdwallet": "hdwallet (Python)",
    "mnemonic": "mnemonic (Python)", "btclib-mnemonics": "btclib-mnemonics (Python)",
    "btclib-wallet": "btclib-wallet (Python)",
    "shamir-mnemonic": "shamir-mnemonic (Python)", "codex32": "codex32 (Python)"}

TABLE = ROOT / "Sources/Offline/RecoverySheets/Languages/TriedProgram.swift"
STANDARDS = ROOT / "docs/standards.md"
LAST_RUN = ROOT / "Tests/Heirs/last-run.tsv"
RECORD_HEAD = "# Written by Tests/Heirs/run --record, from a run in which all of this came back: kind, program, version, day.\n"
EVERY_RUN = re.compile(r'TriedProgram\(\.(\w+), "([^"]+)", "([^"]+)", "([^"]+)"\)')
ONCE = re.compile(r'TriedProgram\(\.(\w+), "([^"]+)", "([^"]+)", "([^"]+)", \.byHand')
LISTED = re.compile(r"^\| (\w+) \| ([^|]+) \| ([^|]+) \| (20\d\d-\d\d-\d\d) \|", re.MULTILINE)
# The kinds that sheets know, and those that only these trials do.
KINDS = re.compile(r"^    case (\w+)$", re.MULTILINE)
ONLY_HERE = {"letter", "typed", "steel", "wordsAsText", "lettersAsText", "addressesAsText"}
# The heading of the second table in docs/standards.md.
BY_HAND = "### Tried by hand"


def named_by_sheets():
    text = TABLE.read_text()
    return {"every run": set(EVERY_RUN.findall(text)), "by hand": set(ONCE.findall(text))}


def kinds():
    """Every kind that must have been tried."""
    text = TABLE.read_text()
    return set(KINDS.findall(text[:text.index("public enum Trial")])) | ONLY_HERE


def listed_in_standards():
    every, _, hand = STANDARDS.read_text().partition(BY_HAND)
    return {"every run": set(LISTED.findall(every)), "by hand": set(LISTED.findall(hand))}


def last_run():
    """What the last run that was recorded brought back, and its day."""
    return {tuple(line.split("\t")) for line in LAST_RUN.read_text().splitlines() if line[:1] not in ("", "#")}


class Trials:
    """What was tried of which kind with which program, and how it went."""

    def __init__(self):
        self.passed = self.failed = 0
        # (kind, the name that sheets use, version): whether all of it came back.
        self.tried = {}
        # Programs that are not installed here, by the name that sheets use: what was not tried has not passed.
        self.missing = set()

    def check(self, kind, program, what, found, expected):
        """One trial: `found` makes what the program brings back of the page, in a closure or as it is.

        `program` is a package of PyPI, or a name and a version.
        """
        name, number = program if isinstance(program, tuple) else (NAMES[program], version(program))
        try:
            value = found() if callable(found) else found
            is_right, told = value == expected, repr(value)
        except Exception as error:  # other people's programs fail as they like
            is_right, told = False, f"{type(error).__name__}: {error}"
        self.tried[kind, name, number] = self.tried.get((kind, name, number), True) and is_right
        self.count(is_right, f"{kind} with {name}, {what}: {told}, not {expected!r}")

    def count(self, is_right, what):
        if is_right:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED {what}")

    def only(self, symbols, what, test):
        """The symbols of a page that pass a test, each once; a page without one counts as a failure."""
        found = list(dict.fromkeys(symbol for symbol in symbols if test(symbol)))
        self.count(bool(found), f"{what} was not read")
        return found

    def add(self, other):
        """What was tried elsewhere."""
        self.passed += other.passed
        self.failed += other.failed
        self.missing |= other.missing
        for key, is_right in other.tried.items():
            self.tried[key] = self.tried.get(key, True) and is_right

    def compare_names(self):
        """Sheets name what was tried, docs/standards.md lists it and nothing else, with the same days."""
        named, recorded, listed = named_by_sheets(), last_run(), listed_in_standards()
        tried = {key for key, is_right in self.tried.items() if is_right}
        for kind, name, number in sorted(tried - {row[:3] for row in recorded}):
            self.count(False, f"{kind} was tried with {name} {number}, which is not recorded: Tests/Heirs/run --record")
        for kind, name, number, _ in sorted(recorded):
            self.count((kind, name, number) in tried, f"{name} {number} is recorded for {kind} and was not tried")
        tried_kinds = {row[0] for row in recorded | outside.rows()}
        self.count(tried_kinds == kinds(), f"kinds without a trial, or unknown: {tried_kinds ^ kinds()}")
        self.same_rows("docs/standards.md, on every run", listed["every run"], recorded)
        self.same_rows("docs/standards.md, by hand", listed["by hand"], outside.rows())
        for kind, name, number, day in sorted(named["every run"] - recorded):
            self.count(False, f"sheets name {name} {number} ({day}) for {kind}; the last recorded run does not")
        for kind, name, number, day in sorted(named["by hand"] - outside.rows()):
            self.count(False, f"sheets name {name} {number} ({day}) for {kind}; Tests/Heirs/outside.json does not")

    def same_rows(self, what, found, expected):
        for row in sorted(found ^ expected):
            self.count(False, f"{what}: {row} is {'too much' if row in found else 'missing'}")

    def record(self):
        """Writes down what this run tried and that it was today, in the three places that say so; if nothing failed."""
        if self.failed:
            return print("NOT RECORDED: something failed")
        today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
        LAST_RUN.write_text(RECORD_HEAD + "".join(
            "\t".join((*key, today)) + "\n" for key in sorted(self.tried)))
        for file, row in ((TABLE, EVERY_RUN), (STANDARDS, LISTED)):
            text = file.read_text()
            rest = ""
            if file == STANDARDS:
                text, mark, rest = text.partition(BY_HAND)
                rest = mark + rest
            file.write_text(row.sub(
                lambda found: found[0].replace(found[4], today) if found.groups()[:3] in self.tried else found[0],
                text) + rest)

    def report(self):
        for kind, name, number in sorted(self.tried):
            print(f"{kind}: {name} {number}")
        for name in sorted(self.missing):
            self.count(False, f"{name} is not installed here, but sheets name what it restores: apt install it")
        print(f"{self.passed} passed, {self.failed} failed, 0 skipped")
