"""The steps of a walk about what others do: coins that come, blocks, spends elsewhere, the node itself."""

import scripts
from .nodes import LOCK

# A day of blocks, and the last two weeks that a node without filters is asked about block by block: after a longer
# silence only what is unspent is listed.
DAY, FORTNIGHT = 150, 2016


class MoneySteps:
    """Steps of a walk; needs its programs, its node and its random numbers."""

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
        elif index <= self.known_used[0] and not self.misses_history:
            # Without filters what was used and emptied is not seen; the sync has said so.
            self.differs("receive: paid before", f"index {index}; {self.known_used[0]} is used")
        self.handed[address] = self.step
        self.keys.watch(0, index)
        return scripts.script_of_address(address)

    # Money that comes

    def _bank_sends(self, outputs):
        coins = self.node.bank_coins()
        total = sum(amount for amount, _ in outputs)
        for coin in coins:
            if coin[2] > total + 100_000:
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
        self.node.mine(self.random.randint(self.gap - 8, self.gap + 20))

    def reorganise(self):
        height = self.node("getblockcount")
        depth = min(height - 140, self.random.choice((1, 1, 2, 2, 3, 5, 8, 20)))
        if depth < 1:
            return
        self._turn(depth)

    def reorganise_deep(self):
        """More blocks are replaced than the records remember one by one, up to 260."""
        depth = self.random.choice((22, 30, 45, 80, 110, 143, 144, 145, 180, 220, 260))
        missing = 140 + depth - self.node("getblockcount")
        if missing > 0:
            self.node.mine(missing)
        if self._turn(depth):
            self.deepest.append(depth)

    def _turn(self, depth):
        self.truth.read()
        lost = self.truth.above(self.truth.height - depth)
        how = self.random.choice(("empty", "empty", "same", "other"))
        again = []
        if how == "same":
            again = [item.encode().hex() for item in lost]
        elif how == "other":
            again = self._conflict_with(lost)
        # A block of transactions that do not fit there any more is refused: an empty branch is not.
        return self.node.reorganise(depth, again) or self.node.reorganise(depth + 1)

    def _conflict_with(self, transactions):
        """A spend elsewhere of one of the coins that these transactions spend, if it is the wallet's."""
        wallet = self.wallet()
        for transaction in transactions:
            for item in transaction.vin:
                coin = wallet.coins.get((item.txid[::-1].hex(), item.vout))
                lost = {other.txid for other in transactions}
                if coin is None or coin.height is None or coin.is_coinbase or coin.amount < 30_000:
                    continue
                if item.txid not in lost:
                    return [self._spend([(item.txid[::-1].hex(), item.vout)], wallet, 15_000)]
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

    def prune(self):
        """The node deletes its oldest blocks; the oracle has read them."""
        self.truth.read()
        pruned = self.node.tries("pruneblockchain", max(1, self.node("getblockcount") - 288))
        if pruned and pruned > 0:
            self.log.write(f"    pruned up to block {pruned}\n")

    def filters(self):
        self.node.restart(filters=not self.node.filters)

    # Spends that this home did not make

    def _spend(self, outpoints, wallet, fee, own=None):
        coins = [(*outpoint, wallet.coins[outpoint].amount, wallet.coins[outpoint].script) for outpoint in outpoints]
        total = sum(coin[2] for coin in coins) - fee
        if own is None:
            own = self.random.random() < 0.4 and total > 15_000
        outputs = [(total, LOCK.data)]
        if own:
            index = max(wallet.used[1], 0) + self.random.randint(1, 3)
            outputs = [(total // 3, LOCK.data), (total - total // 3, self.keys.script(1, index))]
        return self.keys.spend(coins, outputs)

    def _spendable(self, wallet, least=30_000):
        return sorted(
            outpoint for outpoint, coin in wallet.unspent.items() if coin.amount >= least and (
                not coin.is_coinbase or wallet.confirmations(coin) >= 100))

    def elsewhere(self):
        wallet = self.wallet()
        able = self._spendable(wallet)
        if able:
            chosen = self.random.sample(able, min(len(able), self.random.choice((1, 1, 2))))
            self.node.tries("sendrawtransaction", self._spend(chosen, wallet, 15_000))

    def elsewhere_mined(self):
        """A spend that no mempool showed: a block brings it."""
        wallet = self.wallet()
        able = [outpoint for outpoint in self._spendable(wallet) if wallet.coins[outpoint].height is not None]
        if able:
            self.node.mine_with([self._spend([self.random.choice(able)], wallet, 15_000)])

    def joint(self):
        """Somebody else's coin and one or two of the wallet's in one transaction, made elsewhere."""
        wallet = self.wallet()
        able = self._spendable(wallet)
        if not able:
            return
        chosen = self.random.sample(able, min(len(able), self.random.choice((1, 1, 2))))
        others = self.node.bank_coin()
        coins = [(*outpoint, wallet.coins[outpoint].amount, wallet.coins[outpoint].script) for outpoint in chosen]
        total = sum(coin[2] for coin in coins)
        coins.append((*others, LOCK.data))
        self.random.shuffle(coins)
        # What comes back may be less than what was given, or more, or nothing.
        back = self.random.choice((0, total // 2, total - 5_000, total + 40_000))
        outputs = [(others[2] + total - back - 20_000, LOCK.data)]
        if back:
            branch = self.random.choice((0, 1))
            outputs.insert(0, (back, self.keys.script(branch, max(wallet.used[branch], 0) + self.random.randint(1, 3))))
        body = self.keys.spend(coins, outputs)
        confirmed = all(wallet.coins[outpoint].height is not None for outpoint in chosen)
        if confirmed and self.random.random() < 0.3:
            self.node.mine_with([body])
        else:
            self.node.tries("sendrawtransaction", body)

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
            and not wallet.coins[outpoint].is_coinbase and wallet.coins[outpoint].amount > 30_000
        ]
        if able:
            self.node.mine_with([self._spend([self.random.choice(sorted(able))], wallet, 15_000)])
