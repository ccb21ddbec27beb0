"""What each test of the desk begins with: a home in some state, and sittings at it on a terminal of its size."""

import contextlib
import os
import re
import shutil
from pathlib import Path

import materials
from desk_terminal import PASSPHRASE, Secret, Terminal

# Made once, and copied: name to folder.
MADE = {}


class Skipped(Exception):
    """This machine does not let it be tested."""


class Bench:
    def __init__(self, homes, size, options, story=None):
        self.homes = homes
        # What the sittings are told for, if they are a path.
        self.story = story
        self.columns, self.rows = size
        self.options = options
        self.person = None
        self.state = "none"
        self.open = []

    def close(self):
        for terminal in self.open:
            terminal.close()

    # Homes

    def begin(self, state="full"):
        """A copy of a home in a state: none, empty, mainnet (empty too), seeded, full."""
        if state not in MADE:
            MADE[state] = self._make(state)
        self.person = self.homes.new(MADE[state])
        self.state = state
        return self.person

    def begin_again(self, state):
        """The same folder as it was at first."""
        shutil.rmtree(self.person)
        shutil.copytree(MADE[state], self.person)
        os.chmod(self.person, 0o700)

    def _make(self, state):
        person = self.homes.new()
        if state == "none":
            return person
        run = self.homes.run
        network = "mainnet" if state == "mainnet" else "signet"
        run(person, "init", "--network", network, "--yes", QUICK_SIGNER_MACHINE=str(self.homes.machine.folder))
        if state in ("empty", "mainnet"):
            return person
        self._seed(person, "savings", materials.SAVINGS)
        if state == "seeded":
            return person
        run(person, "account", "export", "savings", "--script", "wpkh", "--out", "account.png")
        (person / "account.png").unlink()
        self._seed(person, "pocket", materials.OTHER)
        return person

    def _seed(self, person, name, words):
        (person / "words").write_text(words + "\n")
        self.homes.run(person, "seed", "import", name, "--from", "words", "--yes")
        (person / "words").unlink()

    @contextlib.contextmanager
    def camera(self, texts, **options):
        """A film in place of the camera of this machine."""
        if not self.options.is_alone:
            raise Skipped("no camera may be made here")
        place = Path("/dev/video0")
        materials.film(place, texts, **options)
        try:
            yield
        finally:
            place.unlink()

    def run(self, *arguments, **options):
        return self.homes.run(self.person, *arguments, **options)

    def status(self):
        import json
        return json.loads(self.run("status", "--json"))

    # Sittings

    def sit(self, secrets=None, **options):
        """Sits down at the desk, which is locked or shows its welcome."""
        if secrets is None:
            secrets = [Secret("the passphrase of the vault", PASSPHRASE), Secret("the words of savings", materials.SAVINGS),
                       Secret("the words of pocket", materials.OTHER)]
        options.setdefault("columns", self.columns)
        options.setdefault("rows", self.rows)
        terminal = Terminal(self.homes, self.person, secrets=secrets, story=self.story, **options)
        # One that is made in the test may be for anything.
        terminal.is_practice = self.state not in ("none", "mainnet")
        self.open.append(terminal)
        return terminal

    @contextlib.contextmanager
    def desk(self, state="full", **options):
        """A sitting on the first page, which is left by q at its end, with the terminal as it was."""
        if state is not None:
            self.begin(state)
        terminal = self.sit(**options)
        if (self.person / ".signer" / "vault").exists():
            terminal.home()
        else:
            terminal.at("Welcome")
        yield terminal
        self.leave(terminal)

    def leave(self, terminal):
        for _ in range(12):
            if terminal.title() in ("Home", "Welcome", "Locked"):
                break
            before = terminal.lines()
            terminal.key("esc")
            terminal.wait(lambda: terminal.lines() != before, "the page before")
        terminal.key("q")
        status = terminal.ended()
        assert status == 0, f"it ended with {status}"
        terminal.is_as_before()
        terminal.never_shown(PASSPHRASE)

    def take(self, terminal, *labels, file=None, name=None):
        """Goes to a place of files by `labels`, then to the person's folder, and takes a file there or writes a new one."""
        terminal.go(*labels)
        terminal.choose(str(self.person))
        if file is not None:
            terminal.at(self.person.name)
            terminal.choose(file)
        if name is not None:
            terminal.fill(name)


def words_of(text):
    """Words that are shown in numbered columns."""
    found = {int(number): word for number, word in re.findall(r"(?<!\S)(\d{1,2})  ([a-z]{3,8})(?!\S)", text)}
    return [found[number] for number in sorted(found)]
