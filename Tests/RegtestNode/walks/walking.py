"""A random walk: one step after the other, and a comparison after each sync."""

import os
import random
import shutil
from collections import Counter

from . import comparing, programs
from .keys import Keys
from .money import DAY, MoneySteps
from .oracle import Truth
from .payments import Payment, PaymentSteps

__all__ = ["Payment", "Walk"]

# What a step does, and how often.
STEPS = {
    "fund": 16, "fund_ahead": 4, "reward": 3, "mine": 16, "mine_long": 1, "pay": 18, "sign": 14, "broadcast": 16,
    "cancel": 4, "elsewhere": 6, "elsewhere_mined": 3, "replace": 5, "double_spend": 4, "evict": 2, "restart": 2,
    "reorganise": 6, "receive": 3, "fresh_home": 1, "remove_and_import": 1, "rebroadcast": 2, "chain": 3,
    "filters": 2, "raise_minimum": 2, "silence": 3, "bump": 4, "prune": 4, "joint": 4, "begun_elsewhere": 2,
    "reorganise_deep": 1,
}


class Walk(MoneySteps, PaymentSteps):
    """One wallet of one script type in a fresh home, and a node that is turned under it."""

    def __init__(self, folder, node, program_folder, kind, seed, note=lambda text: None, steps=None, url=None, gap=DAY):
        self.random = random.Random(f"{seed} {kind}")
        self.folder, self.node, self.program_folder, self.kind, self.note = folder, node, program_folder, kind, note
        self.weights, self.gap = {**STEPS, **(steps or {})}, gap
        if not node.is_real:
            # The regtest node keeps every block, and takes a while for hundreds of them.
            self.weights["prune"] = self.weights["reorganise_deep"] = 0
        elif node.prune:
            # Whoever starts anew on a pruned node cannot know what was, and the index cannot be built later.
            for name in ("filters", "fresh_home", "remove_and_import", "begun_elsewhere"):
                self.weights[name] = 0
        else:
            self.weights["prune"] = 0
        self.keys = Keys(kind, seed)
        self.truth = Truth(node)
        self.payments, self.handed, self.shown_change = {}, {}, {}
        self.known_used = {0: -1, 1: -1}
        self.counts, self.differences, self.refusals = {"steps": 0, "syncs": 0, "homes": 0}, [], {}
        self.done, self.deepest = Counter(), []
        self.misses_history = False
        self.step, self.action, self.files, self.setting = 0, "start", 0, ""
        os.makedirs(folder, exist_ok=True)
        self.log = open(os.path.join(folder, "walk.log"), "w", encoding="utf-8")
        self.online = programs.coordinator(program_folder, os.path.join(folder, "online"), self._record)
        self.offline = programs.signer(program_folder, os.path.join(folder, "offline"), self.keys, log=self._record)
        self.descriptor = os.path.join(folder, "wallet.txt")
        with open(self.descriptor, "w", encoding="ascii") as file:
            file.write(self.keys.descriptor + "\n")
        self.url = url or node.url
        self._settle_in(self.online)
        if not node.bank_coins():
            node.fill_bank(40)
        if node.prune:
            # A node keeps its last 288 blocks whatever it is told.
            node.mine(500)

    def close(self):
        self.log.close()

    def _settle_in(self, online):
        online.must("node", "add", "node", self.url, "--cookie", self.node.cookie)
        online.must("wallet", "import", "walk", "--from", self.descriptor)

    def _record(self, ran):
        self.log.write(f"[{self.step} {self.action}] {ran.command} -> {ran.status} {ran.out.strip()[:600]!r}\n")
        if not ran.is_done:
            self.log.write(f"    {ran.error[:300]}\n")
        self.log.flush()
        if ran.is_trapped:
            self.differs("a program trapped", f"{ran.command}: {ran.status} {ran.err[-300:]}")

    def differs(self, kind, text):
        """Counts a difference; each kind is told with the step by which it is found again."""
        place = f"{self.kind}, step {self.step} ({self.action})"
        self.differences.append((kind, f"{place}: {text}"))
        self.log.write(f"    DIFFERENCE {kind}: {text}\n")
        if sum(1 for other, _ in self.differences if other == kind) <= 2:
            self.note(f"difference: {kind}: {place}: {text}")

    # The walk

    def run(self, steps):
        names, weights = list(self.weights), list(self.weights.values())
        for _ in range(steps):
            self.step += 1
            self.action = self.random.choices(names, weights)[0]
            self.done[self.action] += 1
            getattr(self, self.action)()
            self.counts["steps"] += 1
            self.truth.read()
            if self.random.random() < 0.75:
                self.sync()
        self.action = "end"
        self.finish()

    def sync(self, *options):
        """Syncs and compares; the node has not moved in between."""
        ran = self.online("sync", "walk", "--json", *options)
        self.counts["syncs"] += 1
        if not ran.is_done:
            return self.differs("sync failed", ran.error)
        self.misses_history = bool(ran.json and ran.json[0].get("missesHistory"))
        return self.compare(self.online, self.payments, self.misses_history)

    def compare(self, online, payments, misses_history=False):
        wallet = self.truth.read().wallet(self.keys)
        found = comparing.Comparison(
            online, "walk", wallet, payments, misses_history,
            misses_proofs=self.kind == "tr" and self.node.prune).run(self._scanned())
        for difference in found:
            self.differs(difference.kind, difference.text)
        if online is self.online:
            self.known_used = wallet.used
        return found

    def _scanned(self):
        answer = self.node("scantxoutset", "start", [f"raw({lock.hex()})" for lock in self.keys.scripts])
        return answer["unspents"]

    def refused(self, what, ran):
        key = f"{what}: {''.join('#' if letter.isdigit() else letter for letter in ran.error)[:90]}"
        self.refusals[key] = self.refusals.get(key, 0) + 1

    def wallet(self):
        return self.truth.read().wallet(self.keys)

    def file(self, ending):
        self.files += 1
        return os.path.join(self.folder, f"{self.files}{ending}")

    # Homes

    def fresh_home(self):
        """A home that starts now sees what this one sees."""
        if self.wallet().widest_gap() > 20:
            # No wallet that starts from its keys looks farther than its gap limit.
            return
        fresh = self._another_home()
        ran = fresh("sync", "walk", "--json")
        self.counts["homes"] += 1
        if ran.is_done:
            self.compare(fresh, {}, bool(ran.json[0].get("missesHistory")))
            # What another home handed out and nobody paid it cannot know; what was paid it can.
            given = fresh("receive", "walk", "--json").json
            missing = bool(ran.json[0].get("missesHistory"))
            if given and given["index"] <= self.truth.wallet(self.keys).used[0] and not missing:
                self.differs("receive: a fresh home hands out a paid address", f"index {given['index']}")
        else:
            self.differs("sync failed", f"of a fresh home: {ran.error}")
        shutil.rmtree(os.path.join(self.folder, "fresh"))

    def _another_home(self):
        fresh = programs.coordinator(self.program_folder, os.path.join(self.folder, "fresh"), self._record)
        self._settle_in(fresh)
        return fresh

    def remove_and_import(self):
        """The wallet is forgotten and taken in again; what was handed out stays so."""
        self.online.must("wallet", "remove", "walk", "--force", "--yes")
        self.online.must("wallet", "import", "walk", "--from", self.descriptor)
        self.payments = {}
        self.misses_history = False
        self.known_used = {0: -1, 1: -1}
        self.sync()
        self.receive()

    # The end

    def finish(self):
        """Whatever is in no block and in no mempool can be given up, and holds nothing then."""
        self.sync()
        for payment in self._live(*comparing.LIVE):
            if self.wallet().fate(payment) in ("possible", "contested", "dead", "conflicted"):
                if not self._cancel(payment):
                    self.differs(
                        "the end: cannot be given up",
                        f"payment {payment.number}, {payment.state}, is {self.wallet().fate(payment)}")
        self.sync()
        wallet = self.wallet()
        stuck = [
            payment.number for payment in self._live(*comparing.LIVE) if wallet.fate(payment) not in ("mempool", "confirmed")]
        if stuck:
            self.differs("the end: coins held for ever", f"payments {stuck}")
