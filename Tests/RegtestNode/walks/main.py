"""Walks, kills and lies: both programs against a node, held against what is true.

    Tests/RegtestNode/walk --programs FOLDER                     short walks on the regtest node of this folder
    Tests/RegtestNode/walk --programs FOLDER --bitcoind PATH     long ones on a real Bitcoin Core

Ends with the table of docs/reliability.md and with 1 where anything differed. The same seed walks the same way as
far as the programs let it (they draw coins at random); each walk leaves a log of its commands with --keep.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time

from . import keys
from .killing import Killing
from .lies import KINDS
from .lying import Lying
from .money import DAY, FORTNIGHT
from .nodes import Node
from .report import Report
from .walking import Walk

SETTINGS = {
    "filters": {"filters": True},
    "no filters": {"filters": False},
    "txindex": {"filters": False, "txindex": True},
    "pruned": {"filters": True, "prune": True},
    "pruned, no filters": {"filters": False, "prune": True},
    "deep": {"filters": True},
    "deep, no filters": {"filters": False},
    "fortnights": {"filters": True},
    "fortnights, no filters": {"filters": False},
}
# A node without filters gets none, and one with them keeps them, where a walk is to show what that means.
FIXED = {"filters": 0}
# Where many blocks are replaced again and again.
DEEP = {**FIXED, "reorganise_deep": 12}


def parsed(arguments):
    options = argparse.ArgumentParser(prog="walk", usage=__doc__)
    options.add_argument("--programs", required=True)
    options.add_argument("--bitcoind")
    options.add_argument("--steps", type=int)
    options.add_argument("--seed", default="1")
    options.add_argument("--types", nargs="*", choices=keys.TYPES, default=keys.TYPES)
    options.add_argument("--settings", nargs="*", choices=[*SETTINGS, "turning"], default=["filters", "no filters"])
    options.add_argument("--kills", type=int, help="how many of each command")
    options.add_argument("--killed", nargs="*", help="which commands are killed; all when none is named")
    options.add_argument("--lies", nargs="*", help="names of kinds; all when none is named")
    options.add_argument("--no-lies", action="store_true")
    options.add_argument("--lied-to", choices=keys.TYPES, default="wpkh", help="the script type of the wallet")
    options.add_argument("--lies-without-filters", action="store_true")
    options.add_argument("--folder")
    options.add_argument("--port", type=int)
    options.add_argument("--keep", action="store_true")
    options.add_argument("--json")
    return options.parse_args(arguments)


def walked(report, folder, options, kind, setting, note):
    """One walk on a node of its own."""
    settings = SETTINGS.get(setting, {})
    node = Node(os.path.join(folder, "node"), options.bitcoind, options.port, **settings)
    started = time.monotonic()
    walk = None
    try:
        walk = Walk(
            folder, node, options.programs, kind, f"{options.seed} {setting}", note,
            steps={} if setting == "turning" else DEEP if setting.startswith("deep") else FIXED,
            gap=FORTNIGHT if setting.startswith("fortnights") else DAY)
        walk.setting = setting
        walk.run(options.steps or (300 if options.bitcoind else 25))
    finally:
        if walk:
            report.walked(walk, node, time.monotonic() - started)
            walk.close()
        node.remove()


def other(report, folder, options, make, run, add, filters=True):
    """Kills or lies, on a node of their own."""
    node = Node(os.path.join(folder, "node"), options.bitcoind, options.port, filters=filters)
    try:
        made = make(folder, node)
        made.walk.setting = "filters"
        try:
            run(made)
        finally:
            add(made)
            made.close()
    finally:
        node.remove()


def main(arguments=None):
    options = parsed(arguments)
    options.programs = os.path.abspath(options.programs)
    top = options.folder or tempfile.mkdtemp(
        prefix="walk-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    report = Report()

    def note(text):
        print(text, flush=True)

    def place(name):
        folder = os.path.join(top, name.replace(" ", "-").replace(",", ""))
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        return folder

    def gone(folder):
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)

    for setting in options.settings:
        for kind in options.types:
            folder = place(f"{kind}-{setting}")
            walked(report, folder, options, kind, setting, note)
            note(f"walked {kind}, {setting}: {report.rows[-1]}")
            gone(folder)
    rounds = options.kills if options.kills is not None else (40 if options.bitcoind else 2)
    if rounds:
        folder = place("kills")
        other(
            report, folder, options, lambda *at: Killing(*at, options.programs, options.seed, note),
            lambda killing: killing.run(rounds, options.killed), report.killed)
        gone(folder)
    if not options.no_lies:
        folder = place("lies")
        names = list(KINDS) if options.bitcoind else list(KINDS)[::5]
        if options.lies:
            # By name, or all that begin so.
            names = [name for name in KINDS if any(name.startswith(wanted) for wanted in options.lies)]
        other(
            report, folder, options, lambda *at: Lying(*at, options.programs, options.seed, note, options.lied_to),
            lambda lying: lying.run(names), report.lied, filters=not options.lies_without_filters)
        gone(folder)
    if not options.folder and not options.keep:
        shutil.rmtree(top, ignore_errors=True)
    if options.json:
        report.save(options.json)
    print(report.as_words())
    print()
    print(report.as_table())
    return 1 if report.differences else 0
