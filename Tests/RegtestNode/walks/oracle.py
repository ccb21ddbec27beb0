"""What is true: the whole chain and the mempool, read from the node block by block and judged here.

Nothing is taken from the programs, and nothing that the node says about scripts or coins but where a
comparison asks it on purpose (`scantxoutset`).
"""

from wire import Block, Transaction

COINBASE_MATURITY = 100


class Coin:
    def __init__(self, amount, script, height, is_coinbase):
        self.amount, self.script, self.height, self.is_coinbase = amount, script, height, is_coinbase
        self.spender, self.spent_height = None, None

    @property
    def is_unspent(self):
        return self.spender is None


class Truth:
    """The chain and the mempool as they were at the last `read`."""

    def __init__(self, node):
        self.node = node
        self._blocks = {}
        self.hashes = []
        self.pool = []

    def read(self):
        node = self.node
        best = node("getbestblockhash")
        if not self.hashes or self.hashes[-1] != best:
            chain, cursor = [], best
            known = {block_hash: height for height, block_hash in enumerate(self.hashes)}
            # Backwards to the last block that is known.
            while cursor not in known:
                if cursor not in self._blocks:
                    self._blocks[cursor] = self._read_block(cursor)
                chain.append(cursor)
                previous = self._blocks[cursor][0]
                if previous == bytes(32):
                    break
                cursor = previous[::-1].hex()
            kept = known.get(cursor, -1) + 1
            self.hashes = self.hashes[:kept] + chain[::-1]
        self.pool = []
        for txid in node("getrawmempool"):
            raw = node.tries("getrawtransaction", txid)
            if raw:
                transaction = Transaction.parse(bytes.fromhex(raw))
                self.pool.append((transaction, transaction.txid[::-1].hex()))
        return self

    def _read_block(self, block_hash):
        """(hash of the block before, its transactions with their txids), read once."""
        block = Block.parse(bytes.fromhex(self.node("getblock", block_hash, 0)))
        return block.previous, [(item, item.txid[::-1].hex()) for item in block.transactions]

    @property
    def height(self):
        return len(self.hashes) - 1

    def transactions(self):
        """(height or None, transaction, txid), oldest first."""
        for height, block_hash in enumerate(self.hashes):
            for transaction, txid in self._blocks[block_hash][1]:
                yield height, transaction, txid
        for transaction, txid in self.pool:
            yield None, transaction, txid

    def above(self, height):
        """The transactions of the blocks above a height, without those that make coins."""
        return [item for block_hash in self.hashes[height + 1 :] for item, _ in self._blocks[block_hash][1][1:]]

    def wallet(self, keys):
        return Wallet(self, keys)


def unsigned_txid(transaction):
    """The txid that it had before anybody signed."""
    scripts = [item.script for item in transaction.vin]
    for item in transaction.vin:
        item.script = b""
    txid = transaction.txid[::-1].hex()
    for item, script in zip(transaction.vin, scripts):
        item.script = script
    return txid


class Wallet:
    """Coins, history and used scripts of one wallet."""

    def __init__(self, truth, keys):
        self.height = truth.height
        self.coins, self.places, self.nets, self.used = {}, {}, {}, {0: -1, 1: -1}
        self.unsigned, self.everywhere, self.indexes = {}, {}, {0: {-1}, 1: {-1}}
        everything = list(truth.transactions())
        for height, transaction, txid in everything:
            self.everywhere[txid] = height
            for vout, output in enumerate(transaction.vout):
                place = keys.place(output.script)
                if place is None:
                    continue
                self.indexes[place[0]].add(place[1])
                if place[1] > self.used[place[0]]:
                    self.used[place[0]] = place[1]
                    keys.watch(*place)
                self.coins[txid, vout] = Coin(output.value, output.script, height, transaction.is_coinbase)
                self._note(txid, height, output.value)
        for height, transaction, txid in everything:
            spends = False
            for item in transaction.vin:
                coin = self.coins.get((item.txid[::-1].hex(), item.vout))
                if coin is not None:
                    coin.spender, coin.spent_height = txid, height
                    self._note(txid, height, -coin.amount)
                    spends = True
            if spends:
                self.unsigned[unsigned_txid(transaction)] = (txid, height)

    def widest_gap(self):
        """So many addresses in a row that nobody paid, below the last that somebody did."""
        rows = [sorted(indexes) for indexes in self.indexes.values()]
        return max((high - low - 1 for row in rows for low, high in zip(row, row[1:])), default=0)

    def _note(self, txid, height, amount):
        self.places[txid] = height
        self.nets[txid] = self.nets.get(txid, 0) + amount

    @property
    def unspent(self):
        return {outpoint: coin for outpoint, coin in self.coins.items() if coin.is_unspent}

    def confirmations(self, coin):
        return 0 if coin.height is None else self.height - coin.height + 1

    def balance(self):
        """(confirmed, pending, immature) in satoshis."""
        confirmed = pending = immature = 0
        for coin in self.unspent.values():
            if coin.height is None:
                pending += coin.amount
            elif coin.is_coinbase and self.confirmations(coin) < COINBASE_MATURITY:
                immature += coin.amount
            else:
                confirmed += coin.amount
        return confirmed, pending, immature

    def exists(self, outpoint):
        """Whether a coin is in the chain or in the mempool, spent or not."""
        return outpoint in self.coins

    def fate(self, payment):
        """What became of a payment's transaction, by the node alone.

        `confirmed`, `mempool`, `conflicted` (a block spends one of its coins otherwise), `dead` (one of its
        coins is nowhere), `contested` (the mempool spends one of its coins otherwise), or `possible`.
        """
        found = self.unsigned.get(payment.unsigned)
        if found:
            return "mempool" if found[1] is None else "confirmed"
        coins = [self.coins.get(outpoint) for outpoint in payment.inputs]
        if any(coin is not None and coin.spent_height is not None for coin in coins):
            return "conflicted"
        if any(coin is None for coin in coins):
            return "dead"
        if any(not coin.is_unspent for coin in coins):
            return "contested"
        return "possible"
