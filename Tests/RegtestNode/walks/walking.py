"""A random walk: one step after the other, and a comparison after each sync."""

import os
import random
import shutil

from embit.psbt import PSBT

import scripts
from . import comparing, programs
from .keys import Keys
from .nodes import LOCK, SOMEBODY
from .oracle import Truth

# What a step does, and how often.
STEPS = {
    "fund": 16, "fund_ahead": 4, "reward": 3, "mine": 16, "mine_long": 1, "pay": 18, "sign": 14, "broadcast": 16,
    "cancel": 4, "elsewhere": 6, "elsewhere_mined": 3, "replace": 5, "double_spend": 4, "evict": 2, "restart": 2,
    "reorganise": 6, "receive": 3, "fresh_home": 1, "remove_and_import": 1, "rebroadcast": 2, "chain": 3,
    "filters": 2, "raise_minimum": 2, "silence": 3,
}
# Blocks that a wallet without filters is told about one by one; a longer gap is another way of looking.
LONG = 150


class Payment:
    """A payment that the coordinator built, and what the walk did with it."""

    def __init__(self, number, path):
        with open(path, "rb") as file:
            packet = PSBT.parse(file.read())
        self.number, self.path = number, path
        self.unsigned = packet.tx.txid().hex()
        self.inputs = {(item.txid.hex(), item.vout) for item in packet.tx.vin}
        self.scripts = {output.script_pubkey.data for output in packet.tx.vout}
        self.state = "draft"
        self.is_signed = self.was_sent = False


