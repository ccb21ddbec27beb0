"""Every command that writes, killed while it runs, and what it left looked at afterwards."""

import hashlib
import os
import random
import re
import shutil
import signal
import sqlite3
import time

from . import comparing, programs
from .kills import Kills
from .proxy import Proxy
from .walking import Walk
from .writes import Writes, compiler


class Killing(Kills):
    """A walk's home behind a proxy that kills.

    Counted by command: `killed`, `inside` (it had begun to change files and had not ended), `finished` (it had ended
    before), `points` (at which of its changes it was killed) of `writes` that it makes.
    """

    def __init__(self, folder, node, program_folder, seed, note=lambda text: None):
        self.node, self.folder, self.program_folder, self.note = node, folder, program_folder, note
        self.random = random.Random(f"{seed} kills")
        self.proxy = Proxy(node)
        self.walk = Walk(folder, node, program_folder, "wpkh", seed, note, url=self.proxy.url)
        self.killed, self.inside, self.finished, self.points, self.writes = {}, {}, {}, {}, {}
        self.took, self.asks, self.left = {}, {}, {}
        self.expected_of, self.expected = None, None
        # The server that backups are uploaded to, once it is needed, and what it had before any kill.
        self.server, self.uploaded = None, {}
        # Without a compiler there are the other moments.
        self.preloaded = Writes(folder) if compiler() else None
        self.walk.online.log = self._record
        # A backup needs a key from the signer.
        key = os.path.join(folder, "backup-key.txt")
        self.walk.offline.must("backup", "key", "seed", "--out", key, "--yes")
        self.walk.online.must("backup", "key", "--from", key)
        self.key = key

    def close(self):
        if self.server is not None:
            self.server.close()
        self.walk.close()
        self.proxy.close()

    def run(self, rounds, names=None):
        walk = self.walk
        for _ in range(3):
            walk.fund()
        self.node.mine(1)
        walk.sync()
        # What was handed out and never paid: nothing on the chain tells it.
        for _ in range(3):
            walk.receive()
        for name in names or [name[len("try_"):] for name in dir(self) if name.startswith("try_")]:
            # The first one of each is let through.
            for _ in range(rounds + 1):
                walk.step += 1
                walk.action = f"kill: {name}"
                getattr(self, f"try_{name}")()
                walk.counts["steps"] += 1

    # Killing

    def _kill(self, *arguments, online=None, name=None, terminal=None):
        """Runs a command and kills it; what it had printed by then.

        The first run of a command is let through: it tells how long it takes, how often it asks the node, and by
        how many calls it changes files.
        """
        online = online or self.walk.online
        command = name or " ".join(arguments[: 2 if arguments[0] in ("wallet", "node", "backup", "rehearse") else 1])
        how, number, torn = self._chosen(command) if command in self.took else (None, None, False)
        environment = self.preloaded and self.preloaded.environment(number if how == "write" else None, torn)
        self.proxy.count = 0
        self.proxy.before = self.proxy.after = None
        started = time.monotonic()
        process = online.start(*arguments, environment=environment, terminal=terminal)
        if how in ("before", "after"):
            setattr(self.proxy, how, lambda count, methods: count == number and process.send_signal(signal.SIGKILL))
        elif how == "time":
            # More often late than early: that is when it writes.
            time.sleep(self.took[command] * self.random.betavariate(2, 1.2))
            process.send_signal(signal.SIGKILL)
        ran = online.end(process, arguments, started)
        self.proxy.before = self.proxy.after = None
        begun = self.preloaded.count if self.preloaded else 0
        if how is None:
            self.took[command], self.asks[command], self.writes[command] = ran.seconds, self.proxy.count, begun
            self.points[command] = set()
        elif ran.status == -signal.SIGKILL:
            self.killed[command] = self.killed.get(command, 0) + 1
            if how == "write":
                self.points[command].add(number)
            is_inside = number > 1 or torn if how == "write" else 0 < begun < self.writes[command]
            self.inside[command] = self.inside.get(command, 0) + bool(is_inside)
        else:
            self.finished[command] = self.finished.get(command, 0) + 1
        return ran

    def _chosen(self, command):
        """Where it ends: at a change of a file (each once, then each in the middle), at a question, or at a time."""
        if self.writes[command] and self.random.random() < 0.7:
            left = self.left.setdefault(command, [])
            if not left:
                torn = bool(self.points[command])
                left += [(number, torn) for number in range(1, self.writes[command] + 1)]
                self.random.shuffle(left)
            return ("write", *left.pop())
        if self.asks[command] and self.random.random() < 0.7:
            return self.random.choice(("before", "after")), self.random.randint(1, self.asks[command]), False
        return "time", None, False

    # Looking

    def _opens(self, online=None):
        """Afterwards the home opens and lists what it has."""
        online = online or self.walk.online
        for arguments in (("wallet", "list"), ("payments",), ("node", "list")):
            ran = online(*arguments, "--json")
            if not ran.is_done:
                self.walk.differs("a kill: the home does not open", ran.error)

    def _state(self, number):
        ran = self.walk.online("payments", "--json")
        return next((item["state"] for item in ran.json or [] if item["payment"] == number), None)

    def _copied(self, name="copy", of="online"):
        """A home that is a copy of this one: what a trial does to it goes with it."""
        home = os.path.join(self.folder, name)
        programs.forget(home)
        for ending in ("", "-state"):
            source = os.path.join(self.folder, of) + ending
            if os.path.isdir(source):
                shutil.copytree(source, home + ending)
        return programs.coordinator(self.program_folder, home, self._record)

    def _fresh(self, name="base"):
        home = os.path.join(self.folder, name)
        programs.forget(home)
        return programs.coordinator(self.program_folder, home, self._record)

    def _record(self, ran):
        if ran.status != -signal.SIGKILL:
            self.walk._record(ran)

    def _whole(self, name, prepare, *arguments, terminal=None, in_steps=False):
        """Kills a command in a copy of a home: its records must be as before, or as the command leaves them.

        `prepare` gives the home, once for all rounds. What goes in steps (one wallet after the other) may be in
        between. Afterwards the command must do, or have done, all of it. Gives the copy, and whether it had
        been done.
        """
        if self.expected_of != name:
            before = self._records(prepare("base"))
            done = self._copied("done", of="base")
            ran = self._ends(done, arguments, terminal)
            if ran.status not in (0, 3):
                raise RuntimeError(f"{ran.command}: {ran.status}\n{ran.out}\n{ran.err}")
            self.expected_of, self.expected = name, (before, self._records(done))
        before, after = self.expected
        copy = self._copied(of="base")
        ran = self._kill(*arguments, online=copy, name=name, terminal=terminal)
        self._opens(copy)
        now = self._records(copy)
        is_done = now == after
        if now not in (before, after) and not in_steps:
            self.walk.differs("a kill: half of it is done", f"{name}: {self._changes(before, now)}")
        if ran.out.strip() and now == before != after:
            # The answer is the last thing: nobody may hold what the records do not.
            self.walk.differs("a kill: it was said to be done, and is not", f"{name}: {ran.out.strip()[:200]}")
        if not is_done:
            again = self._ends(copy, arguments, terminal)
            now = self._records(copy)
            if again.status not in (0, 3) or (now != after and not self._skips_one(after, now)):
                self.walk.differs(
                    "a kill: it cannot be repeated", f"{name}: {again.error[:200]} {self._changes(after, now)}")
        return copy, is_done

    def _skips_one(self, after, now):
        """Whether one address more is used up and all else is equal: other homes may know of the one that is left out."""
        if list(self._changes(after, now)) != ["table handedOut"]:
            return False
        before, since = (
            sum(int(number) for row in records["table handedOut"] for number in re.findall(r"\b\d+\b", row))
            for records in (after, now))
        return since == before + 1

    def _ends(self, online, arguments, terminal):
        started = time.monotonic()
        return online.end(online.start(*arguments, terminal=terminal), arguments, started)

    def _records(self, online):
        """All rows of a home's records, and its other files; the records must be sound."""
        home, found = online.environment["ONLINE_COORDINATOR_HOME"], {}
        for folder, _, names in os.walk(home):
            for name in names:
                path = os.path.join(folder, name)
                # What a killed program was about to write lies under a name of its own until the next one.
                if not name.startswith("coordinator.sqlite") and not name.startswith(".") and os.path.getsize(path):
                    with open(path, "rb") as file:
                        found[os.path.relpath(path, home)] = hashlib.sha256(file.read()).hexdigest()
        path = os.path.join(home, "coordinator.sqlite")
        if not os.path.exists(path):
            return found
        records = sqlite3.connect(path)
        try:
            sound = [row[0] for row in records.execute("PRAGMA integrity_check")]
            if sound != ["ok"] or records.execute("PRAGMA foreign_key_check").fetchall():
                self.walk.differs("a kill: the records are damaged", f"{sound[:3]}")
            for (table,) in records.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                # Tables are made one after the other, before anything is written into them; when something was
                # made, written or looked at is another moment each time, and what is done again counts again as a
                # change.
                if table in ("grdb_migrations", "backupState", "backupUpload", "backupSent"):
                    continue
                columns = [row[1] for row in records.execute(f"PRAGMA table_info({table})")
                           if row[1] not in ("created", "syncedAt", "writtenAt", "secondAt")]
                rows = records.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
                if table == "sqlite_sequence":
                    # Made with a table that numbers its rows: of one that has none yet there is nothing to lose.
                    rows = [row for row in rows if row[1]]
                if rows:
                    found[f"table {table}"] = sorted(map(repr, rows))
        except sqlite3.DatabaseError as error:
            self.walk.differs("a kill: the records are damaged", f"{error}")
        finally:
            records.close()
        return found

    @staticmethod
    def _changes(before, now):
        return sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))

    def _compare_copy(self, copy, name):
        """What a copy says about the chain, and that it hands nothing out again."""
        ran = copy("sync", name, "--json")
        if not ran.is_done:
            return self.walk.differs("a kill: sync fails afterwards", ran.error)
        given = copy("receive", name, "--json")
        if given.json and given.json["address"] in self.walk.handed:
            self.walk.differs("a kill: handed out again", f"index {given.json['index']}")
        for difference in comparing.Comparison(copy, name, self.walk.wallet(), {}).run():
            if not difference.kind.startswith("coins: held"):
                self.walk.differs(difference.kind, difference.text)
        return None
