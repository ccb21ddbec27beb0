"""Every kind of lie in turn: told once, ended, and then the coordinator must say again what is true."""

import os
import random
import shutil

import scripts
from . import comparing, programs
from .keys import Keys
from .lies import KINDS
from .nodes import LOCK, Node
from .proxy import Proxy
from .walking import Walk

# A run under a lie that has not ended after so many seconds is counted as one that hangs.
LIMIT = 200


class Lying:
    """A walk's home behind a proxy; `told` maps each kind to what came of it."""

    def __init__(self, folder, node, program_folder, seed, note=lambda text: None, kind="wpkh"):
        self.node, self.folder, self.program_folder, self.note = node, folder, program_folder, note
        self.random = random.Random(f"{seed} lies")
        self.proxy = Proxy(node)
        self.walk = Walk(folder, node, program_folder, kind, seed, note, url=self.proxy.url)
        self.other = Node(os.path.join(folder, "other"))
        self.other("generatetoaddress", 160, "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080")
        self.told, self.turned, self.standing, self.refused = {}, False, {}, 0
        self.some_transaction = self._some_transaction()

    def close(self):
        self.walk.close()
        self.proxy.close()
        self.other.remove()

    def _some_transaction(self):
        tip = self.node("getbestblockhash")
        return self.node("getrawtransaction", self.node("getblock", tip)["tx"][0], 0, tip)

    # What some lies do to the node

    def fund(self, amount=None):
        """Pays an index that may be the next to be handed out."""
        self.walk._bank_sends([(amount or self.random.randint(200_000, 3_000_000), self._next_lock())])

    def _next_lock(self):
        wallet = self.walk.wallet()
        return self.walk.keys.script(0, wallet.used[0] + 1)

    def spend_elsewhere_once(self):
        if not self.turned:
            self.turned = True
            self.walk.elsewhere()

    def reorganise_once(self):
        if not self.turned:
            self.turned = True
            self.walk._turn(2)

    def with_other_witness(self, text):
        """The same transaction with another witness: its txid does not tell."""
        from wire import Transaction
        transaction = Transaction.parse(bytes.fromhex(text))
        for item in transaction.vin:
            if item.witness:
                item.witness[0] = b"\x30" * len(item.witness[0])
        return transaction.encode().hex()

    # One kind after the other

    def run(self, names=None):
        walk = self.walk
        self.fund(50_000_000)
        self.fund(50_000_000)
        self.node.mine(1)
        walk.sync()
        for name in names or KINDS:
            walk.step += 1
            walk.action = f"lie: {name}"
            self._prepare(name)
            self.turned = False
            self.proxy.lie = KINDS[name](self)
            believed = self._ask(name)
            self.proxy.lie = None
            self.told[name] = self._heal(name, believed)
            walk.counts["steps"] += 1

    def _prepare(self, name):
        """Something new to lie about: coins in a block and in the mempool, a spend, a payment that is ready."""
        walk = self.walk
        if name.startswith("forged"):
            return self._stand()
        self.fund()
        walk.elsewhere()
        self.node.mine(1)
        self.fund()
        if name.startswith(("verdicts", "sending", "the mempool", "another chain", "the way", "answers")):
            self.ready = None
            walk.sync()
            payment = self._pay()
            if payment and walk._sign(payment):
                self.ready = payment

    def _stand(self):
        """A draft, a complete payment and one in the mempool: made again where one is not there any more."""
        walk = self.walk
        walk.sync()
        for state in ("draft", "complete", "sent"):
            payment = self.standing.get(state)
            if payment and payment.state == state and walk.wallet().fate(payment) in ("possible", "mempool"):
                continue
            if not self.standing or state != "sent":
                self.fund(5_000_000)
                self.node.mine(1)
                walk.sync()
            self.standing[state] = payment = self._pay()
            if state != "draft":
                walk._sign(payment)
            if state == "sent":
                walk._broadcast(payment)
            walk.sync()

    def _unmoved(self, name, said):
        """No payment becomes anything else by a transaction that nobody signed."""
        states = {item["payment"]: item["state"] for item in self.walk.online("payments", "--json").json or []}
        for state, payment in self.standing.items():
            if states.get(payment.number) != state:
                now = states.get(payment.number)
                self.walk.differs("a lie: a forged spend was believed", f"{name}: payment {payment.number}: {now}")
        if not said.is_done:
            self.refused += 1

    def _pay(self):
        walk, path = self.walk, self.walk.file(".psbt")
        ran = walk.online(
            "pay", "walk", "--to", f"{walk._foreign()}=100000sat", "--fee-rate", "5", "--out", path, "--json")
        return self._taken(ran, path)

    def _taken(self, ran, path):
        from .walking import Payment
        if not ran.is_done or ran.json is None:
            return None
        payment = Payment(ran.json["payment"], path)
        self.walk.payments[payment.number] = payment
        return payment

    def _ask(self, name):
        """Runs commands under the lie; the kinds of false statements that were believed."""
        walk, believed = self.walk, []
        online = walk.online
        if name.startswith("coins"):
            return self._ask_fresh(name)
        ran = online("sync", "walk", "--json", limit=LIMIT)
        if ran.status is None:
            walk.differs("a lie: the program hangs", name)
        if ran.is_done:
            wallet = walk.wallet()
            said = comparing.Comparison(online, "walk", wallet, walk.payments, walk.misses_history).run()
            believed = [difference.kind for difference in said]
        if name.startswith("forged"):
            self._unmoved(name, ran)
        if name.startswith("fees"):
            path = walk.file(".psbt")
            amount = 1_000_000
            ran = online("pay", "walk", "--to", f"{walk._foreign()}={amount}sat", "--out", path, "--json", limit=LIMIT)
            if self._taken(ran, path) and ran.json["fee"] > amount // 10:
                walk.differs("a lie: a fee beyond the limits without a word", f"{name}: {ran.json['fee']} sat")
        if getattr(self, "ready", None):
            ran = online("broadcast", self.ready.number, "--yes", "--json", limit=LIMIT)
            if ran.status is None:
                walk.differs("a lie: the program hangs", f"{name}: broadcast")
        return believed

    def _ask_fresh(self, name):
        """Without filters a home that starts now looks through the coins: the lie is told to that one."""
        walk = self.walk
        home = os.path.join(self.folder, "lied-to")
        fresh = programs.coordinator(self.program_folder, home, walk._record)
        fresh.must("node", "add", "node", self.node.url, "--cookie", self.node.cookie)
        fresh.must("node", "add", "liar", self.proxy.url, "--cookie", self.node.cookie)
        fresh.must("wallet", "import", "walk", "--from", walk.descriptor)
        fresh.must("node", "use", "liar")
        wallet = walk.wallet()
        believed = []
        if fresh("sync", "walk", "--json", limit=LIMIT).is_done:
            said = comparing.Comparison(fresh, "walk", wallet, {}, True).run()
            believed = [difference.kind for difference in said]
        fresh.must("node", "use", "node")
        ran = fresh("sync", "walk", "--json")
        left = comparing.Comparison(fresh, "walk", wallet, {}, True).run() if ran.is_done else None
        if left or left is None:
            whole = fresh("sync", "walk", "--whole", "--json")
            left = comparing.Comparison(fresh, "walk", wallet, {}, False).run() if whole.is_done else left
            if left or left is None:
                walk.differs("a lie: not healed", f"{name}: {left and left[0].kind}: {left and left[0].text}")
        shutil.rmtree(home)
        return believed

    def _heal(self, name, believed):
        """An honest sync, and where that does not do it the one that looks at everything again."""
        walk = self.walk
        healed = self._honest("--json")
        outcome = "refused or without effect" if not believed else "believed, healed by the next sync"
        if healed:
            left = self._honest("--whole", "--json")
            outcome = "believed, healed by sync --whole"
            if left:
                outcome = "NOT HEALED"
                for difference in left[:3]:
                    walk.differs("a lie: not healed", f"{name}: {difference.kind}: {difference.text}")
        walk.known_used = walk.wallet().used
        walk.receive()
        if getattr(self, "ready", None):
            # What a liar said about sending must not be the end of a payment.
            if walk.wallet().fate(self.ready) == "possible":
                self.ready.state = "sent"
                walk._broadcast(self.ready)
                if walk.wallet().fate(self.ready) == "possible":
                    walk.differs("a lie: a payment cannot be sent any more", f"{name}: payment {self.ready.number}")
            self.ready = None
        return outcome

    def _honest(self, *options):
        walk = self.walk
        ran = walk.online("sync", "walk", *options)
        walk.counts["syncs"] += 1
        if not ran.is_done:
            return [comparing.Difference("sync failed", ran.error)]
        return comparing.Comparison(
            walk.online, "walk", walk.wallet(), walk.payments, walk.misses_history).run(walk._scanned())
