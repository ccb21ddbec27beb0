"""Transactions that wait for a block. Scripts are judged by consensus code, the rest is policy."""

import time as clock

import consensus
import policy
from chain import COINBASE_MATURITY, Coin, wrapped

MAX_MONEY = 21_000_000 * 100_000_000
# The version of transactions that may pay nothing when a child pays for them (BIP-431).
TRUC = 3


class NotAccepted(Exception):
    """`reason` is Bitcoin Core's short word for it, `details` the longer one, as far as ours go.

    `may_be_paid_for` says that a child can make up for it, as one that comes with it in a package.
    """

    def __init__(self, reason, details="", is_missing=False, may_be_paid_for=False):
        super().__init__(details or reason)
        self.reason = reason
        self.details = details or reason
        self.is_missing = is_missing
        self.may_be_paid_for = may_be_paid_for


class Entry:
    def __init__(self, transaction, fee, height, sequence):
        self.transaction = transaction
        self.txid = transaction.txid
        self.wtxid = transaction.wtxid
        self.vsize = transaction.vsize
        self.fee = fee
        self.height = height
        self.time = int(clock.time())
        self.sequence = sequence


class Mempool:
    def __init__(self, chain, relayed=None, minimum=0):
        """Both are fee rates, in satoshis for 1,000 vbytes.

        Nothing below `relayed` comes in. Nothing below `minimum` does by itself: that is what rises when Bitcoin Core's
        mempool is full.
        """
        self.chain = chain
        self.relayed = policy.MIN_RELAY_FEE if relayed is None else relayed
        self.minimum = minimum
        self.entries = {}
        self.spenders = {}
        self._count = 0

    # Families

    def parents(self, entry):
        return {item.txid for item in entry.transaction.vin if item.txid in self.entries}

    def children(self, txid):
        entry = self.entries[txid]
        outpoints = ((txid, vout) for vout in range(len(entry.transaction.vout)))
        return {self.spenders[outpoint] for outpoint in outpoints if outpoint in self.spenders}

    def _family(self, start, step):
        found, queue = set(start), list(start)
        while queue:
            for other in step(queue.pop()):
                if other not in found:
                    found.add(other)
                    queue.append(other)
        return found

    def ancestors(self, txid):
        """The transaction and everything unconfirmed that it builds on."""
        return self._family([txid], lambda one: self.parents(self.entries[one]))

    def descendants(self, txid):
        """The transaction and everything that builds on it."""
        return self._family([txid], self.children)

    # Judging

    def coin(self, outpoint):
        """The coin at an outpoint, confirmed or not; None when there is none."""
        if outpoint[0] in self.entries:
            outputs = self.entries[outpoint[0]].transaction.vout
            if outpoint[1] < len(outputs):
                return Coin(outputs[outpoint[1]], self.chain.height + 1, False)
            return None
        return self.chain.coins.get(outpoint)

    def judge(self, transaction, pays_for_itself=True, was_here=False):
        """(entry, entries it replaces) when the transaction may enter; else raises `NotAccepted`.

        What comes in a package need not pay the minimum by itself; what was here or in a block, nothing.
        """
        self._check_alone(transaction)
        replaced = self._conflicts(transaction)
        coins = self._coins(transaction)
        fee = self._check_money(transaction, coins)
        self._check_context(transaction, coins)
        entry = Entry(transaction, fee, self.chain.height, self._count)
        if not was_here:
            if transaction.version != TRUC:
                self._check_relayed(fee, entry.vsize)
            if pays_for_itself:
                self.check_minimum(fee, entry.vsize)
        if fee > 0 and any(policy.is_dust(output) for output in transaction.vout):
            raise NotAccepted("dust", "dust, tx with dust output must be 0-fee")
        self._check_replacement(entry, replaced)
        spent = [(coin.value, coin.script) for coin in coins]
        wrong = consensus.verify_scripts(transaction.encode(), spent)
        if wrong is not None:
            raise NotAccepted(
                "mempool-script-verify-flag-failed (refused by the consensus library)",
                "mempool-script-verify-flag-failed (refused by the consensus library), "
                f"input {wrong} of {transaction.txid[::-1].hex()}")
        return entry, replaced

    def check_minimum(self, fee, vsize):
        """Of one transaction or of a package."""
        self._check_fee("mempool min fee not met", fee, policy.fee_for(self.minimum, vsize))
        self._check_relayed(fee, vsize)

    def _check_relayed(self, fee, vsize):
        self._check_fee("min relay fee not met", fee, policy.fee_for(self.relayed, vsize))

    @staticmethod
    def _check_fee(reason, fee, least):
        if fee < least:
            raise NotAccepted(reason, f"{reason}, {fee} < {least}", may_be_paid_for=True)

    def _check_alone(self, transaction):
        if not self.chain.kernel.is_well_formed(wrapped(transaction)):
            raise NotAccepted(self._why_malformed(transaction))
        if transaction.is_coinbase:
            raise NotAccepted("coinbase")
        refused = policy.why_not_standard(transaction)
        if refused:
            raise NotAccepted(*refused)
        if not self.chain.is_final(transaction):
            raise NotAccepted("non-final")

    @staticmethod
    def _why_malformed(transaction):
        # The verdict is the library's; it gives no reason, so this is only a word for it.
        outpoints = [item.outpoint for item in transaction.vin]
        values = [output.value for output in transaction.vout]
        if not outpoints:
            return "bad-txns-vin-empty"
        if not values:
            return "bad-txns-vout-empty"
        if min(values) < 0:
            return "bad-txns-vout-negative"
        if max(values) > MAX_MONEY:
            return "bad-txns-vout-toolarge"
        if sum(values) > MAX_MONEY:
            return "bad-txns-txouttotal-toolarge"
        if len(set(outpoints)) < len(outpoints):
            return "bad-txns-inputs-duplicate"
        if any(item.is_null for item in transaction.vin):
            return "bad-txns-prevout-null"
        return "bad-txns"

    def _conflicts(self, transaction):
        txid = transaction.txid
        if txid in self.entries:
            same = self.entries[txid].wtxid == transaction.wtxid
            raise NotAccepted(
                "txn-already-in-mempool" if same else "txn-same-nonwitness-data-in-mempool")
        replaced = set()
        for item in transaction.vin:
            spender = self.spenders.get(item.outpoint)
            if spender is not None:
                replaced |= self.descendants(spender)
        return replaced

    def _coins(self, transaction):
        coins = []
        for item in transaction.vin:
            coin = self.coin(item.outpoint)
            if coin is None:
                txid = transaction.txid
                if any((txid, vout) in self.chain.coins for vout in range(len(transaction.vout))):
                    raise NotAccepted("txn-already-known")
                raise NotAccepted("bad-txns-inputs-missingorspent", is_missing=True)
            coins.append(coin)
        return coins

    def _check_money(self, transaction, coins):
        for coin in coins:
            depth = self.chain.height + 1 - coin.height
            if coin.is_coinbase and depth < COINBASE_MATURITY:
                raise NotAccepted(
                    "bad-txns-premature-spend-of-coinbase",
                    "bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth "
                    f"{depth}")
        inputs = sum(coin.value for coin in coins)
        outputs = sum(output.value for output in transaction.vout)
        if inputs < outputs:
            raise NotAccepted(
                "bad-txns-in-belowout",
                f"bad-txns-in-belowout, value in ({btc(inputs)}) < value out ({btc(outputs)})")
        return inputs - outputs

    def _check_context(self, transaction, coins):
        if not self.chain.sequences_allow(transaction, coins):
            raise NotAccepted("non-BIP68-final")
        refused = policy.inputs_not_standard(transaction, coins)
        if refused:
            raise NotAccepted(*refused)

    def _check_replacement(self, entry, replaced):
        if not replaced:
            return
        name = entry.txid[::-1].hex()
        if any(item.txid in replaced for item in entry.transaction.vin):
            raise NotAccepted(
                "bad-txns-spends-conflicting-tx",
                f"bad-txns-spends-conflicting-tx, {name} spends conflicting transaction")
        paid = sum(self.entries[txid].fee for txid in replaced)
        if entry.fee < paid:
            raise NotAccepted(
                "insufficient fee",
                f"insufficient fee, rejecting replacement {name}, less fees than conflicting txs; "
                f"{btc(entry.fee)} < {btc(paid)}")
        more = policy.fee_for(policy.INCREMENTAL_FEE, entry.vsize)
        if entry.fee - paid < more:
            raise NotAccepted(
                "insufficient fee",
                f"insufficient fee, rejecting replacement {name}, not enough additional fees to "
                f"relay; {btc(entry.fee - paid)} < {btc(more)}")

    # Changing

    def add(self, entry, replaced=()):
        for txid in replaced:
            self.remove(txid)
        self._count += 1
        self.entries[entry.txid] = entry
        for item in entry.transaction.vin:
            self.spenders[item.outpoint] = entry.txid

    def remove(self, txid):
        entry = self.entries.pop(txid, None)
        for item in entry.transaction.vin if entry else ():
            self.spenders.pop(item.outpoint, None)

    def follow(self):
        """Drops what a new tip confirmed or made impossible."""
        again = sorted(self.entries.values(), key=lambda entry: entry.sequence)
        self.entries, self.spenders = {}, {}
        for old in again:
            if old.txid in self.chain.places:
                continue
            try:
                entry, _ = self.judge(old.transaction, was_here=True)
            except NotAccepted:
                continue
            entry.time, entry.height = old.time, old.height
            self.add(entry)

    def in_order(self):
        """Entries with parents before children, for a block."""
        return sorted(self.entries.values(), key=lambda entry: entry.sequence)


def btc(satoshis):
    """Money as messages print it: two decimals at least, no zeros behind them."""
    whole, part = divmod(satoshis, 100_000_000)
    text = f"{part:08d}"
    return f"{whole}.{text[:2]}{text[2:].rstrip('0')}"