class Walk:
    """One wallet of one script type in a fresh home, and a node that is turned under it."""

    def __init__(self, folder, node, program_folder, kind, seed, note=lambda text: None, steps=None, url=None):
        self.random = random.Random(f"{seed} {kind}")
        self.folder, self.node, self.program_folder, self.kind, self.note = folder, node, program_folder, kind, note
        self.weights = {**STEPS, **(steps or {})}
        if not node.is_real or node.prune:
            self.weights["raise_minimum"] = self.weights["raise_minimum"] if node.is_real else 0
            self.weights["filters"] = 0 if node.prune else self.weights["filters"]
        self.keys = Keys(kind, seed)
        self.truth = Truth(node)
        self.payments, self.handed, self.shown_change = {}, {}, {}
        self.known_used = {0: -1, 1: -1}
        self.counts, self.differences, self.refusals = {"steps": 0, "syncs": 0, "homes": 0}, [], {}
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
        self.misses_history = self.misses_history or bool(ran.json and ran.json[0].get("missesHistory"))
        return self.compare(self.online, self.payments, self.misses_history)

    def compare(self, online, payments, misses_history=False):
        wallet = self.truth.read().wallet(self.keys)
        found = comparing.Comparison(online, "walk", wallet, payments, misses_history).run(self._scanned())
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

    # Addresses

    def receive(self, online=None):
        """Hands out an address: never one that was handed out, or paid as far as the last sync can tell."""
        ran = (online or self.online)("receive", "walk", "--json")
        if not ran.is_done or ran.json is None:
            self.refused("receive", ran)
            return None
        address, index = ran.json["address"], ran.json["index"]
        if address != self.keys.address(0, index):
            self.differs("receive: a wrong address", f"{address} is not index {index}")
        if address in self.handed:
            self.differs("receive: handed out again", f"index {index}, first in step {self.handed[address]}")
        elif index <= self.known_used[0]:
            self.differs("receive: paid before", f"index {index}; {self.known_used[0]} is used")
        self.handed[address] = self.step
        self.keys.watch(0, index)
        return scripts.script_of_address(address)

    # Money that comes

    def _bank_sends(self, outputs):
        coins = self.node.bank_coins()
        total = sum(amount for amount, _ in outputs)
        for coin in coins:
            if coin[2] > total + 10_000:
                return self.node.tries("sendrawtransaction", self.node.bank_pays(outputs, coin))
        self.node.mine(1)
        return None

    def fund(self):
        outputs = []
        for _ in range(self.random.choice((1, 1, 1, 2, 4))):
            lock = self.receive()
            if lock:
                outputs.append((self._amount(), lock))
        if outputs:
            self._bank_sends(outputs)

    def _amount(self):
        return int(10 ** self.random.uniform(3.5, 8.5))

    def fund_ahead(self):
        """Somebody pays an address that this home has not handed out: another home of the same keys did."""
        wallet = self.wallet()
        index = max(wallet.used[0], 0) + self.random.randint(1, 12)
        self._bank_sends([(self._amount(), self.keys.script(0, index))])

    def reward(self):
        lock = self.receive()
        if lock:
            self.node.mine(1, scripts.address(lock))

    # Blocks

    def mine(self):
        self.node.mine(self.random.choice((1, 1, 1, 2, 3, 6)))

    def mine_long(self):
        self.node.mine(self.random.randint(LONG - 8, LONG + 20))

    def reorganise(self):
        height = self.node("getblockcount")
        depth = min(height - 140, self.random.choice((1, 1, 2, 2, 3, 5, 8, 20)))
        if depth < 1:
            return
        self._turn(depth)

    def _turn(self, depth):
        self.truth.read()
        lost = self.truth.above(self.truth.height - depth)
        how = self.random.choice(("empty", "empty", "same", "other"))
        again = []
        if how == "same":
            again = [item.encode().hex() for item in lost]
        elif how == "other":
            again = self._conflict_with(lost)
        if not self.node.reorganise(depth, again):
            # A block of transactions that do not fit there any more: an empty branch does.
            self.node.reorganise(depth + 1)

    def _conflict_with(self, transactions):
        """A spend elsewhere of one of the coins that these transactions spend, if it is the wallet's."""
        wallet = self.wallet()
        for transaction in transactions:
            for item in transaction.vin:
                coin = wallet.coins.get((item.txid[::-1].hex(), item.vout))
                lost = {other.txid for other in transactions}
                if coin is not None and coin.height is not None and item.txid not in lost and not coin.is_coinbase:
                    return [self._spend([(item.txid[::-1].hex(), item.vout)], wallet, 5000)]
        return []

    # The node

    def restart(self):
        self.node.restart()

    def evict(self):
        """The mempool is forgotten: nobody else kept what was in it."""
        self.node.restart(forgetting_mempool=True)

    def raise_minimum(self):
        """The node relays nothing below 30 sat/vB for a while: what paid less is gone from its mempool."""
        self.node.restart(minimum=None if self.node.minimum else "0.0003")

    def filters(self):
        self.node.restart(filters=not self.node.filters)

    # Payments

    def _live(self, *states):
        return [payment for payment in self.payments.values() if payment.state in states]

    def pay(self, *options):
        wallet = self.wallet()
        held = {outpoint for payment in self._live(*comparing.LIVE) for outpoint in payment.inputs}
        able = sum(wallet.coins[outpoint].amount for outpoint in self._spendable(wallet) if outpoint not in held)
        recipients = []
        if self.random.random() < 0.08:
            recipients = [f"{SOMEBODY}=all"]
            options = (*options, "--without-held")
        else:
            for _ in range(self.random.choice((1, 1, 2, 3))):
                amount = max(2000, int(able * self.random.uniform(0.01, 0.35)))
                own = self.random.random() < 0.15
                lock = self.receive() if own else None
                place = scripts.address(lock) if lock else self._foreign()
                recipients.append(f"{place}={amount}sat")
        path = self.file(".psbt")
        arguments = [part for recipient in recipients for part in ("--to", recipient)]
        rate = f"{self.random.choice((1, 2, 5, 12, 30)) + self.random.random():.2f}"
        if self.random.random() < 0.3:
            options = (*options, "--no-sync")
        ran = self.online(
            "pay", "walk", *arguments, "--fee-rate", rate, "--out", path, "--json", "--accept", "R04", *options)
        if not ran.is_done or ran.json is None:
            self.refused("pay", ran)
            return None
        payment = Payment(ran.json["payment"], path)
        for other in self.payments.values():
            if other.state in comparing.LIVE and other.inputs & payment.inputs:
                self.differs("pay: a coin twice", f"payments {other.number} and {payment.number}")
        change = ran.json.get("change")
        if change:
            lock = scripts.script_of_address(change["address"])
            place = self.keys.place(lock)
            if place is None or lock in self.shown_change or place[1] <= self.known_used[1]:
                self.differs("pay: change used before", f"payment {payment.number}: {place}")
            self.shown_change[lock] = payment.number
            if place:
                self.keys.watch(*place)
        self.payments[payment.number] = payment
        return payment

    def _foreign(self):
        return scripts.address(b"\x00\x14" + self.random.randbytes(20))

    def sign(self):
        drafts = [payment for payment in self._live("draft") if not payment.is_signed]
        if drafts:
            self._sign(self.random.choice(drafts))

    def _sign(self, payment):
        """Signs and collects; in a shared wallet one signature is another program's."""
        first, second = self.file(".psbt"), self.file(".psbt")
        answers = []
        if self.keys.is_shared or self.random.random() < 0.5:
            answers = [second]
            self.keys.sign_packet(payment.path, second, 1 if self.keys.is_shared else 0)
        if self.keys.is_shared or not answers:
            # Rehearsal coins: a fee or an amount that a person would be asked about is agreed to.
            ran = self.offline(
                "sign", payment.path, "--out", first, "--yes", "--json", *(
                    part for rule in ("R04", "R05", "R33") for part in ("--accept", rule)))
            if not ran.is_done:
                self.refused("sign", ran)
                return False
            answers.append(first)
        self.random.shuffle(answers)
        ran = self.online("collect", *answers, "--json")
        if not ran.is_done:
            self.refused("collect", ran)
            return False
        payment.is_signed, payment.state = True, "complete"
        return True

    def broadcast(self):
        ready = self._live("complete", "sending")
        if ready:
            self._broadcast(self.random.choice(ready))

    def _broadcast(self, payment):
        ran = self.online("broadcast", payment.number, "--yes", "--json")
        if not ran.is_done or ran.json is None:
            self.refused("broadcast", ran)
            return
        payment.was_sent, payment.state = True, "sent"
        pool = self.node("getrawmempool")
        if ran.json["txid"] not in pool and ran.json["txid"] not in self.wallet().everywhere:
            self.differs("broadcast: nowhere", f"payment {payment.number}, {ran.json['txid']}")

    def rebroadcast(self):
        sent = self._live("sent")
        if sent:
            self._broadcast(self.random.choice(sent))

    def chain(self):
        """A payment from end to end, then one that spends its unconfirmed change."""
        for _ in range(2):
            payment = self.pay()
            if payment and self._sign(payment):
                self._broadcast(payment)
            self.sync()

    def silence(self):
        """Much happens, and nobody asks for longer than a node without filters is asked block by block."""
        payment = self.pay()
        if payment and self._sign(payment):
            self._broadcast(payment)
        self.fund_ahead()
        self.elsewhere()
        self.mine_long()
        if self.random.random() < 0.5:
            self.elsewhere()
            self.mine_long()
        self.sync()

    def cancel(self):
        live = self._live("draft", "complete", "sent", "sending")
        if live:
            self._cancel(self.random.choice(live))

    def _cancel(self, payment):
        fate = self.wallet().fate(payment)
        ran = self.online("cancel", payment.number, "--yes", "--json")
        if not ran.is_done:
            self.refused(f"cancel ({payment.state}, {fate})", ran)
            return False
        if fate in ("mempool", "confirmed"):
            self.differs(f"cancel: of a payment that is {fate}", f"payment {payment.number}: {ran.out[:200]}")
        payment.state = "cancelled"
        return True

    # Spends that this home did not make

    def _spend(self, outpoints, wallet, fee, own=None):
        coins = [(*outpoint, wallet.coins[outpoint].amount, wallet.coins[outpoint].script) for outpoint in outpoints]
        total = sum(coin[2] for coin in coins) - fee
        if own is None:
            own = self.random.random() < 0.4 and total > 20_000
        outputs = [(total, LOCK.data)]
        if own:
            index = max(wallet.used[1], 0) + self.random.randint(1, 3)
            outputs = [(total // 3, LOCK.data), (total - total // 3, self.keys.script(1, index))]
        return self.keys.spend(coins, outputs)

    def _spendable(self, wallet, least=12_000):
        return sorted(
            outpoint for outpoint, coin in wallet.unspent.items() if coin.amount >= least and (
                not coin.is_coinbase or wallet.confirmations(coin) >= 100))

    def elsewhere(self):
        wallet = self.wallet()
        able = self._spendable(wallet)
        if able:
            chosen = self.random.sample(able, min(len(able), self.random.choice((1, 1, 2))))
            self.node.tries("sendrawtransaction", self._spend(chosen, wallet, 6000))

    def elsewhere_mined(self):
        """A spend that no mempool showed: a block brings it."""
        wallet = self.wallet()
        able = [outpoint for outpoint in self._spendable(wallet) if wallet.coins[outpoint].height is not None]
        if able:
            self.node.mine_with([self._spend([self.random.choice(able)], wallet, 6000)])

    def _own_in_mempool(self, wallet):
        """Coins that the mempool spends and a block or the mempool made."""
        return sorted(
            outpoint for outpoint, coin in wallet.coins.items()
            if coin.spender is not None and coin.spent_height is None and not coin.is_coinbase and coin.amount > 60_000)

    def replace(self):
        """The spender of a coin in the mempool is replaced by one that pays more."""
        wallet = self.wallet()
        able = self._own_in_mempool(wallet)
        if able:
            outpoint = self.random.choice(able)
            fee = min(wallet.coins[outpoint].amount // 2, 400_000)
            self.node.tries("sendrawtransaction", self._spend([outpoint], wallet, fee), "1")

    def double_spend(self):
        """A block spends a coin that a payment spends too, otherwise than that payment."""
        wallet = self.wallet()
        able = [
            outpoint for outpoint in self._own_in_mempool(wallet) if wallet.coins[outpoint].height is not None
        ] + [
            outpoint for payment in self._live("draft", "complete") for outpoint in payment.inputs
            if outpoint in wallet.unspent and wallet.coins[outpoint].height is not None
            and not wallet.coins[outpoint].is_coinbase and wallet.coins[outpoint].amount > 12_000
        ]
        if able:
            self.node.mine_with([self._spend([self.random.choice(sorted(able))], wallet, 6000)])

    # Homes

    def fresh_home(self):
        """A home that starts now sees what this one sees."""
        home = os.path.join(self.folder, "fresh")
        fresh = programs.coordinator(self.program_folder, home, self._record)
        self._settle_in(fresh)
        ran = fresh("sync", "walk", "--json")
        self.counts["homes"] += 1
        if ran.is_done:
            self.compare(fresh, {}, bool(ran.json[0].get("missesHistory")))
            # What another home handed out and nobody paid it cannot know; what was paid it can.
            given = fresh("receive", "walk", "--json").json
            if given and given["index"] <= self.truth.wallet(self.keys).used[0]:
                self.differs("receive: a fresh home hands out a paid address", f"index {given['index']}")
        else:
            self.differs("sync failed", f"of a fresh home: {ran.error}")
        shutil.rmtree(home)

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
        stuck = [payment.number for payment in self._live(*comparing.LIVE) if wallet.fate(payment) != "mempool"]
        if stuck:
            self.differs("the end: coins held for ever", f"payments {stuck}")
