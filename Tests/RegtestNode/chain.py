"""An index over the blocks that consensus accepted: coins, places of transactions, history.

It only remembers; `consensus.Kernel` decides. After every accepted block it follows the kernel's
active chain, from scratch when that was reorganized.
"""

import struct
import time as clock

from wire import Block, Transaction, TxIn, TxOut, compact_size, merkle_root, sha256d

COINBASE_MATURITY = 100
HALVING_INTERVAL = 150
LOCKTIME_THRESHOLD = 500_000_000


class Coin:
    def __init__(self, output, height, is_coinbase):
        self.value = output.value
        self.script = output.script
        self.height = height
        self.is_coinbase = is_coinbase


class Indexed:
    """A block of the active chain with what was learned while it was connected."""

    def __init__(self, block, height, work):
        self.block = block
        self.hash = block.hash
        self.height = height
        self.work = work
        self.txids = [transaction.txid for transaction in block.transactions]
        self.spent = []  # for every transaction, the coins its inputs spend


class Chain:
    def __init__(self, kernel):
        self.kernel = kernel
        self.follow()

    def follow(self):
        """Catches up with the kernel's active chain."""
        known = getattr(self, "blocks", None)
        if not known or len(known) > self.kernel.height + 1 or (
            self.kernel.hash_at(len(known) - 1) != known[-1].hash
        ):
            self.blocks = []
            self.heights = {}
            self.coins = {}
            self.places = {}
        while len(self.blocks) <= self.kernel.height:
            self._connect(Block.parse(self.kernel.block_at(len(self.blocks))))

    def _connect(self, block):
        height = len(self.blocks)
        work = (self.blocks[-1].work if self.blocks else 0) + (1 << 256) // (block.target + 1)
        indexed = Indexed(block, height, work)
        for transaction, txid in zip(block.transactions, indexed.txids):
            spent = []
            if not transaction.is_coinbase:
                spent = [self.coins.pop(item.outpoint) for item in transaction.vin]
            indexed.spent.append(spent)
            # The outputs of the genesis block were never coins.
            if height > 0:
                for vout, output in enumerate(transaction.vout):
                    if output.script[:1] != b"\x6a" and len(output.script) <= 10_000:
                        self.coins[txid, vout] = Coin(output, height, transaction.is_coinbase)
            self.places[txid] = height
        self.blocks.append(indexed)
        self.heights[indexed.hash] = height

    # Reading

    @property
    def tip(self):
        return self.blocks[-1]

    @property
    def height(self):
        return len(self.blocks) - 1

    def find(self, block_hash):
        height = self.heights.get(block_hash)
        return None if height is None else self.blocks[height]

    def median_time(self, height=None):
        """The median of the times of the last 11 blocks up to a height (BIP-113)."""
        height = self.height if height is None else height
        times = sorted(item.block.time for item in self.blocks[max(0, height - 10) : height + 1])
        return times[len(times) // 2]

    def transaction(self, txid):
        """(transaction, indexed block) of a confirmed transaction, or None."""
        height = self.places.get(txid)
        if height is None:
            return None
        indexed = self.blocks[height]
        return indexed.block.transactions[indexed.txids.index(txid)], indexed

    # Locks: consensus judges them again when the transaction is mined

    def is_final(self, transaction):
        """Whether the lock time allows the transaction in the next block."""
        limit = transaction.locktime
        reached = self.height + 1 if limit < LOCKTIME_THRESHOLD else self.median_time()
        return limit < reached or all(item.sequence == 0xFFFFFFFF for item in transaction.vin)

    def sequences_allow(self, transaction, coins):
        """Whether the relative locks allow the transaction in the next block (BIP-68).

        `coins` are those its inputs spend; unconfirmed ones count as made in the next block.
        """
        if transaction.version & 0xFFFFFFFF < 2:
            return True
        for item, coin in zip(transaction.vin, coins):
            if item.sequence & 1 << 31:
                continue
            amount = item.sequence & 0xFFFF
            made = min(coin.height, self.height + 1)
            if item.sequence & 1 << 22:
                if self.median_time(max(made - 1, 0)) + (amount << 9) > self.median_time():
                    return False
            elif made + amount > self.height + 1:
                return False
        return True

    # Mining

    def assemble(self, script, transactions, fees):
        """A solved block on the tip that pays `script`, with `transactions` in this order."""
        height = self.height + 1
        subsidy = 50 * 100_000_000 >> height // HALVING_INTERVAL
        pushed = bytes([0x50 + height]) if height <= 16 else self._push_height(height)
        coinbase = Transaction(
            version=2,
            vin=[TxIn(bytes(32), 0xFFFFFFFF, pushed + b"\0", 0xFFFFFFFE, [bytes(32)])],
            vout=[TxOut(subsidy + fees, script)], locktime=height - 1)
        root = merkle_root([bytes(32)] + [item.wtxid for item in transactions])
        coinbase.vout.append(TxOut(0, b"\x6a\x24\xaa\x21\xa9\xed" + sha256d(root + bytes(32))))
        everything = [coinbase] + transactions
        block = Block(
            0x20000000, self.tip.hash, merkle_root([item.txid for item in everything]),
            max(self.median_time() + 1, int(clock.time())), 0x207FFFFF, 0, everything)
        block.solve()
        return block

    @staticmethod
    def _push_height(height):
        data = height.to_bytes((height.bit_length() + 8) // 8, "little")
        return bytes([len(data)]) + data


def wrapped(transaction):
    """A block that is nothing but a wrapper for one transaction, for checks without context."""
    coinbase = Transaction(vin=[TxIn(bytes(32), 0xFFFFFFFF, b"\1\1")], vout=[TxOut(0, b"")])
    header = struct.pack("<i", 4) + bytes(64) + struct.pack("<III", 0, 0x207FFFFF, 0)
    return header + compact_size(2) + coinbase.encode() + transaction.encode()
