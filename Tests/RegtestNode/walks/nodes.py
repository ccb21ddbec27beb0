"""The node under a walk: the regtest node of this folder or a real bitcoind, started, stopped and turned."""

import base64
import http.client
import os
import signal
import shutil
import socket
import subprocess
import sys
import time

import scripts
from testing import ADDRESS, HERE, KEY, LOCK, Client, payment
from wire import Block, Transaction, TxIn, TxOut, merkle_root, sha256d

__all__ = ["KEY", "LOCK", "Node", "NodeRefused", "free_port"]

SOMEBODY = "bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202"
BITS = 0x207FFFFF
# What the regtest node takes at least when it is full, in BTC for 1,000 vbytes.
FULL = "0.00006"


class NodeRefused(Exception):
    """The node answered with an error; `error` is its object."""

    def __init__(self, method, error):
        super().__init__(f"{method}: {error}")
        self.error = error


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Node:
    """`options` are those of the real node: filters, txindex, prune, minrelaytxfee, keeps_mempool."""

    def __init__(self, folder, bitcoind=None, port=None, filters=True, txindex=False, prune=False):
        self.folder, self.bitcoind, self.port = folder, bitcoind, port or free_port()
        self.filters, self.txindex, self.prune = filters, txindex, prune
        self.minimum, self.is_full = None, False
        self.process = None
        os.makedirs(folder, exist_ok=True)
        self.start()

    # Life

    @property
    def is_real(self):
        return self.bitcoind is not None

    @property
    def cookie(self):
        return os.path.join(self.folder, "regtest", ".cookie")

    @property
    def authorization(self):
        with open(self.cookie, "rb") as file:
            return "Basic " + base64.b64encode(file.read().strip()).decode()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        if self.is_real:
            command = [
                self.bitcoind, "-regtest", f"-datadir={self.folder}", f"-rpcport={self.port}", "-listen=0",
                "-dnsseed=0", "-fixedseeds=0", "-printtoconsole=0", "-rpcthreads=4", "-par=1", "-dbcache=16",
                f"-blockfilterindex={int(self.filters)}", f"-txindex={int(self.txindex)}",
            ]
            if self.prune:
                command += ["-prune=1", "-fastprune"]
            if self.minimum:
                command.append(f"-minrelaytxfee={self.minimum}")
            if self.is_full:
                command.append("-maxmempool=5")
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        else:
            command = [
                sys.executable, "-B", os.path.join(HERE, "regtest_node.py"), "--datadir", self.folder,
                "--port", str(self.port)]
            if not self.filters:
                command.append("--no-filter-index")
            if self.txindex:
                command.append("--txindex")
            if self.minimum:
                command += ["--minrelaytxfee", self.minimum]
            if self.is_full:
                command += ["--mempoolminfee", FULL]
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
            self.process.stdout.readline()
        self._wait()

    def _wait(self):
        for _ in range(1200):
            try:
                with open(self.cookie, encoding="ascii") as file:
                    self._client = Client(self.port, file.read().strip())
                answer = self._client("getblockcount")
                if not isinstance(answer, dict) and self._indexed(answer):
                    return
            except (OSError, ValueError, http.client.HTTPException):
                pass
            if self.process.poll() is not None:
                raise RuntimeError(f"the node ended: {self.process.stderr and self.process.stderr.read()}")
            time.sleep(0.05)
        raise RuntimeError("the node does not answer")

    def _indexed(self, height):
        """Whether the indices have caught up; a walk compares answers, not speed."""
        answer = self._client("getindexinfo")
        return all(index["synced"] and index["best_block_height"] >= height for index in answer.values())

    def settle(self):
        """Waits until the indices of the real node have what its chain has."""
        if self.is_real:
            height = self("getblockcount")
            while not self._indexed(height):
                time.sleep(0.01)

    def stop(self):
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
        self.process = None

    def restart(self, forgetting_mempool=False, **options):
        """Stops and starts it; `options` change filters, txindex or minimum."""
        self.stop()
        for name, value in options.items():
            setattr(self, name, value)
        if forgetting_mempool:
            for name in ("mempool.dat", "mempool.json"):
                path = os.path.join(self.folder, "regtest", name)
                if os.path.exists(path):
                    os.remove(path)
        self.start()

    def remove(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Calls

    def __call__(self, method, *params):
        answer = self._client(method, *params)
        if isinstance(answer, dict) and set(answer) == {"error"}:
            raise NodeRefused(method, answer["error"])
        return answer

    def tries(self, method, *params):
        """The answer, or None where the node refuses."""
        try:
            return self(method, *params)
        except NodeRefused:
            return None

    # Blocks

    def mine(self, count=1, address=SOMEBODY):
        hashes = []
        while count > 0:
            # A node answers one call at a time: thousands of blocks would be too long for one.
            hashes += self("generatetoaddress", min(count, 100), address)
            count -= 100
        self.settle()
        return hashes

    def mine_with(self, transactions):
        """Mines a block of exactly these transactions (hexadecimal) on the tip; why it was refused, else None."""
        height = self("getblockcount")
        block = self._built(transactions, self("getbestblockhash"), height, self._latest(height) + 1)
        return self._submitted(block)

    def reorganise(self, depth, transactions=()):
        """Replaces the last `depth` blocks by one more; the first new one has these transactions.

        A node may know nothing of the branch before it is the longest, so its blocks are made here.
        """
        height = self("getblockcount") - depth
        parent, latest = self("getblockhash", height), self._latest(height)
        for number in range(depth + 1):
            block = self._built(transactions if number == 0 else (), parent, height + number, latest + 1 + number)
            self._submitted(block)
            parent = block.hash[::-1].hex()
        return self("getbestblockhash") == parent

    def _latest(self, height):
        """The latest time of the last blocks: one second later is later than their median."""
        heights = range(max(0, height - 10), height + 1)
        return max(self("getblockheader", self("getblockhash", one))["time"] for one in heights)

    @staticmethod
    def _built(transactions, parent, height, time):
        bodies = [Transaction.parse(bytes.fromhex(text)) for text in transactions]
        height += 1
        pushed = bytes([0x50 + height]) if height <= 16 else _push_height(height)
        coinbase = Transaction(
            2, [TxIn(bytes(32), 0xFFFFFFFF, pushed + b"\1", 0xFFFFFFFE, [bytes(32)])],
            [TxOut(50 * 10**8 >> height // 150, scripts.script_of_address(SOMEBODY))], 0)
        root = merkle_root([bytes(32)] + [item.wtxid for item in bodies])
        coinbase.vout.append(TxOut(0, b"\x6a\x24\xaa\x21\xa9\xed" + sha256d(root + bytes(32))))
        everything = [coinbase] + bodies
        block = Block(
            0x20000000, bytes.fromhex(parent)[::-1], merkle_root([item.txid for item in everything]), time, BITS,
            0, everything)
        block.solve()
        return block

    def _submitted(self, block):
        answer = self.tries("submitblock", block.encode().hex())
        self.settle()
        return answer

    def fill_mempool(self):
        """Restarts it with a mempool so full that what pays less than about 6 sat/vB is out, and comes in by a child alone.

        The bank has to have 55 coins for it where the node is a real one.
        """
        self.restart(is_full=True)
        if self.is_real:
            for coin in self.bank_coins()[:55]:
                data = b"\x6a\x4e" + (98_000).to_bytes(4, "little") + bytes(98_000)
                if self.tries("sendrawtransaction", self.bank_pays([(0, data)], coin, fee=600_000)) is None:
                    # It was put out again: from now on more has to be paid.
                    return

    # Coins of the bank: the key of the tests, which pays the wallets

    def fill_bank(self, count=20):
        """Mines coins to the bank until `count` are old enough."""
        self("generatetoaddress", count, ADDRESS)
        self.mine(100)

    def bank_coins(self):
        """Confirmed, mature coins of the bank that nothing in the mempool spends."""
        found = self("scantxoutset", "start", [f"addr({ADDRESS})"])
        coins = []
        for item in found["unspents"]:
            mature = not item.get("coinbase") or found["height"] - item["height"] >= 100
            amount = _satoshis(item["amount"])
            if mature and amount > 200_000 and self("gettxout", item["txid"], item["vout"]):
                coins.append((item["txid"], item["vout"], amount))
        return sorted(coins)

    def bank_coin(self):
        """The largest of them."""
        return max(self.bank_coins(), key=lambda coin: coin[2])

    def bank_pays(self, outputs, coin, fee=12_000):
        """A transaction of the bank to (satoshis, script), change back to the bank."""
        rest = coin[2] - sum(amount for amount, _ in outputs) - fee
        return payment([coin], [*outputs, (rest, LOCK.data)])


def _satoshis(text):
    whole, _, part = str(text).partition(".")
    return int(whole) * 10**8 + int(part.ljust(8, "0")[:8] or 0)


def _push_height(height):
    data = height.to_bytes((height.bit_length() + 8) // 8, "little")
    return bytes([len(data)]) + data
