"""ElectrumX (PyPI's `e-x`, which others wrote) in front of the regtest node, for the tests.

It wants Bitcoin Core 31 with an index of transactions and one of spenders, so the node is `regtest_node.py --txindex`.
PyPI's `electrumx` is for Bitcoin SV and knows no other chain.

    electrumx_server.py URL COOKIE [--tls CERTIFICATE KEY] [--wait SECONDS]

prints `ready PORT` once it answers. Its index follows the node by and by: to each line of standard input it answers
`there` as soon as the index has the node's last block and its mempool. It stops when its standard input is closed.
`electrumx_server.py --missing` prints why it cannot run, or nothing.
"""

import argparse
import ctypes
import hashlib
import importlib.metadata
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

from electrum_server import Node, shown
from wire import Transaction, sha256d

PACKAGES = ("e-x", "plyvel")
LIMIT = 60
# As its own program, but for the second that it waits before each short answer, to send several as one packet.
START = """
from electrumx.cli.electrumx_server import main
from electrumx.server.transport import PaddedRSTransport
PaddedRSTransport.WAIT_FOR_BUFFER_GROWTH_SECONDS = float(%r)
main()
"""


def missing():
    """Why it cannot run; empty when it can."""
    for name in PACKAGES:
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return f"the package {name} of PyPI is not installed (Tests/requirements.txt)"
    return ""


def _ends_with_parent():
    """Whoever kills the wrapper kills the server (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Asked:
    """A connection to the server, for what the tests have to know of it."""

    def __init__(self, port, tls):
        raw = socket.create_connection(("127.0.0.1", port), timeout=LIMIT)
        if tls:
            context = ssl.create_default_context(cafile=tls[0])
            context.check_hostname = False
            raw = context.wrap_socket(raw)
        self.raw, self.lines, self.number = raw, raw.makefile("rw", encoding="ascii"), 0
        self.call("server.version", "tests", ["1.4", "1.6"])

    def close(self):
        self.lines.close()
        self.raw.close()

    def call(self, method, *params):
        self.number += 1
        self.lines.write(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}) + "\n")
        self.lines.flush()
        while True:
            answer = json.loads(self.lines.readline())
            # The rest is news: it was asked to tell of new blocks.
            if answer.get("id") == self.number:
                return answer.get("result")


class ElectrumX:
    """The server as a process with a folder of its own."""

    def __init__(self, url, cookie, tls=None, wait="0.01"):
        """`wait` is how many seconds a short answer waits for others."""
        self.node, self.tls, self.asked, self.seen = Node(url, cookie), tls, None, set()
        # Beside the cookie: whoever removes the node's folder removes this one, too.
        self.folder = tempfile.mkdtemp(prefix="electrumx-", dir=os.path.dirname(os.path.abspath(cookie)))
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        with open(cookie, encoding="ascii") as file:
            daemon = url.replace("://", f"://{file.read().strip()}@")
        environment = {
            "PATH": "/usr/bin:/bin", "COIN": "Bitcoin", "NET": "regtest", "DB_ENGINE": "leveldb",
            "DB_DIRECTORY": self.folder, "DAEMON_URL": daemon, "PEER_DISCOVERY": "off", "PEER_ANNOUNCE": "",
            "SERVICES": f"{'ssl' if tls else 'tcp'}://127.0.0.1:{self.port}", "ALLOW_ROOT": "1",
            # No limits for the one who asks, and the node is looked at often.
            "COST_SOFT_LIMIT": "0", "COST_HARD_LIMIT": "0", "DAEMON_POLL_INTERVAL_BLOCKS": "50",
            "DAEMON_POLL_INTERVAL_MEMPOOL": "50", "CACHE_MB": "20"}
        if tls:
            environment.update({"SSL_CERTFILE": os.path.abspath(tls[0]), "SSL_KEYFILE": os.path.abspath(tls[1])})
        self.log = open(os.path.join(self.folder, "log"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-B", "-c", START % wait],
            env=environment, cwd=self.folder, preexec_fn=_ends_with_parent, stdin=subprocess.DEVNULL, stdout=self.log,
            stderr=self.log)
        self._until("answer", self._answers)

    def _until(self, what, holds):
        """Waits for something that cannot be waited for otherwise: nothing here is right because of the time."""
        end = time.monotonic() + LIMIT
        while not holds():
            if self.process.poll() is not None or time.monotonic() > end:
                self.log.seek(0)
                raise RuntimeError(f"ElectrumX does not {what}:\n{self.log.read()[-3000:]}")
            time.sleep(0.02)

    def _answers(self):
        try:
            self.asked = Asked(self.port, self.tls)
        except OSError:
            return False
        return True

    def follow(self):
        """Waits until it has the node's last block and exactly its mempool."""
        self._until("follow the node", self._is_there)

    def _is_there(self):
        best, waiting = self.node.call("getbestblockhash"), self.node.call("getrawmempool")
        header = bytes.fromhex(self.asked.call("blockchain.headers.subscribe")["hex"])
        if shown(sha256d(header)) != best:
            return False
        self.seen |= {script for txid in waiting for script in self._scripts(txid)}
        unconfirmed = {
            item["tx_hash"] for script in self.seen
            for item in self.asked.call("blockchain.scripthash.get_mempool", script)}
        return unconfirmed == set(waiting) == set(self.node.call("getrawmempool"))

    def _scripts(self, txid):
        for output in Transaction.parse(bytes.fromhex(self.node.call("getrawtransaction", txid, 0))).vout:
            if output.script[:1] != b"\x6a":
                yield shown(hashlib.sha256(output.script).digest())

    def close(self):
        self.asked.close()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("url", nargs="?")
    options.add_argument("cookie", nargs="?")
    options.add_argument("--tls", nargs=2)
    options.add_argument("--wait", default="0.01", help="its own is 1")
    options.add_argument("--missing", action="store_true")
    chosen = options.parse_args()
    if chosen.missing:
        print(missing())
        return
    server = ElectrumX(chosen.url, chosen.cookie, chosen.tls, chosen.wait)
    try:
        print("ready", server.port, flush=True)
        for _ in sys.stdin:
            server.follow()
            print("there", flush=True)
    finally:
        server.close()


if __name__ == "__main__":
    main()
