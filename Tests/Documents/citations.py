"""Holds comments and documents to the tree: what they cite can be read by whoever has the repository."""

import fnmatch
import os
import re
import subprocess

# Documents and files of other projects that are cited by their own names.
OTHERS = {
    "Recovery.md",  # FullyNoded 2
    "Quick-Connect-API.md",  # FullyNoded 2
    "tests/test_bitcoin.py",  # Electrum
    "rolls.py",  # Coldcard
}
# The published vectors lie beside the repository; tests that read them name their folder.
VECTORS = "shared/vectors"
NAMES_VECTORS = re.compile(r"Tests/|docs/standards\.md$")

PLACE = re.compile(
    r"(?<![\w/.~$*{-])(?:\.\./)*((?:Sources|Tests|Airgap|Samples|docs|shared|reference|\.ci)/[\w./+-]*)")
FILE = re.compile(r"(?<![\w/.~$*{-])(?:\.\./)*((?:[\w.+-]+/)*[\w+-]+\.(?:md|swift|py))\b")
# What only its authors have: sections of a design, a reference, numbered issues.
ELSEWHERE = re.compile(
    r"\bdesign(?:'s)? section\b|\bsection [\d.]+ of the (?:design|reference)\b|\bissue \d+\b"
    r"|\bthe reference(?:'s)?\b(?! implementation| client)", re.IGNORECASE)
SCANNED = re.compile(r"(?:Sources|Tests|Airgap|Samples|docs|\.ci)/|[^/]+\.(?:md|swift)$")
# Wrong paths are what this is about.
OWN = "Tests/Documents/"


def faults(root):
    tree = Tree(root)
    for path in sorted(tree.files):
        if not SCANNED.match(path) or path.startswith(OWN):
            continue
        try:
            with open(os.path.join(root, path), encoding="utf-8") as file:
                text = file.read()
        except (UnicodeDecodeError, FileNotFoundError):
            continue  # A picture, or a file that was just removed.
        for line, comment in comments(path, text):
            for fault in wrong(tree, path, comment):
                yield f"{path}:{line}: cites {fault}"


def wrong(tree, path, comment):
    for match in PLACE.finditer(comment):
        place = match[1].rstrip("./")
        if place == VECTORS or place.startswith(VECTORS + "/"):
            if not NAMES_VECTORS.match(path):
                yield f"{place}, which only tests read"
        elif not tree.has(place, path):
            yield f"{place}, which is not in the repository"
    for match in FILE.finditer(comment):
        name = match[1]
        if name not in OTHERS and not PLACE.match(match[0]) and not tree.has(name, path):
            yield f"{name}, which is not in the repository"
    for match in ELSEWHERE.finditer(comment):
        yield f"\"{match[0]}\", which is not in the repository"


class Tree:
    """The files of the repository, and what a citation may call them."""

    def __init__(self, root):
        self.root = root
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=root, check=True,
            capture_output=True, text=True)
        self.files = set(listed.stdout.splitlines())
        self.known = {}

    def has(self, name, citing):
        key = (name, os.path.dirname(citing))
        if key not in self.known:
            self.known[key] = self.found(name, os.path.dirname(citing))
        return self.known[key]

    def found(self, name, folder):
        """Whether a name is a file or folder of the tree: whole, from the citing folder, or by its last
        steps; also `docs/decisions/0004`, `Databases/NAME.sql`, and what a sample writes."""
        beside = os.path.normpath(os.path.join(folder, name))
        if any(os.path.exists(os.path.join(self.root, path)) for path in (name, beside)):
            return True
        if any(file.startswith((name, beside)) or file.endswith("/" + name) for file in self.files):
            return True
        pattern = re.sub(r"\b[A-Z]{3,}\b", "*", name)
        if pattern != name and any(fnmatch.fnmatch(file, pattern + "*") for file in self.files):
            return True
        ignored = subprocess.run(["git", "check-ignore", "-q", name], cwd=self.root, check=False)
        return ignored.returncode == 0


def comments(path, text):
    """The lines of a document, or what a program's comments say, each with its number."""
    lines = text.splitlines()
    if path.endswith(".md"):
        yield from enumerate(lines, 1)
    elif path.endswith((".swift", ".c", ".h", ".modulemap")):
        isBlock = False
        for number, line in enumerate(lines, 1):
            bare = re.sub(r'"(?:\\.|[^"\\])*"', '""', line)
            comment = re.search(r"(?:^|\s)//.*|/\*.*", bare)
            if isBlock or comment:
                yield number, line if isBlock else comment[0]
            isBlock = "/*" in bare and "*/" not in bare or isBlock and "*/" not in bare
    elif path.endswith(".py") or text.startswith("#!"):
        isDocstring = False
        for number, line in enumerate(lines, 1):
            quotes = line.count('"""')
            comment = re.search(r"(?:^|\s)#.*", line)
            if isDocstring or quotes:
                yield number, line
            elif comment:
                yield number, comment[0]
            isDocstring ^= quotes % 2 == 1
