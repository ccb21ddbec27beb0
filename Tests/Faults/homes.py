"""A signer's homes: made once, copied for each trial, looked at afterwards."""

import filecmp
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(os.path.dirname(HERE), "Documents"))

from photographs import unmarked  # noqa: E402

FIXTURES = os.path.join(HERE, "fixtures")
TERMINAL = os.path.join(os.path.dirname(HERE), "Journeys", "terminal.py")
PASSPHRASE = "velvet orbit claim dune tuna lamp\n"
OTHER = "marble onion kettle prison violin sunset\n"
WORDS = "abandon " * 11 + "about\n"
MORE_WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow\n"
# The signer's clock in every run: what is written down does not depend on the day of the test.
NOW = 1_800_000_000
# What a secret that is written to a file asks for.
NAMED = ("Anything else stops", "seed")
TRACES = ("Fatal error", "Stack dump", "Thread 0", "swift runtime", "Program crashed")
# A run that takes longer hangs.
LIMIT = 120


def plain(text):
    """What a terminal was sent, without its control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r\n", "\n").replace("\r", "\n")


class Ran:
    """How a run ended: its exit code (128 and more for a signal, None for a hang) and what it printed."""

    def __init__(self, arguments, status, out, err):
        self.command, self.status, self.out, self.err = " ".join(map(str, arguments)), status, out, err

    @property
    def json(self):
        try:
            return json.loads(self.out)
        except ValueError:
            return None

    @property
    def is_trapped(self):
        """Whether it ended as no program should; SIGKILL is the test's own."""
        by_signal = self.status is None or (self.status > 128 and self.status != 137)
        return by_signal or any(trace in self.err for trace in TRACES)

    @property
    def error(self):
        lines = [line for line in self.err.splitlines() if line.startswith(("error:", "hint:"))]
        return " / ".join(lines) if lines else self.err.strip()[-200:]

    @property
    def is_refusal(self):
        """One error and one hint, as every refusal says them."""
        lines = self.err.splitlines()
        return self.status == 1 and all(any(line.startswith(word) for line in lines) for word in ("error:", "hint:"))


