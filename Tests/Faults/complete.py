"""Holds the list of commands complete: each command of the signer that may change a file is killed, hindered and so on.

A command, or an option that names a result, which the program gains later, fails here until somebody decides: a case in
`commands.py`, or a line below.
"""

import os
import sys
from dataclasses import dataclass

from commands import CASES

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Documents"))

from leaves import command_of, leaves, unknown  # noqa: E402


@dataclass
class Reader:
    """A command that changes no file: it is run once, and the tracer must see none of the calls that do."""

    arguments: tuple
    base: str = "signed"
    typed: tuple = None
    passphrase: str = "passphrase"


def _(text, **other):
    return Reader(tuple(text.split()), **other)


READERS = {
    "address show": _("address show seed-wpkh-0 0"),
    "address verify": _("address verify bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk"),
    "doctor": _("doctor --log"),
    "log list": _("log list"),
    "log verify": _("log verify"),
    "message verify": _("message verify signed-text.txt", passphrase=None),
    "network list": _("network list", passphrase=None),
    "review": _("review payment.psbt.txt"),
    "seed last-word": _("seed last-word --from eleven --language english",
                        typed=("Coin flips", "HTHTHTH", "Press Enter", ""), passphrase=None),
    "seed list": _("seed list"),
    "status": _("status"),
    "wallet list": _("wallet list"),
    "wallet show": _("wallet show seed-wpkh-0"),
}

ELSEWHERE = {
    "desk": "changes files only by the commands that it runs, each a process of its own and in the list",
    "network add": "changes networks.json alone, as a whole: nothing in a vault needs it, for init seals what it takes from it",
    "network remove": "changes networks.json alone, as a whole: nothing in a vault needs it, for init seals what it takes from it",
    "folder-names": "lists the names in a folder for the desk, behind a fence that lets it list folders and open nothing",
}


def options_of_results(options):
    """The options of a command that say where something is written to."""
    return [name for name, value in options.items() if name == "--out" or value in ("output", "folder")]


def commands(programs):
    """Of each case the command that it is of."""
    found = leaves(os.path.join(programs, "offline-signer"))
    return [command_of(case.arguments, found) for case in CASES]


def missing(programs):
    """What is wrong with the lists."""
    found = leaves(os.path.join(programs, "offline-signer"))
    tried, written = set(), set()
    for case in CASES:
        command = command_of(case.arguments, found)
        tried.add(command)
        written |= {(command, word) for word in case.arguments if word.startswith("--")}
    wrong = unknown(tried | set(READERS) | set(ELSEWHERE), found)
    for command, options in sorted(found.items()):
        if command not in tried | set(READERS) | set(ELSEWHERE):
            wrong.append(f"`{command}` is in no list of Tests/Faults: add a case, or say in complete.py why it changes no file")
        elif command in tried & (set(READERS) | set(ELSEWHERE)):
            wrong.append(f"`{command}` is a case, and complete.py says that it changes no file")
        for option in options_of_results(options):
            if (command, option) not in written:
                wrong.append(f"no case of Tests/Faults writes by `{command} {option}`: add one")
    return wrong


def changing(signer):
    """Runs what is said to change no file, and lists what did."""
    wrong = []
    for name, reader in READERS.items():
        signer.bring(reader.base)
        ran, calls = signer.calls(reader.arguments, typed=reader.typed, passphrase=reader.passphrase)
        # Whoever opens the vault holds its lock, and writes into it who that is.
        calls = [call for call in calls if call[2] != signer.path("home", "lock")]
        if ran.status != 0:
            wrong.append(f"{name}: it ended with {ran.status}: {ran.error}")
        elif calls:
            wrong.append(f"{name}: it is said to change no file, and did {calls[0][1]} {calls[0][2]}: make it a case")
    return wrong
