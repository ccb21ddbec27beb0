"""Every command that writes, killed at a random moment or at a question to the node, and looked at afterwards."""

import os
import random
import shutil
import signal
import time

from . import comparing, programs
from .proxy import Proxy
from .walking import Payment, Walk


class Killing:
    """A walk's home behind a proxy that kills; `killed` counts by command."""

    def __init__(self, folder, node, program_folder, seed, note=lambda text: None):
        self.node, self.folder, self.program_folder, self.note = node, folder, program_folder, note
        self.random = random.Random(f"{seed} kills")
        self.proxy = Proxy(node)
        self.walk = Walk(folder, node, program_folder, "wpkh", seed, note, url=self.proxy.url)
        self.killed, self.finished, self.took, self.asks = {}, {}, {}, {}
        self.target = None
        self.walk.online.log = self._record
        # A backup needs a key from the signer.
        key = os.path.join(folder, "backup-key.txt")
        self.walk.offline.must("backup", "key", "seed", "--out", key, "--yes")
        self.walk.online.must("backup", "key", "--from", key)
        self.key = key

    def close(self):
        self.walk.close()
        self.proxy.close()

    def run(self, rounds):
        walk = self.walk
        for _ in range(3):
            walk.fund()
        self.node.mine(1)
        walk.sync()
        trials = [name[len("try_"):] for name in dir(self) if name.startswith("try_")]
        for name in trials:
            # The first one of each is let through.
            for _ in range(rounds + 1):
                walk.step += 1
                walk.action = f"kill: {name}"
                getattr(self, f"try_{name}")()
                walk.counts["steps"] += 1

    # Killing

    def _kill(self, *arguments, online=None):
        """Runs a command and kills it; what it had printed by then.

        The first run of a command is let through: it tells how long it takes and how often it asks the node.
        """
        online = online or self.walk.online
        command = " ".join(arguments[: 2 if arguments[0] in ("wallet", "node", "backup") else 1])
        self.proxy.count = 0
        self.proxy.before = self.proxy.after = None
        started = time.monotonic()
        process = online.start(*arguments)
        asks = self.asks.get(command, 0)
        if command in self.took and asks and self.random.random() < 0.6:
            number = self.random.randint(1, asks)
            at = self.random.choice(("before", "after"))
            setattr(self.proxy, at, lambda count, methods: count == number and process.send_signal(signal.SIGKILL))
        elif command in self.took:
            # More often late than early: that is when it writes.
            time.sleep(self.took[command] * self.random.betavariate(2, 1.2))
            process.send_signal(signal.SIGKILL)
        ran = online.end(process, arguments, started)
        self.proxy.before = self.proxy.after = None
        if command not in self.took:
            self.took[command] = ran.seconds
            self.asks[command] = self.proxy.count
        elif ran.status == -signal.SIGKILL:
            self.killed[command] = self.killed.get(command, 0) + 1
        else:
            self.finished[command] = self.finished.get(command, 0) + 1
        return ran

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

    def _copied(self, name="copy"):
        """A home that is a copy of this one: what a trial does to it goes with it."""
        home = os.path.join(self.folder, name)
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(os.path.join(self.folder, "online"), home)
        return programs.coordinator(self.program_folder, home, self._record)

    def _record(self, ran):
        if ran.status != -signal.SIGKILL:
            self.walk._record(ran)

    # The commands

    def try_sync(self):
        walk = self.walk
        walk.fund_ahead()
        walk.elsewhere()
        self.node.mine(1)
        walk.fund_ahead()
        self._kill("sync", "walk", "--json")
        self._opens()
        walk.sync()

    def try_receive(self):
        walk = self.walk
        ran = self._kill("receive", "walk", "--json")
        if ran.json:
            # It was shown to somebody, whatever came after.
            walk.handed.setdefault(ran.json["address"], walk.step)
        walk.receive()
        self._opens()

    def try_label(self):
        walk = self.walk
        address = walk.keys.address(0, 0)
        text = f"step {walk.step}"
        self._kill("label", "walk", address, text)
        self._opens()
        walk.online.must("label", "walk", address, text)

    def try_pay(self):
        walk = self.walk
        self._refill()
        path = walk.file(".psbt")
        before = {item["payment"] for item in walk.online("payments", "--json").json or []}
        self._kill(
            "pay", "walk", "--to", f"{walk._foreign()}=60000sat", "--fee-rate", "3", "--out", path, "--json",
            "--accept", "R04")
        after = {item["payment"] for item in walk.online("payments", "--json").json or []}
        new = after - before
        if os.path.exists(path) and not new:
            walk.differs("a kill: pay wrote a payment that nobody knows", path)
        for number in new:
            if os.path.exists(path):
                walk.payments[number] = Payment(number, path)
        walk.sync()
        for number in new:
            # Written or not: it can be given up, and its coins are free.
            if not walk.online("cancel", number, "--yes", "--json").is_done:
                walk.differs("a kill: pay left a payment that cannot be given up", f"payment {number}")
            elif number in walk.payments:
                walk.payments[number].state = "cancelled"

    def _refill(self):
        wallet = self.walk.wallet()
        if sum(coin.amount > 200_000 for coin in wallet.unspent.values() if coin.height is not None) < 4:
            lock = [(5_000_000, self.walk.keys.script(0, wallet.used[0] + 1 + number)) for number in range(4)]
            self.walk._bank_sends(lock)
            self.node.mine(1)
            self.walk.sync()

    def _draft(self):
        walk = self.walk
        self._refill()
        path = walk.file(".psbt")
        ran = walk.online(
            "pay", "walk", "--to", f"{walk._foreign()}=60000sat", "--fee-rate", "3", "--out", path, "--json",
            "--accept", "R04")
        if not ran.is_done:
            walk.differs("a kill: pay fails afterwards", ran.error)
            return None
        payment = Payment(ran.json["payment"], path)
        walk.payments[payment.number] = payment
        return payment

    def _signed(self, payment):
        path = self.walk.file(".psbt")
        self.walk.keys.sign_packet(payment.path, path, 0)
        return path

    def try_collect(self):
        walk = self.walk
        payment = self._draft()
        if payment is None:
            return
        signed = self._signed(payment)
        self._kill("collect", signed, "--json")
        self._opens()
        if self._state(payment.number) not in ("draft", "complete"):
            walk.differs("a kill: collect left a state", f"{self._state(payment.number)}")
        if not walk.online("collect", signed, "--json").is_done:
            walk.differs("a kill: collect cannot be repeated", f"payment {payment.number}")
        walk.online("cancel", payment.number, "--yes", "--json")
        payment.state = "cancelled"
        walk.sync()

    def try_cancel(self):
        walk = self.walk
        payment = self._draft()
        if payment is None:
            return
        self._kill("cancel", payment.number, "--yes", "--json")
        walk.sync()
        if self._state(payment.number) == "draft":
            walk.online.must("cancel", payment.number, "--yes", "--json")
        payment.state = "cancelled"
        walk.sync()

    def try_broadcast(self):
        """Whatever the moment: what is in the mempool is never given up as if it had not been sent."""
        walk = self.walk
        payment = self._draft()
        if payment is None:
            return
        walk.online.must("collect", self._signed(payment), "--json")
        self._kill("broadcast", payment.number, "--yes", "--json")
        self._opens()
        fate = walk.wallet().fate(payment)
        state = self._state(payment.number)
        if self.random.random() < 0.5:
            ran = walk.online("cancel", payment.number, "--yes", "--json")
            payment.is_given_up = ran.is_done
            if ran.is_done and fate == "mempool" and not walk._is_warned(ran):
                walk.differs("a kill: what is in the mempool was given up as unsent", f"was {state}: {ran.out[:200]}")
        else:
            ran = walk.online("broadcast", payment.number, "--yes", "--json")
            if not ran.is_done:
                walk.differs("a kill: broadcast cannot be repeated", f"{state}, {fate}: {ran.error}")
        payment.state = self._state(payment.number)
        walk.sync()
        if self.random.random() < 0.5:
            self.node.mine(1)
            walk.sync()

    def try_wallet_import(self):
        walk, copy = self.walk, self._copied()
        copy.must("wallet", "remove", "walk", "--force", "--yes")
        self._kill("wallet", "import", "again", "--from", walk.descriptor, online=copy)
        self._opens(copy)
        there = {item["wallet"] if "wallet" in item else item["name"] for item in copy("wallet", "list", "--json").json}
        if not there:
            copy.must("wallet", "import", "again", "--from", walk.descriptor)
        self._compare_copy(copy, "again")

    def try_wallet_remove(self):
        copy = self._copied()
        self._kill("wallet", "remove", "walk", "--force", "--yes", online=copy)
        self._opens(copy)
        if copy("wallet", "show", "walk", "--json").is_done:
            self._compare_copy(copy, "walk")
        elif copy("payments", "--json").json:
            self.walk.differs("a kill: payments without a wallet", "")

    def _compare_copy(self, copy, name):
        ran = copy("sync", name, "--json")
        if not ran.is_done:
            return self.walk.differs("a kill: sync fails afterwards", ran.error)
        given = copy("receive", name, "--json")
        if given.json and given.json["address"] in self.walk.handed:
            self.walk.differs("a kill: handed out again", f"index {given.json['index']}")
        for difference in comparing.Comparison(copy, name, self.walk.wallet(), {}).run():
            if not difference.kind.startswith("coins: held"):
                self.walk.differs(difference.kind, difference.text)

    def try_node_add(self):
        copy = self._copied()
        arguments = ("node", "add", "second", self.proxy.url, "--cookie", self.node.cookie)
        self._kill(*arguments, online=copy)
        self._opens(copy)
        names = {item.get("node", item.get("name")) for item in copy("node", "list", "--json").json}
        if "second" not in names:
            copy.must(*arguments)
        copy.must("node", "use", "second")

    def try_node_use(self):
        copy = self._copied()
        copy.must("node", "add", "second", self.proxy.url, "--cookie", self.node.cookie)
        self._kill("node", "use", "second", online=copy)
        self._opens(copy)
        copy.must("sync", "walk")

    def try_backup_write(self):
        walk = self.walk
        path = os.path.join(self.folder, "walk.backup")
        existed = os.path.exists(path)
        self._kill("backup", "write", "--out", path, "--force", "--json")
        self._opens()
        if os.path.exists(path):
            if not walk.online("backup", "show", path, "--json").is_done:
                walk.differs("a kill: half a backup", path)
        elif existed:
            walk.differs("a kill: the older backup is gone", path)

    def try_backup_restore(self):
        walk = self.walk
        path = os.path.join(self.folder, "restore.backup")
        if not os.path.exists(path):
            walk.online.must("backup", "write", "--out", path)
        home = os.path.join(self.folder, "restored")
        shutil.rmtree(home, ignore_errors=True)
        fresh = programs.coordinator(self.program_folder, home, self._record)
        fresh.must("backup", "key", "--from", self.key)
        self._kill("backup", "restore", path, "--yes", "--json", online=fresh)
        self._opens(fresh)
        fresh.must("backup", "restore", path, "--yes", "--json")
        fresh("node", "add", "node", self.proxy.url, "--cookie", self.node.cookie)
        fresh("node", "use", "node")
        self._compare_copy(fresh, "walk")
