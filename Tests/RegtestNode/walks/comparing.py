"""What the coordinator says after a sync, held against what is true."""

# States that a payment may be in, by what the node knows of its transaction.
LIVE = {"draft", "complete", "sending", "sent"}
ALLOWED = {
    "confirmed": {"confirmed"},
    "mempool": {"sent"},
    "conflicted": {"conflicted", "cancelled"},
    "dead": {"dead", "conflicted", "cancelled"},
    "contested": LIVE | {"cancelled", "replaced", "dead"},
    "possible": LIVE | {"cancelled"},
}
ZERO = "0" * 64


class Difference:
    def __init__(self, kind, text):
        self.kind, self.text = kind, text


class Comparison:
    """One look at a home: each difference has a kind, by which it is counted, and words."""

    def __init__(self, online, name, wallet, payments, misses_history=False, misses_proofs=False):
        self.online, self.name, self.wallet = online, name, wallet
        self.payments, self.misses_history = payments, misses_history
        # A taproot signature covers coins of others, which a pruned node has no longer: a spend beside them
        # cannot be verified, and calls no payment conflicted.
        self.misses_proofs = misses_proofs
        self.differences = []

    def differs(self, kind, text):
        self.differences.append(Difference(kind, text))

    def run(self, scanned=None):
        """Compares everything; `scanned` is the node's own answer to scantxoutset."""
        self._balance()
        held = self._payments()
        self._coins(held, scanned)
        self._history()
        return self.differences

    def _ask(self, command):
        ran = self.online(command, self.name, "--json")
        if not ran.is_done or ran.json is None:
            self.differs(f"{command} failed", ran.error)
            return None
        return ran.json

    def _balance(self):
        said = self._ask("balance")
        if said is None:
            return
        for name, true in zip(("confirmed", "pending", "immature"), self.wallet.balance()):
            if said[name] != true:
                self.differs(f"balance: {name}", f"says {said[name]}, is {true}")
        if said["height"] != self.wallet.height:
            self.differs("balance: height", f"says {said['height']}, is {self.wallet.height}")

    def _coins(self, held, scanned):
        said = self._ask("coins")
        if said is None:
            return
        mine = {}
        for item in said:
            txid, vout = item["outpoint"].split(":")
            mine[txid, int(vout)] = item
        true = self.wallet.unspent
        for outpoint in mine.keys() - true.keys():
            coin = self.wallet.coins.get(outpoint)
            why = "is nowhere" if coin is None else f"is spent by {coin.spender} in {coin.spent_height}"
            self.differs("coins: one too many", f"{outpoint} {why}")
        for outpoint in true.keys() - mine.keys():
            self.differs("coins: one is missing", f"{outpoint} of {true[outpoint].amount}")
        for outpoint in true.keys() & mine.keys():
            coin, item = true[outpoint], mine[outpoint]
            if item["amount"] != coin.amount:
                self.differs("coins: amount", f"{outpoint}: says {item['amount']}, is {coin.amount}")
            if item["confirmations"] != self.wallet.confirmations(coin):
                self.differs(
                    "coins: confirmations",
                    f"{outpoint}: says {item['confirmations']}, is {self.wallet.confirmations(coin)}")
            holder = item["state"].removeprefix("held by payment ") if "held by" in item["state"] else None
            if holder is not None and outpoint not in held.get(int(holder.split()[0]), ()):
                self.differs("coins: held for nothing", f"{outpoint}: {item['state']}")
            if holder is None and any(outpoint in coins for coins in held.values()):
                self.differs("coins: not held", f"{outpoint} is {item['state']}, a live payment spends it")
        if scanned is not None:
            # The node's own set of coins; what the mempool spends is not there for the coordinator.
            listed = {(item["txid"], item["vout"]) for item in scanned}
            there = {outpoint for outpoint, item in mine.items() if item["confirmations"] > 0}
            spent = {point for point, coin in self.wallet.coins.items() if coin.spender and coin.spent_height is None}
            if listed - spent != there:
                self.differs("coins: not the node's set", f"{sorted(listed - spent ^ there)[:3]}")

    def _history(self):
        said = self._ask("history")
        if said is None:
            return
        # Each balance is the one before it and what moved, and the newest is what the wallet owns.
        balance = 0
        for item in reversed(said):
            balance += item["net"]
            if item["balance"] != balance or balance < 0:
                self.differs("history: running balance", f"{item['txid']}: says {item['balance']}, is {balance}")
        if balance != sum(self.wallet.balance()):
            self.differs("history: balance", f"ends at {balance}, is {sum(self.wallet.balance())}")
        # Of a coin that is gone a node without filters cannot say where to: that is said of the coin alone.
        unknown = {}
        for item in said:
            if item["txid"] is None:
                self._unknown(item, unknown)
        seen = set()
        for item in said:
            txid = item["txid"]
            if txid is None:
                continue
            seen.add(txid)
            if txid == ZERO:
                self.differs("history: zero txid", f"{item}")
            elif txid not in self.wallet.places:
                self.differs("history: nowhere", f"{txid} in block {item['height']}")
            else:
                if item["height"] != self.wallet.places[txid]:
                    self.differs(
                        "history: height", f"{txid}: says {item['height']}, is {self.wallet.places[txid]}")
                # Where what it spent may not be known, that is said, and only more may have left.
                told = item["net"] + unknown.get(txid, 0)
                doubt = self.misses_history and item["mayMissSpends"] and told > self.wallet.nets[txid]
                if told != self.wallet.nets[txid] and not doubt:
                    self.differs(
                        "history: amount", f"{txid}: says {item['net']}, is {self.wallet.nets[txid]}")
        missing = self.wallet.places.keys() - seen - unknown.keys()
        if missing and not self.misses_history:
            self.differs("history: missing", f"{len(missing)}: {sorted(missing)[0]}")

    def _unknown(self, item, unknown):
        """A coin that is said to be gone: it must be, by a block, and only where the node cannot tell more."""
        txid, _, vout = (item.get("coin") or ":").partition(":")
        coin = self.wallet.coins.get((txid, int(vout or 0)))
        if coin is None or coin.spent_height is None:
            return self.differs("history: a coin is said to be spent, and is not", f"{item}")
        if item["net"] != -coin.amount:
            self.differs("history: amount", f"{item}, is {-coin.amount}")
        if not self.misses_history:
            self.differs("history: unknown, and the node can tell", f"{item}: {coin.spender}")
        unknown[coin.spender] = unknown.get(coin.spender, 0) - coin.amount
        return None

    def _payments(self):
        """Compares the states; the coins that live payments hold, by their number."""
        said = self._ask("payments")
        if said is None:
            return {}
        states = {item["payment"]: item["state"] for item in said}
        uncertain = {item["payment"] for item in said if item.get("uncertain")}
        held = {}
        for number, payment in self.payments.items():
            state, fate = states.get(number), self.wallet.fate(payment)
            if state is None:
                self.differs("payments: lost", f"payment {number}")
                continue
            if number in uncertain and state in LIVE and (
                    self.misses_history or self.misses_proofs and fate == "conflicted"):
                # The node cannot tell, and that is said: nothing is claimed.
                pass
            elif state == "sent" and fate == "mempool" and payment.is_given_up:
                # Given up here, and on its way all the same: its coins are held by nobody.
                payment.state = state
                continue
            elif state not in ALLOWED[fate]:
                self.differs(
                    f"payments: {state}, is {fate}",
                    f"payment {number}: coins {[self._told(outpoint) for outpoint in payment.inputs]}")
            payment.state = state
            if state in LIVE:
                held[number] = payment.inputs
        return held

    def _told(self, outpoint):
        coin = self.wallet.coins.get(outpoint)
        if coin is None:
            return f"{outpoint[0][:8]}:{outpoint[1]} nowhere"
        return f"{outpoint[0][:8]}:{outpoint[1]} in {coin.height}, spent by {str(coin.spender)[:8]} in {coin.spent_height}"
