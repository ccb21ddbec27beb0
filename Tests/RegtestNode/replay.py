"""How long a sync takes that reads the blocks of two weeks one by one, on a node without filters.

    python replay.py --programs FOLDER --bitcoind PATH [--blocks 2010] [--size BYTES] [--filters] [--folder FOLDER]

Each block is empty, or has one transaction of about so many bytes, up to a million: it spends coins of a script that
needs no signature and makes as many again, 88 bytes for each (11,363 in a million bytes). One block in a hundred pays
the wallet. Prints the seconds of three syncs of the same home.
"""

import argparse
import hashlib
import os
import shutil
import struct
import tempfile
import time

import scripts
from testing import LOCK
from walks import programs
from walks.keys import Keys
from walks.nodes import Node
from wire import Block, Transaction, TxOut, sha256d

OPEN = b"\x51"
OPEN_LOCK = b"\x00\x20" + hashlib.sha256(OPEN).digest()
# What one coin spent and made again adds.
EACH = 88


class Filler:
    """Makes transactions of a size out of coins that anybody may spend; each spends the coins of the last."""

    def __init__(self, node, size):
        self.node, self.count = node, max(1, size // EACH)
        # The first ones come from the bank.
        coin = node.bank_coin()
        outputs = [(330, OPEN_LOCK)] * self.count
        self.body = bytes.fromhex(node.bank_pays(outputs, coin, fee=100_000))
        self.txid = Transaction.parse(self.body).txid

    def first(self):
        return self.body

    def next(self):
        """(bytes, txid): all coins of the last one, each made again."""
        inputs = b"".join(
            self.txid + struct.pack("<I", number) + b"\0\xfd\xff\xff\xff" for number in range(self.count))
        outputs = (struct.pack("<Q", 330) + b"\x22" + OPEN_LOCK) * self.count
        count = b"\xfd" + struct.pack("<H", self.count) if self.count > 252 else bytes([self.count])
        core = count + inputs + count + outputs
        self.txid = sha256d(struct.pack("<I", 2) + core + bytes(4))
        return struct.pack("<I", 2) + b"\0\1" + core + b"\1\1\x51" * self.count + bytes(4)


def mine(node, keys, blocks, size):
    """Blocks of this size; one in a hundred pays the wallet. Gives how many did."""
    filler = Filler(node, size) if size else None
    paying = 0
    for number in range(blocks):
        bodies = []
        if filler:
            bodies.append((filler.first() if number == 0 else filler.next()).hex())
        if number % 100 == 50:
            bodies.append(node.bank_pays([(50_000, keys.script(0, paying))], node.bank_coins()[0]))
            paying += 1
        if not bodies:
            node("generatetoaddress", 1, scripts.address(LOCK.data[:-1] + b"\0"))
            continue
        refused = node.mine_with(bodies)
        if refused:
            raise RuntimeError(f"block {number}: {refused}")
    node.settle()
    return paying


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--programs", required=True)
    options.add_argument("--bitcoind", required=True)
    # With the six blocks before them that are read again: the most that is read one by one.
    options.add_argument("--blocks", type=int, default=2010)
    options.add_argument("--size", type=int, default=0)
    options.add_argument("--filters", action="store_true")
    options.add_argument("--folder")
    options = options.parse_args()
    folder = options.folder or tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    os.makedirs(folder, exist_ok=True)
    node = Node(os.path.join(folder, "node"), options.bitcoind, filters=options.filters)
    try:
        node.fill_bank(40)
        keys = Keys("wpkh", "replay")
        descriptor, home = os.path.join(folder, "wallet.txt"), os.path.join(folder, "home")
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(keys.descriptor + "\n")
        online = programs.coordinator(options.programs, home)
        online.must("node", "add", "node", node.url, "--cookie", node.cookie)
        online.must("wallet", "import", "walk", "--from", descriptor)
        online.must("sync", "walk")
        started = time.monotonic()
        paying = mine(node, keys, options.blocks, options.size)
        tip = len(node("getblock", node("getbestblockhash"), 0)) // 2
        print(f"{options.blocks} blocks of {tip} bytes, made in {time.monotonic() - started:.0f} s", flush=True)
        for _ in range(3):
            copy = os.path.join(folder, "copy")
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(home, copy)
            again = programs.coordinator(options.programs, copy)
            ran = again("sync", "walk", "--json", limit=3600)
            confirmed = ran.json[0]["confirmed"] if ran.is_done else ran.error
            print(f"sync: {ran.seconds:.2f} s, {confirmed} of {paying * 50_000}", flush=True)
    finally:
        node.remove()
        if not options.folder:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
