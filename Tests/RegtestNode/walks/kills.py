"""What is killed: each command that writes, what comes before it, and what must hold after it."""

import json
import os
import shutil

from backup_server import BackupServer

from .keys import Keys
from .nodes import SOMEBODY
from .payments import RULES, Payment

ACCEPTED = [part for rule in RULES for part in ("--accept", rule)]


class Kills:
    """The trials; needs `_kill`, `_whole` and what looks at homes."""

    def _home(self, *commands):
        """A copy of the walk's home, after some commands more."""
        def prepare(name):
            home = self._copied(name)
            for arguments in commands:
                home.must(*arguments)
            return home
        return prepare

    # Wallets

    def try_receive(self):
        copy, _ = self._whole("receive", self._home(), "receive", "walk", "--json")
        given = copy("receive", "walk", "--json")
        if given.json and given.json["address"] in self.walk.handed:
            self.walk.differs("a kill: handed out again", f"index {given.json['index']}")

    def try_receive_here(self):
        """In the home itself, where what was handed out is remembered from one kill to the next."""
        walk = self.walk
        ran = self._kill("receive", "walk", "--label", f"step {walk.step}", "--json", name="receive --label")
        if ran.json:
            # It was shown to somebody, whatever came after.
            if ran.json["address"] in walk.handed:
                walk.differs("receive: handed out again", f"index {ran.json['index']}")
            walk.handed[ran.json["address"]] = walk.step
        walk.receive()
        self._opens()
        if len(walk.handed) - walk.wallet().used[0] > 30:
            # No wallet that starts anew looks farther than its gap limit.
            walk._bank_sends([(50_000, walk.keys.script(0, len(walk.handed)))])
            self.node.mine(1)
            walk.sync()

    def try_label(self):
        self._whole("label", self._home(), "label", "walk", self.walk.keys.address(0, 0), "a label")

    def try_label_import(self):
        path = os.path.join(self.folder, "labels.jsonl")
        with open(path, "w") as file:
            for index in range(40):
                print(json.dumps({"type": "addr", "ref": self.walk.keys.address(0, index), "label": f"label {index}"}),
                      file=file)
        self._whole("label import", self._home(), "label", "import", "walk", "--from", path, "--replace")

    def _coin(self, name):
        """A coin of the home whose copies are killed: the same in all rounds."""
        if self.expected_of != name:
            self._refill()
            coins = self.walk.online("coins", "walk", "--json").json
            self.coin = next(coin["outpoint"] for coin in coins if coin["state"] == "spendable")
        return self.coin

    def try_freeze(self):
        self._whole("freeze", self._home(), "freeze", "walk", self._coin("freeze"))

    def try_unfreeze(self):
        coin = self._coin("unfreeze")
        self._whole("unfreeze", self._home(("freeze", "walk", coin)), "unfreeze", "walk", coin)

    def try_label_tag(self):
        self._whole("label set --tag", self._home(), "label", "set", "walk", self._coin("label set --tag"), "--tag", "rent")

    def try_recipient_add(self):
        self._whole(
            "recipient add", self._home(), "recipient", "add", "Carol", SOMEBODY, "--network", "regtest", *ACCEPTED)

    def try_recipient_remove(self):
        prepare = self._home(("recipient", "add", "Carol", SOMEBODY, "--network", "regtest", *ACCEPTED))
        self._whole("recipient remove", prepare, "recipient", "remove", "Carol", "--network", "regtest")

    def _lab(self):
        path = os.path.join(self.folder, "lab.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"name":"lab","kind":"signet","challenge":"51"}')
        return path

    def try_network_add(self):
        self._whole("network add", self._home(), "network", "add", self._lab(), "--yes")

    def try_network_remove(self):
        prepare = self._home(("network", "add", self._lab(), "--yes"))
        self._whole("network remove", prepare, "network", "remove", "lab")

    def try_wallet_people(self):
        self._whole("wallet people", self._home(), "wallet", "people", "walk", "1=Alice")

    def try_wallet_remove(self):
        """Forgotten or not; taken in again it hands out nothing that it handed out before."""
        walk = self.walk
        prepare = self._home(
            ("label", "walk", walk.keys.address(0, 0), "a label"), ("wallet", "people", "walk", "1=Alice"),
            ("receive", "walk"))
        copy, _ = self._whole("wallet remove", prepare, "wallet", "remove", "walk", "--force", "--yes")
        if copy("payments", "--json").json:
            walk.differs("a kill: payments without a wallet", "")
        copy.must("wallet", "import", "walk", "--from", walk.descriptor)
        self._compare_copy(copy, "walk")

    def try_wallet_import(self):
        copy, _ = self._whole(
            "wallet import", self._home(("wallet", "remove", "walk", "--force", "--yes")),
            "wallet", "import", "again", "--from", self.walk.descriptor)
        self._compare_copy(copy, "again")

    def try_wallet_create(self):
        other = Keys("wpkh", "created")
        key = other.descriptor[len("wpkh("):].split("/<")[0]
        self._whole("wallet create", self._home(), "wallet", "create", "made", key)

    def try_wallet_discover(self):
        """One wallet after the other: afterwards all of them are there."""
        accounts = os.path.join(self.folder, "accounts.txt")
        if not os.path.exists(accounts):
            self.walk.offline.must("account", "export", "seed", "--all", "--out", accounts)
        self._whole(
            "wallet discover", self._home(("wallet", "remove", "walk", "--force", "--yes")),
            "wallet", "discover", "seed", accounts, in_steps=True)

    # Nodes and settings

    def _second(self):
        return ("node", "add", "second", self.proxy.url, "--cookie", self.node.cookie)

    def try_node_add(self):
        self._whole("node add", self._home(), *self._second())

    def try_node_use(self):
        self._whole("node use", self._home(self._second()), "node", "use", "second")

    def try_node_second(self):
        self._whole("node second", self._home(self._second()), "node", "second", "second")

    def try_node_second_none(self):
        prepare = self._home(self._second(), ("node", "second", "second"))
        self._whole("node second --none", prepare, "node", "second", "--none")

    def try_node_remove(self):
        self._whole("node remove", self._home(self._second()), "node", "remove", "second")

    def try_settings(self):
        self._whole(
            "settings", self._home(), "settings", "unattended-broadcast", "1", terminal="unattended-broadcast\n")

    # Payments

    def _pays(self, path, *options):
        return ("pay", "walk", "--to", f"{self.walk._foreign()}=60000sat", "--fee-rate", "3", "--out", path, "--json",
                "--accept", "R04", *options)

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
        ran = walk.online(*self._pays(path))
        if not ran.is_done:
            walk.differs("a kill: pay fails afterwards", ran.error)
            return None
        payment = Payment(ran.json["payment"], path)
        walk.payments[payment.number] = payment
        return payment

    def _signed(self, path):
        signed = self.walk.file(".psbt")
        self.walk.keys.sign_packet(path, signed, 0)
        return signed

    def _paying(self, *options, name, path):
        """Kills `pay`; what it left can be given up, and a packet is never of a payment that nobody knows."""
        walk = self.walk
        before = {item["payment"] for item in walk.online("payments", "--json").json or []}
        ran = self._kill(*options, name=name)
        after = {item["payment"] for item in walk.online("payments", "--json").json or []}
        new = after - before
        if (os.path.exists(path) or ran.json) and not new:
            walk.differs("a kill: pay wrote a payment that nobody knows", path)
        for number in new:
            if os.path.exists(path):
                walk.payments[number] = payment = Payment(number, path)
                change = [lock for lock in payment.scripts if walk.keys.place(lock)]
                for lock in change:
                    if lock in walk.shown_change:
                        walk.differs("a kill: change used before", f"payment {number}")
                    walk.shown_change[lock] = number
            # Written or not: it can be given up, and its coins are free.
            if not walk.online("cancel", number, "--yes", "--json").is_done:
                walk.differs("a kill: pay left a payment that cannot be given up", f"payment {number}")
            elif number in walk.payments:
                walk.payments[number].state = "cancelled"
        self._opens()
        walk.sync()

    def try_pay(self):
        self._refill()
        path = self.walk.file(".psbt")
        self._paying(*self._pays(path), name="pay", path=path)

    def _replacing(self, name, *command, way=()):
        """Kills what builds a payment in the place of one that was sent: that one stays sent."""
        walk = self.walk
        older = self._draft()
        if older is None:
            return
        walk.online.must("collect", self._signed(older.path), "--json")
        walk._broadcast(older)
        path = walk.file(".psbt")
        self._paying(
            *command, older.number, *way, "--fee-rate", "30", "--out", path, "--json", *ACCEPTED, name=name, path=path)
        if self._state(older.number) != "sent":
            now = self._state(older.number)
            walk.differs("a kill: what was sent is not any more", f"payment {older.number}: {now}")
        self.node.mine(1)
        walk.sync()

    def try_pay_replace(self):
        self._replacing("pay --replace", "pay", "walk", "--replace")

    def try_bump(self):
        self._replacing("bump", "bump")

    def try_bump_by_child(self):
        self._replacing("bump --by-child", "bump", way=["--by-child"])

    def try_cancel_on_chain(self):
        self._replacing("cancel --on-chain", "cancel", way=["--on-chain"])

    # Fee ladders

    def _climbs(self, path):
        return ("pay", "walk", "--to", f"{self.walk._foreign()}=60000sat", "--ladder", "3,9,27", "--out", path, "--json",
                "--force", *ACCEPTED)

    def _payments(self, online):
        return {item["payment"]: item["state"] for item in online("payments", "--json").json or []}

    def _ladder(self, online):
        """Builds a ladder of three steps and a cancel: their numbers, the packets, and these signed."""
        before = self._payments(online).keys()
        online.must(*self._climbs(os.path.join(self.folder, "ladder.txt")))
        numbers, packets, signed = sorted(self._payments(online).keys() - before), [], []
        for place, number in enumerate(numbers):
            packet, answer = (os.path.join(self.folder, f"step-{place}-{what}.psbt") for what in ("built", "signed"))
            if os.path.exists(packet):
                os.remove(packet)
            online.must("payments", "--payment", number, "--out", packet)
            self.walk.keys.sign_packet(packet, answer, 0)
            packets.append(packet)
            signed.append(answer)
        return numbers, packets, signed

    def try_pay_ladder(self):
        """All steps or none, and what is there can be given up."""
        walk, path, steps = self.walk, os.path.join(self.folder, "ladder.txt"), 4
        if self.expected_of != "pay --ladder":
            self._refill()
            self._copied("base")
            self.expected_of = "pay --ladder"
        if os.path.exists(path):
            os.remove(path)
        copy = self._copied(of="base")
        before = self._payments(copy).keys()
        ran = self._kill(*self._climbs(path), online=copy, name="pay --ladder")
        self._opens(copy)
        new = sorted(self._payments(copy).keys() - before)
        if len(new) not in (0, steps):
            walk.differs("a kill: half a ladder", f"{len(new)} payments of {steps}")
        if (os.path.exists(path) or ran.json) and not new:
            walk.differs("a kill: pay wrote a payment that nobody knows", path)
        if new and not copy("cancel", new[0], "--yes", "--json").is_done:
            walk.differs("a kill: pay left a payment that cannot be given up", f"payment {new[0]}")
        left = [number for number, state in self._payments(copy).items() if number in new and state != "cancelled"]
        if left:
            walk.differs("a kill: pay left a payment that cannot be given up", f"payments {left}")
        if not copy(*self._climbs(path)).is_done:
            walk.differs("a kill: it cannot be repeated", "pay --ladder")

    def try_collect_ladder(self):
        def prepare(name):
            self._refill()
            home = self._copied(name)
            self.waiting = self._ladder(home)[0]
            return home
        signed = [os.path.join(self.folder, f"step-{place}-signed.psbt") for place in range(4)]
        copy, _ = self._whole("collect, of a ladder", prepare, "collect", *signed, "--json", in_steps=True)
        states = [self._payments(copy).get(number) for number in self.waiting]
        if states != ["complete"] * len(signed):
            self.walk.differs("a kill: a payment is lost", f"payments {self.waiting}: {states}")

    def try_broadcast_step(self):
        """A higher step in the place of the first: one of the two waits, and that one is known to."""
        walk = self.walk
        self._refill()
        numbers, packets, signed = self._ladder(walk.online)
        walk.online.must("collect", *signed, "--json")
        steps = [Payment(number, path) for number, path in zip(numbers, packets)]
        walk._broadcast(steps[0])
        command = ("broadcast", numbers[0], "--step", "3", "--yes", "--json")
        self._kill(*command, name="broadcast --step")
        self._opens()
        waiting = [step.number for step in steps if walk.wallet().fate(step) == "mempool"]
        if waiting not in ([numbers[0]], [numbers[2]]):
            walk.differs("a kill: not one step of a ladder waits", f"{waiting} of {numbers}")
        if any(self._state(number) not in ("sending", "sent") for number in waiting):
            walk.differs("a kill: what is in the mempool was forgotten", f"{waiting}: {self._payments(walk.online)}")
        if not walk.online(*command).is_done:
            walk.differs("a kill: broadcast cannot be repeated", f"{waiting} of {numbers}")
        self.node.mine(1)
        walk.sync()
        if self._state(numbers[2]) != "confirmed":
            walk.differs("a kill: a step that was sent is not confirmed", f"{self._state(numbers[2])}")

    def _with_payment(self, name):
        """A home with a payment that waits for signatures, and the same one signed."""
        self._refill()
        home, path = self._copied(name), os.path.join(self.folder, "waiting.psbt")
        number = home.must(*self._pays(path, "--force")).json["payment"]
        self.walk.keys.sign_packet(path, os.path.join(self.folder, "signed.psbt"), 0)
        self.waiting = number
        return home

    def try_collect(self):
        copy, _ = self._whole(
            "collect", self._with_payment, "collect", os.path.join(self.folder, "signed.psbt"), "--json")
        self._needs(copy, "complete")

    def _needs(self, copy, state):
        states = [item["state"] for item in copy("payments", "--json").json or [] if item["payment"] == self.waiting]
        if states != [state]:
            self.walk.differs("a kill: a payment is lost", f"payment {self.waiting}: {states}, not {state}")

    def try_cancel(self):
        if self.expected_of != "cancel":
            # Its number has to be known before.
            self.waiting = max((item["payment"] for item in self.walk.online("payments", "--json").json), default=0) + 1
        copy, _ = self._whole("cancel", self._with_payment, "cancel", self.waiting, "--yes", "--json")
        self._needs(copy, "cancelled")

    def try_payments_out(self):
        """What is written for the next signer is there whole or not at all, and can be written again."""
        name, path, first = "payments --out", *(os.path.join(self.folder, f"passed-on{end}.psbt") for end in ("", "-first"))
        if self.expected_of != name:
            if os.path.exists(first):
                os.remove(first)
            self._with_payment("base")
            self._copied("done", of="base").must("payments", "--payment", self.waiting, "--out", first)
            self.expected_of = name
        if os.path.exists(path):
            os.remove(path)
        copy = self._copied(of="base")
        arguments = ("payments", "--payment", self.waiting, "--out", path, "--json")
        ran = self._kill(*arguments, online=copy, name=name)
        self._opens(copy)
        self._needs(copy, "draft")
        with open(first, "rb") as file:
            whole = file.read()
        if os.path.exists(path):
            with open(path, "rb") as file:
                left = file.read()
            if left != whole:
                self.walk.differs("a kill: half a file", f"{name}: {len(left)} bytes of {len(whole)}")
            os.remove(path)
        elif ran.out.strip():
            self.walk.differs("a kill: it was said to be written, and is not", name)
        if not copy(*arguments).is_done:
            self.walk.differs("a kill: it cannot be repeated", name)

    def try_collect_begun_elsewhere(self):
        def prepare(name):
            self._with_payment("elsewhere")
            return self._copied(name)
        self._whole(
            "collect, begun elsewhere", prepare, "collect", os.path.join(self.folder, "signed.psbt"), "--yes", "--json",
            *ACCEPTED, in_steps=True)

    def try_broadcast(self):
        """Whatever the moment: what is in the mempool is never given up as if it had not been sent."""
        walk = self.walk
        payment = self._draft()
        if payment is None:
            return
        walk.online.must("collect", self._signed(payment.path), "--json")
        self._kill("broadcast", payment.number, "--yes", "--json")
        self._opens()
        fate = walk.wallet().fate(payment)
        state = self._state(payment.number)
        if fate == "mempool" and state not in ("sending", "sent"):
            walk.differs("a kill: what is in the mempool was forgotten", f"payment {payment.number} is {state}")
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

    # Syncs

    def try_sync(self):
        walk = self.walk
        walk.fund_ahead()
        walk.elsewhere()
        self.node.mine(1)
        walk.fund_ahead()
        self._kill("sync", "walk", "--json")
        self._opens()
        walk.sync()

    def try_sync_whole(self):
        copy, _ = self._whole("sync --whole", self._home(), "sync", "walk", "--whole", "--json")
        self._compare_copy(copy, "walk")

    # Backups

    def try_backup_key(self):
        def prepare(name):
            home = self._fresh(name)
            home.must("wallet", "import", "walk", "--network", "regtest", "--from", self.walk.descriptor)
            return home
        self._whole("backup key", prepare, "backup", "key", "--from", self.key)

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
        path = os.path.join(self.folder, "restore.backup")
        if not os.path.exists(path):
            self.walk.online.must("backup", "write", "--out", path)

        def prepare(name):
            home = self._fresh(name)
            home.must("backup", "key", "--from", self.key)
            return home
        copy, _ = self._whole("backup restore", prepare, "backup", "restore", path, "--yes", "--json")
        copy("node", "add", "node", self.proxy.url, "--cookie", self.node.cookie)
        copy("node", "use", "node")
        self._compare_copy(copy, "walk")

    def try_upload(self):
        """A change whose backup is uploaded: whatever of it the server got, the next upload is taken for the home's own."""
        walk, arguments = self.walk, ("label", "walk", self.walk.keys.address(0, 0), "uploaded")
        if self.expected_of != "upload":
            if self.server is None:
                self.server = BackupServer()
            base = self._copied("base")
            base.must("backup", "auto", "--server", f"http://127.0.0.1:{self.server.port}")
            self.expected_of, self.uploaded = "upload", dict(self.server.kept)
        self.server.kept = {wallet: list(kept) for wallet, kept in self.uploaded.items()}
        copy = self._copied(of="base")
        self._kill(*arguments, online=copy, name="label, uploaded")
        self._opens(copy)
        for again in (arguments, ("backup", "auto", "--now")):
            ran = copy(*again)
            if not ran.is_done or "was not uploaded" in " ".join(ran.err.split()):
                walk.differs("a kill: no upload after it", f"{ran.command}: {ran.err.strip()[-300:]}")
        standing = copy("backup", "auto", "--json").json["networks"][0]["server"]
        if not (standing["current"] and standing["opened"]):
            walk.differs("a kill: what was uploaded does not open, or lacks something", f"{standing}")

    def _shelved(self, name, shelf, *arguments):
        """Kills what writes a backup beneath a folder: each one there opens, and the next command leaves one that lacks nothing."""
        walk, kept = self.walk, f"{shelf}-kept"
        shutil.rmtree(shelf, ignore_errors=True)
        shutil.copytree(kept, shelf)
        copy = self._copied(of="base")
        self._kill(*arguments, online=copy, name=name)
        self._opens(copy)
        for folder, _, names in os.walk(shelf):
            # What a killed program was about to write lies under a hidden name.
            for path in (os.path.join(folder, file) for file in names if not file.startswith(".")):
                if not copy("backup", "show", path, "--json").is_done:
                    walk.differs("a kill: half a backup", f"{name}: {path}")
        again = copy(*arguments)
        if not again.is_done:
            walk.differs("a kill: it cannot be repeated", f"{name}: {again.error}")
        standing = copy("backup", "auto", "--json").json["networks"][0]
        if not (standing["current"] and standing["opened"]) or standing["problem"]:
            walk.differs("a kill: the newest backup does not open, or lacks something", f"{name}: {standing}")

    def _shelf(self, name, *commands):
        """A folder for backups, and in its copy what is there before each kill, after some commands of the base."""
        shelf = os.path.join(self.folder, "shelf")
        if self.expected_of != name:
            for folder in (shelf, f"{shelf}-kept"):
                shutil.rmtree(folder, ignore_errors=True)
            os.mkdir(shelf)
            base = self._copied("base")
            for arguments in commands:
                base.must(*arguments(shelf))
            shutil.copytree(shelf, f"{shelf}-kept")
            self.expected_of = name
        return shelf

    def try_backup_auto(self):
        shelf = self._shelf("backup auto")
        self._shelved("backup auto", shelf, "backup", "auto", "--folder", shelf)

    def try_backed_up(self):
        """A change whose backup is written at its end."""
        shelf = self._shelf("label, backed up", lambda shelf: ("backup", "auto", "--folder", shelf))
        self._shelved("label, backed up", shelf, "label", "walk", self.walk.keys.address(0, 0), "backed up")

    # Rehearsal chains

    def _rehearsing(self, name):
        home = self._fresh(name)
        home.must("node", "add", "practice", "rehearsal://")
        home.must("wallet", "import", "walk", "--from", self.walk.descriptor)
        home.must("rehearse", "fund", self.walk.keys.address(0, 0), "0.5")
        home.must("rehearse", "mine")
        home.must("sync", "walk")
        return home

    def _rehearsed(self, *arguments):
        """Of a rehearsal: a coin that was said to be sent is there, and the chain goes on."""
        if self.expected_of != arguments:
            self.expected_of = arguments
            self._rehearsing("base")
        copy = self._copied(of="base")
        ran = self._kill(*arguments, online=copy)
        self._opens(copy)
        for command in (("rehearse", "mine", "--json"), ("sync", "walk", "--json"), ("balance", "walk", "--json")):
            after = copy(*command)
            if not after.is_done:
                return self.walk.differs("a kill: the rehearsal cannot go on", after.error)
        balance = after.json["confirmed"]
        able = {"fund": (50_000_000, 60_000_000), "mine": (50_000_000,)}[arguments[1]]
        if balance not in able or ran.is_done and balance != able[-1]:
            self.walk.differs("a kill: a rehearsal lost something", f"{balance}, not {able}")
        return None

    def try_rehearse_fund(self):
        self._rehearsed("rehearse", "fund", self.walk.keys.address(0, 1), "0.1", "--json")

    def try_rehearse_mine(self):
        self._rehearsed("rehearse", "mine", "3", "--json")

    # Files

    def _written(self, name, *arguments, ending=".txt"):
        """Overwriting a file leaves the older one or the new one, never half of either."""
        path, first = (os.path.join(self.folder, part + ending) for part in ("written", "first"))
        if self.expected_of != name:
            self.walk.online.must(*arguments, "--out", first, "--force")
            self.expected_of = name
        with open(first, "rb") as file:
            new = file.read()
        with open(path, "wb") as file:
            file.write(b"what was there before")
        self._kill(*arguments, "--out", path, "--force", name=name)
        with open(path, "rb") as file:
            left = file.read()
        if left not in (new, b"what was there before"):
            self.walk.differs("a kill: half a file", f"{name}: {len(left)} bytes of {len(new)}")
        if not self.walk.online(*arguments, "--out", path, "--force").is_done:
            self.walk.differs("a kill: it cannot be repeated", name)
        with open(path, "rb") as file:
            if file.read() != new:
                self.walk.differs("a kill: repeated it writes something else", name)

    def try_wallet_export(self):
        self._written("wallet export", "wallet", "export", "walk")

    def try_qr_show(self):
        self._written("qr show", "qr", "show", self.walk.descriptor, ending=".png")

    def try_qr_read(self):
        picture = os.path.join(self.folder, "read.png")
        if self.expected_of != "qr read":
            self.walk.online.must("qr", "show", self.walk.descriptor, "--out", picture, "--force")
        self._written("qr read", "qr", "read", picture)

    def try_history_out(self):
        self._written("history --out", "history", "walk", "--csv", ending=".csv")
        self._opens()

    def try_addresses_out(self):
        self._written("addresses --out", "addresses", "walk", "--csv", ending=".csv")
        self._opens()

    def try_label_export(self):
        if self.expected_of != "label export":
            self.walk.online.must("label", "walk", self.walk.keys.address(0, 0), "written out")
        self._written("label export", "label", "export", "walk", ending=".jsonl")
        self._opens()

    def try_message_request(self):
        self._written("message request", "message", "request", "walk", "0", "--text", "This address is ours.")
        self._opens()

    def try_bsms_token(self):
        path = os.path.join(self.folder, "tokens.txt")
        if os.path.exists(path):
            os.remove(path)
        self._kill("bsms", "token", "--out", path, name="bsms token")
        if os.path.exists(path) and os.path.getsize(path) < 16:
            self.walk.differs("a kill: half a file", "bsms token")
