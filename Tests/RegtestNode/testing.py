"""What the tests of the node share: nodes as processes, a client, a key that pays."""

import base64
import http.client
import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time

from embit import ec, script
from embit.networks import NETWORKS

from wire import Transaction, TxIn, TxOut, sha256d, var_bytes

HERE = os.path.dirname(os.path.abspath(__file__))


class Client:
    """JSON-RPC with numbers kept as text, so that decimals are compared as they were written."""

    def __init__(self, port, credentials):
        self.port = port
        self.credentials = credentials

    def send(self, body, credentials=None):
        """(status, bytes) of a raw request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        encoded = base64.b64encode((credentials or self.credentials).encode()).decode()
        try:
            connection.request("POST", "/", body, {"Authorization": "Basic " + encoded})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def __call__(self, method, *params):
        """The result, or the error object under the key `error`."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}
        _, body = self.send(json.dumps(request))
        answer = json.loads(body, parse_float=str)
        return {"error": answer["error"]} if answer.get("error") else answer["result"]


class OurNode:
    def __init__(self, *arguments, folder=None):
        self.folder = folder or tempfile.mkdtemp()
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "regtest_node.py"), "--datadir", self.folder, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(self.process.stdout.readline().split()[1])
        with open(os.path.join(self.folder, "regtest", ".cookie"), encoding="ascii") as file:
            self.call = Client(self.port, file.read())

    def stop(self, keep=False):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        if not keep:
            shutil.rmtree(self.folder)


def bitcoind():
    """The path of the real node, or None."""
    named = os.environ.get("BITCOIND")
    if named and os.access(named, os.X_OK):
        return named
    return shutil.which("bitcoind")


class RealNode:
    def __init__(self, *arguments, environment=None):
        self.folder = tempfile.mkdtemp()
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        subprocess.run(
            [
                bitcoind(), "-regtest", f"-datadir={self.folder}", f"-rpcport={self.port}",
                "-listen=0", "-dnsseed=0", "-blockfilterindex=1", "-daemonwait", *arguments,
            ],
            check=True, stdout=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
        with open(os.path.join(self.folder, "regtest", ".cookie"), encoding="ascii") as file:
            self.call = Client(self.port, file.read())

    def stop(self):
        self.call("stop")
        # It has let go of its folder when nothing answers any more.
        while True:
            try:
                self.call("uptime")
            except (OSError, ValueError, http.client.HTTPException):
                break
        pid = os.path.join(self.folder, "regtest", "bitcoind.pid")
        for _ in range(600):
            if not os.path.exists(pid):
                break
            time.sleep(0.05)
        shutil.rmtree(self.folder, ignore_errors=True)


KEY = ec.PrivateKey(bytes(31) + b"\x07")
LOCK = script.p2wpkh(KEY.get_public_key())
ADDRESS = LOCK.address(NETWORKS["regtest"])


def coin_of(call, height):
    """(txid, vout, satoshis) of the reward of a block."""
    shown = call("getblock", call("getblockhash", height), 2)["tx"][0]
    return shown["txid"], 0, round(float(shown["vout"][0]["value"]) * 10**8)


def segwit_digest(transaction, index, script_code, value):
    """The signature hash of BIP-143 for ALL."""
    item = transaction.vin[index]

    def outpoint(one):
        return one.txid + struct.pack("<I", one.vout)

    return sha256d(
        struct.pack("<i", transaction.version) + sha256d(b"".join(map(outpoint, transaction.vin)))
        + sha256d(b"".join(struct.pack("<I", one.sequence) for one in transaction.vin))
        + outpoint(item) + var_bytes(script_code) + struct.pack("<qI", value, item.sequence)
        + sha256d(b"".join(output.encode() for output in transaction.vout))
        + struct.pack("<II", transaction.locktime, 1))


def payment(coins, outputs, sequence=0xFFFFFFFD, locktime=0, version=2, spoil=False):
    """The hexadecimal bytes of a transaction from coins of `KEY` to (satoshis, script) outputs."""
    built = Transaction(
        version,
        [TxIn(bytes.fromhex(txid)[::-1], vout, sequence=sequence) for txid, vout, _ in coins],
        [TxOut(value, lock) for value, lock in outputs], locktime)
    public = KEY.get_public_key()
    for index, (_, _, value) in enumerate(coins):
        code = b"\x76\xa9" + LOCK.data[1:] + b"\x88\xac"
        signature = bytearray(KEY.sign(segwit_digest(built, index, code, value)).serialize())
        if spoil:
            signature[10] ^= 1
        built.vin[index].witness = [bytes(signature) + b"\1", public.sec()]
    return built.encode().hex()
