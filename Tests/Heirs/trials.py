"""Counts what was tried, and holds what sheets and docs/standards.md name against it."""

import re
from importlib.metadata import version

from pages import ROOT

# What sheets call the packages of PyPI. Electrum is Debian's, and says its version itself.
NAMES = {
    "embit": "embit (Python)", "bdkpython": "BDK (Python)", "hdwallet": "hdwallet (Python)",
    "mnemonic": "mnemonic (Python)", "btclib-mnemonics": "btclib-mnemonics (Python)",
    "shamir-mnemonic": "shamir-mnemonic (Python)", "codex32": "codex32 (Python)"}


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
        table = (ROOT / "Sources/Offline/RecoverySheets/Languages/TriedProgram.swift").read_text()
        named = set(re.findall(r'TriedProgram\(\.(\w+), "([^"]+)", "([^"]+)", "([^"]+)"', table))
        standards = (ROOT / "docs/standards.md").read_text()
        listed = set(re.findall(
            r"^\| (\w+) \| ([^|]+) \| ([0-9.]+) \| (20\d\d-\d\d-\d\d) \|", standards, re.MULTILINE))
        for kind, name, number, day in sorted(named - listed):
            self.count(False, f"sheets name {name} {number} ({day}) for {kind}; docs/standards.md does not")
        tried = {key for key, is_right in self.tried.items() if is_right}
        for kind, name, number, _ in sorted(listed):
            self.count((kind, name, number) in tried, f"{name} {number} is listed for {kind} and was not tried")
        for kind, name, number in sorted(tried - {row[:3] for row in listed}):
            self.count(False, f"{kind} was tried with {name} {number}, which docs/standards.md does not list")

    def report(self):
        for kind, name, number in sorted(self.tried):
            print(f"{kind}: {name} {number}")
        for name in sorted(self.missing):
            self.count(False, f"{name} is not installed here, but sheets name what it restores: apt install it")
        print(f"{self.passed} passed, {self.failed} failed, 0 skipped")