class Signer:
    """A folder with a home, what a command reads and where its results go; each trial has the same path."""

    def __init__(self, programs, folder, tracer):
        self.folder, self.tracer = folder, tracer
        quick = os.path.join(programs, "quick-signer")
        self.program = quick if os.path.exists(quick) else os.path.join(programs, "offline-signer")
        self.trial = os.path.join(folder, "trial")
        self.environment = {
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": self.trial, "TERM": "xterm",
            "OFFLINE_SIGNER_HOME": os.path.join(self.trial, "home"),
            # What is typed where a terminal asks for words of the paper by their numbers.
            "TERMINAL_WORDS": WORDS}

    def path(self, *parts):
        return os.path.join(self.trial, *parts)

    # Runs

    def command(self, arguments, trace=(), typed=None, now=NOW, passphrase="passphrase"):
        """The command line of a run under the tracer, with `now` None of one without it.

        The passphrase comes from a file, unless that is None.
        """
        traced = [] if now is None else [self.tracer, "--now", str(now), *map(str, trace)]
        line = [*traced, self.program, *map(str, arguments)]
        if passphrase:
            line += ["--passphrase-file", passphrase]
        if typed is not None:
            line = [sys.executable, "-B", TERMINAL, *typed, "--", *line]
        return line

    def start(self, arguments, **how):
        return subprocess.Popen(
            self.command(arguments, **how), cwd=self.trial, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)

    def end(self, process, arguments):
        try:
            out, err = process.communicate(timeout=LIMIT)
            status = process.returncode if process.returncode >= 0 else 128 - process.returncode
        except subprocess.TimeoutExpired:
            # With the tracer everything that it runs ends.
            process.kill()
            out, err = process.communicate()
            status = None
        return Ran(arguments, status, out.decode(errors="replace"), err.decode(errors="replace"))

    def run(self, arguments, **how):
        ran = self.end(self.start(arguments, **how), arguments)
        if how.get("typed") is not None:
            # A terminal shows both.
            ran.err = ran.out = plain(ran.out + ran.err)
        return ran

    def read(self, *arguments, passphrase="passphrase"):
        """A run that changes nothing, without the tracer: that takes half the time."""
        return self.run(arguments, now=None, passphrase=passphrase)

    def must(self, *arguments, **how):
        ran = self.run(arguments, **how)
        if ran.status != 0:
            raise RuntimeError(f"{ran.command}: {ran.status}\n{ran.out}\n{ran.err}")
        return ran

    def calls(self, arguments, **how):
        """Runs a command to its end and lists the calls by which it changes files: (process, call, path)."""
        report = os.path.join(self.folder, "report")
        ran = self.run(arguments, trace=("--report", report), **how)
        with open(report, encoding="utf-8", errors="replace") as file:
            lines = [line.rstrip("\n").split(" ", 2) for line in file]
        return ran, [(int(line[0]), line[1], line[2]) for line in lines if line[0].isdigit()]

    # Homes

    def fresh(self):
        """An empty place with what commands read."""
        shutil.rmtree(self.trial, ignore_errors=True)
        os.makedirs(self.path("out"), mode=0o700)
        texts = {"passphrase": PASSPHRASE, "other": OTHER, "words": WORDS, "more-words": MORE_WORDS, "eleven": "abandon " * 11 + "\n"}
        for name, text in texts.items():
            with open(os.open(self.path(name), os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="ascii") as file:
                file.write(text)
        for name in os.listdir(FIXTURES):
            shutil.copy(os.path.join(FIXTURES, name), self.path(name))
        os.makedirs(self.path("stick"))
        shutil.copy(self.path("payment.psbt.txt"), self.path("stick"))

    def keep(self, name):
        """Keeps the place as it is under a name."""
        shutil.rmtree(self.kept(name), ignore_errors=True)
        shutil.copytree(self.trial, self.kept(name))

    def kept(self, name):
        return os.path.join(self.folder, "base-" + name)

    def bring(self, name):
        """Makes the place what it was when it was kept."""
        shutil.rmtree(self.trial, ignore_errors=True)
        shutil.copytree(self.kept(name), self.trial)

    def make_bases(self):
        """The homes that trials begin with."""
        self.fresh()
        self.keep("empty")
        self.must("init", "--network", "regtest", "--yes")
        self.must("seed", "import", "seed", "--from", "words")
        self.must("account", "export", "seed", "--script", "wpkh", "--out", "out/account.txt")
        os.remove(self.path("out", "account.txt"))
        self.must("wallet", "export", "seed-wpkh-0", "--out", "wallet.txt")
        self.keep("plain")
        self.must("sign", "payment.psbt.txt", "--out", "first.psbt", "--yes")
        self.must("message", "sign", "text", "--wallet", "seed-wpkh-0", "--out", "signed-text.txt", "--yes")
        self.keep("signed")
        self.bring("plain")
        self.must("backup", "write", "seed", "--from", "document.json", "--out", "seed.backup")
        self.keep("backed")
        self.bring("plain")
        os.makedirs(self.path("scan"))
        self.must("sheet", "print", "seed", "--kind", "full", "--out", "scan/sheet.png", typed=NAMED)
        for name in self.names("scan"):
            unmark(self.path("scan", name))
        self.keep("printed")
        for name, kept in (("asked", ("--with-bip39-passphrase",)),
                           ("kept", ("--keep-passphrase", "--bip39-passphrase-file", "other", "--yes"))):
            self.bring("plain")
            self.must("seed", "import", "two", "--from", "more-words", *kept)
            self.keep(name)
        self.bring("plain")
        self.must("seed", "show", "seed", "--as", "recovery-qr", "--out", "recovery.png", typed=NAMED)
        self.must("qr", "show", "payment.psbt.txt", "--out", "payment.gif", passphrase=None)
        shutil.rmtree(self.path("home"))
        self.must("init", "--network", "regtest", "--yes")
        self.keep("scanned")
        self.bring("plain")
        self.must("seed", "import", "two", "--from", "more-words")
        self.keep("two")
        self.bring("plain")
        self.must("vault", "passphrase", "--seeds", "--new-passphrase-file", "other")
        self.keep("locked")
        self.bring("two")
        with open(self.path("home", "vault"), "r+b") as file:
            file.seek(-40, os.SEEK_END)
            byte = file.read(1)
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte[0] ^ 1]))
        self.keep("damaged")

    # Looking

    def names(self, *folder):
        place = self.path(*folder)
        return sorted(os.listdir(place)) if os.path.isdir(place) else []

    def is_vault_of(self, base):
        """Whether the vault's file is, byte by byte, that of a kept place."""
        here, there = self.path("home", "vault"), os.path.join(self.kept(base), "home", "vault")
        if not (os.path.exists(here) and os.path.exists(there)):
            return os.path.exists(here) == os.path.exists(there)
        return filecmp.cmp(here, there, shallow=False)

    def opens(self):
        """An error if a command cannot list what the vault holds."""
        for passphrase in ("passphrase", "other"):
            ran = self.read("seed", "list", "--json", passphrase=passphrase)
            if ran.status == 0:
                return None
        return ran.error

    def state(self, times=True):
        """Everything that the vault says about itself, and whether its seeds open; None without a vault."""
        if not {"vault", "vault.previous"} & set(self.names("home")):
            return None
        found = {}
        for passphrase in ("passphrase", "other"):
            seeds = self.read("seed", "list", "--json", passphrase=passphrase)
            if seeds.status == 0:
                break
        if seeds.status != 0:
            return {"error": seeds.error}
        found["passphrase"], found["seeds"] = passphrase, seeds.json
        for name, arguments in (
                ("wallets", ("wallet", "list")), ("settings", ("vault", "settings")), ("log", ("log",)),
                ("words", ("log", "verify"))):
            ran = self.read(*arguments, "--json", passphrase=passphrase)
            found[name] = ran.json if ran.status == 0 else {"error": ran.error}
        found["settings"].pop("generation", None)
        locked = () if not found["settings"].get("seedsPassphrase") else ("--seeds-passphrase-file", "other")
        for seed in found["seeds"]:
            is_asked = seed["bip39Passphrase"] and not seed["passphraseKept"]
            own = ("--bip39-passphrase-file", "other") if is_asked else ()
            seed["opens"] = self._opens_seed(seed["name"], passphrase, (*locked, *own))
            if not times:
                for name in ("created", "verified", "nextDrill"):
                    seed.pop(name, None)
        if not times:
            # An entry's time is part of the words.
            found.pop("words")
            for entry in found["log"]:
                entry.pop("time", None)
        return found

    def _opens_seed(self, name, passphrase, others):
        """A seed is opened by whoever wants a key of it: nothing is written."""
        out = self.path("probe.txt")
        ran = self.read("backup", "key", name, "--out", out, "--yes", *others, passphrase=passphrase)
        if os.path.exists(out):
            os.remove(out)
        return ran.status == 0 or ran.error


def unmark(path):
    """Takes out of a drawn page what tells it from a photograph."""
    with open(path, "rb") as file:
        page = unmarked(file.read())
    with open(path, "wb") as file:
        file.write(page)


def without_chance(state):
    """A state without what randomness decides."""
    if not state or "seeds" not in state:
        return state
    text = json.dumps(state, sort_keys=True)
    return json.loads(re.sub(r'("fingerprint": )"[0-9a-f]{8}"', r'\1""', text))


def once(state):
    """A state in which what was signed again, as whoever was interrupted does, stands once: a payment, all payments of
    a ladder, or a text."""
    if not state or "log" not in state:
        return state
    entries, seen = [], set()
    for entry in state["log"]:
        signed = entry.get("txid"), entry.get("hash"), entry.get("address")
        if signed not in seen:
            entries.append(entry)
            seen.add(signed)
    return {**state, "log": entries, "words": None}


def difference(state, *expected):
    """What of a state is in none of the expected ones."""
    if not isinstance(state, dict) or "error" in state:
        return state
    return {name: value for name, value in state.items() if not any(one and one.get(name) == value for one in expected)}
