"""Debian's Electrum, which has the system's Python: all questions are put to it at once."""

import json
import subprocess
from pathlib import Path

PYTHON = "/usr/bin/python3"


class Electrum:
    """What Electrum is to bring back."""

    def __init__(self):
        self._asked = []
        self._trials = []

    def add(self, other):
        """What another one was to bring back."""
        self._asked += other._asked
        self._trials += other._trials

    def words(self, what, words, passphrase, path, script, address, kind="words", network="signet"):
        self._asked.append({
            "words": {"words": words, "passphrase": passphrase, "path": path, "kind": script}, "network": network})
        self._trials.append((kind, what, address))

    def single_key(self, what, wif, address):
        """A key for a P2WPKH address, as Electrum wants it typed: the kind first. Without it, Electrum makes
        a P2PKH address of it: no sheet names it for keys."""
        self._asked.append({"key": f"p2wpkh:{wif}", "network": "signet"})
        self._trials.append(("singleKey", what, address))

    def ask(self, trials):
        """Has Electrum answer everything; where it is not installed they have failed."""
        if not Path(PYTHON).exists() or subprocess.run(
                [PYTHON, "-c", "import electrum"], capture_output=True, timeout=60).returncode != 0:
            trials.missing.add("Electrum")
            return
        ran = subprocess.run(
            [PYTHON, "-B", Path(__file__).with_name("electrum_restores.py")], input=json.dumps(self._asked),
            capture_output=True, text=True, timeout=120)
        if ran.returncode != 0:
            trials.count(False, f"Electrum: {ran.stderr[-500:]}")
            return
        found = json.loads(ran.stdout)
        for (kind, what, address), answer in zip(self._trials, found["answers"], strict=True):
            trials.check(kind, ("Electrum", found["version"]), what, answer, address)
