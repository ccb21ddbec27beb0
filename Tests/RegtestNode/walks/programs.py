"""Both programs as a walk drives them: by command line, in homes of their own, answers as JSON."""

import json
import os
import shutil
import subprocess
import sys
import time

PASSPHRASE = "velvet orbit claim dune tuna lamp\n"
TRACES = ("Fatal error", "Stack dump", "Thread 0", "swift runtime", "Program crashed")
TYPIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "typist.py")
# A run that takes longer hangs.
LIMIT = 300


class Ran:
    def __init__(self, command, status, out, err, seconds):
        self.command, self.status, self.out, self.err, self.seconds = command, status, out, err, seconds

    @property
    def is_done(self):
        return self.status == 0

    @property
    def json(self):
        try:
            return json.loads(self.out)
        except ValueError:
            return None

    @property
    def error(self):
        """The first line of what went wrong."""
        value = self.json
        if isinstance(value, dict) and "error" in value:
            return value["error"].splitlines()[0]
        lines = [line for line in self.err.splitlines() if line.startswith("error:")]
        return lines[0] if lines else self.err.strip()[-200:]

    @property
    def is_trapped(self):
        """Whether it ended as no program should: by a signal, by a trap, or not at all."""
        return self.status is None or self.status < 0 or any(trace in self.err for trace in TRACES)


class Program:
    """A program with a home; `log` is called with each run."""

    def __init__(self, path, environment, always=(), log=lambda ran: None, nice=0):
        self.path, self.always, self.log = path, list(always), log
        self.environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **environment}
        self.runs = 0

    def start(self, *arguments, environment=None, terminal=None):
        """Starts it; `terminal` is what a person types when it asks on the terminal."""
        command = [self.path, *map(str, arguments), *self.always]
        environment = {**self.environment, **(environment or {})}
        if terminal is not None:
            # A terminal of its own, on which somebody types.
            command = [sys.executable, "-B", TYPIST, terminal, *command]
        return subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def end(self, process, arguments, started, limit=LIMIT):
        try:
            out, err = process.communicate(timeout=limit)
            status = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            status = None
        ran = Ran(" ".join(map(str, arguments)), status, out, err, time.monotonic() - started)
        self.runs += 1
        self.log(ran)
        return ran

    def __call__(self, *arguments, limit=LIMIT):
        started = time.monotonic()
        return self.end(self.start(*arguments), arguments, started, limit)

    def must(self, *arguments):
        ran = self(*arguments)
        if not ran.is_done:
            raise RuntimeError(f"{os.path.basename(self.path)} {ran.command}: {ran.status}\n{ran.out}\n{ran.err}")
        return ran


class Coordinator(Program):
    """The online half: what it shows is what it knows as of the last sync, which is what a walk compares."""

    LOOKS = ("balance", "coins", "history", "payments", "addresses", "receive")

    def start(self, *arguments, **others):
        if arguments and arguments[0] in self.LOOKS:
            arguments = (*arguments, "--offline")
        return super().start(*arguments, **others)


def forget(home):
    """Removes a home and what it shares with no other."""
    for folder in (home, home + "-state"):
        shutil.rmtree(folder, ignore_errors=True)


def coordinator(programs, home, log=lambda ran: None):
    os.makedirs(home, mode=0o700, exist_ok=True)
    # Each home is on a machine of its own: a copy of one knows nothing of what the other hands out.
    environment = {
        "ONLINE_COORDINATOR_HOME": home, "HOME": os.path.dirname(home), "XDG_STATE_HOME": home + "-state"}
    return Coordinator(os.path.join(programs, "online-coordinator"), environment, log=log)


def signer(programs, home, keys, person=0, log=lambda ran: None):
    """A signer with a vault that holds one person's seed and knows the wallet."""
    os.makedirs(os.path.dirname(home), exist_ok=True)
    passphrase, words, wallet = (f"{home}-{name}" for name in ("passphrase", "words", "wallet"))
    for path, text in ((passphrase, PASSPHRASE), (words, keys.words[person] + "\n"), (wallet, keys.descriptor + "\n")):
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(text)
    environment = {"OFFLINE_SIGNER_HOME": home, "HOME": os.path.dirname(home)}
    # Beside the tests lies one whose vaults open quickly.
    quick = os.path.join(programs, "quick-signer")
    made = Program(
        quick if os.path.exists(quick) else os.path.join(programs, "offline-signer"), environment, ["--passphrase-file", passphrase], log)
    made.must("init", "--network", "regtest", "--yes")
    made.must("seed", "import", "seed", "--from", words)
    made.must("wallet", "register", "walk", "--from", wallet, "--yes")
    return made
