"""Holds the list of commands complete: each command that touches a secret is typed, and its memory searched.

A command, or an option about a secret, which the program gains later, fails here until somebody decides: a case in
`commands.py`, or a line below.
"""

import os
import pathlib
import sys

from commands import SCENES

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Documents"))

from leaves import command_of, leaves, unknown  # noqa: E402

# Commands that open no vault and ask for nothing secret.
WITHOUT_SECRETS = {
    "folder-names": "lists the names in a folder for the desk, behind a fence that lets it list folders and open nothing",
    "message verify": "reads a signed message and an address, both public, and opens no vault",
    "network add": "reads the public entry of a network, and opens no vault",
    "network list": "shows public things, and opens no vault",
    "network remove": "removes the public entry of a network, and opens no vault",
    "network show": "shows public things, and opens no vault",
    "qr read": "reads QR codes of public things and refuses secrets; opens no vault",
    "qr show": "shows public things and refuses secrets; opens no vault",
}
# What an option's value is or holds, by a part of its name, where it is a secret.
SECRET_PARTS = ("passphrase", "words-file", "password", "transcript", "dice", "coins", "cards", "seed", "compare", "receipt")
# Options of which one case tries all of a kind: the same code reads them for each command.
ALIKE = {
    "--passphrase-fd": "read as --passphrase-file, from another descriptor",
    "--seeds-passphrase-fd": "read as --seeds-passphrase-file, from another descriptor",
    "--bip39-passphrase-fd": "read as --bip39-passphrase-file, from another descriptor",
    "--new-passphrase-fd": "read as --new-passphrase-file, from another descriptor",
    "--words-file": "the same as --from",
    "--compact-seedqr": "how a QR code is read, no secret",
}


def missing(programs):
    """What is wrong with the lists."""
    found = leaves(os.path.join(programs, "offline-signer"))
    typed, given = set(), set()
    for scene in SCENES.values():
        for case in scene:
            words = case.line.split()
            typed.add(command_of(words, found))
            given |= {word for word in words if word.startswith("--")}
    wrong = unknown(typed | set(WITHOUT_SECRETS), found)
    for command in sorted(found):
        if command not in typed | set(WITHOUT_SECRETS):
            wrong.append(f"`{command}` is in no list of Tests/Secrets: add a case, or say in complete.py why it touches no secret")
        elif command in typed & set(WITHOUT_SECRETS):
            wrong.append(f"`{command}` is a case, and complete.py says that it touches no secret")
    options = {option for command in found.values() for option in command if any(part in option for part in SECRET_PARTS)}
    for option in sorted(options - given - set(ALIKE)):
        wrong.append(f"no case of Tests/Secrets gives {option}: add one, or say in complete.py what stands for it")
    return wrong
