"""A small server of the Electrum protocol (1.4.2) in front of a node of the tests.

It reads every block and the mempool over JSON-RPC, so it serves in front of `regtest_node.py` and of the real
`bitcoind` alike. What it lacks is everything that only large servers need.

    electrum_server.py URL COOKIE [--tls CERTIFICATE KEY] [--port N]

prints `ready PORT` once it answers, and stops when its standard input is closed.
"""

import argparse
import base64
import hashlib
import json
import socketserver
import ssl
import sys
import threading
import urllib.error
import urllib.request

from wire import Block, Transaction, sha256d


class Refused(Exception):
    pass


class Node:
    """Calls of JSON-RPC."""

    def __init__(self, url, cookie):
        self.url = url
        with open(cookie, encoding="ascii") as file:
            self.login = base64.b64encode(file.read().strip().encode()).decode()

    def call(self, method, *params):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        request = urllib.request.Request(
            self.url, body, {"Authorization": "Basic " + self.login, "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                answer = json.load(reply)
        except urllib.error.HTTPError as error:
            answer = json.load(error)
        if answer.get("error"):
            raise Refused(answer["error"]["message"])
        return answer["result"]


def shown(digest):
    return digest[::-1].hex()


class Index:
    """Every script's history, read anew whenever the tip moved."""

    def __init__(self, node):
        self.node = node
        self.lock = threading.Lock()
        self.hashes = []

    def refresh(self):
        best = self.node.call("getbestblockhash")
        if not self.hashes or self.hashes[-1] != best:
            height = self.node.call("getblockcount")
            same = 0
            while same < min(len(self.hashes), height + 1) and (
                self.node.call("getblockhash", same) == self.hashes[same]
            ):
                same += 1
            if same < len(self.hashes) or not self.hashes:
                self.hashes, self.blocks, self.places = [], [], {}
                self.outputs, self.history = {}, {}
                same = 0
            for number in range(same, height + 1):
                self._connect(self.node.call("getblockhash", number))
        self.waiting, self.bytes = {}, {}
        for txid in self.node.call("getrawmempool"):
            raw = bytes.fromhex(self.node.call("getrawtransaction", txid, 0))
            self.bytes[txid] = raw
            transaction = Transaction.parse(raw)
            for vout, output in enumerate(transaction.vout):
                self.outputs[transaction.txid, vout] = output.script
        for txid, raw in self.bytes.items():
            transaction = Transaction.parse(raw)
            parents = {shown(item.outpoint[0]) for item in transaction.vin}
            for script in self._scripts(transaction):
                self.waiting.setdefault(script, []).append((txid, -1 if parents & set(self.bytes) else 0))

    def histogram(self):
        """Lowest fee rate, in sat/vB, and size of what pays it, the dearest first: a step for each rate."""
        steps = {}
        for entry in self.node.call("getrawmempool", True).values():
            rate = int(entry["fees"]["base"] * 100_000_000 * 100 / entry["vsize"]) / 100
            steps[rate] = steps.get(rate, 0) + entry["vsize"]
        return [[rate, steps[rate]] for rate in sorted(steps, reverse=True)]

    def _connect(self, block_hash):
        raw = bytes.fromhex(self.node.call("getblock", block_hash, 0))
        block = Block.parse(raw)
        height = len(self.blocks)
        self.blocks.append((raw[:80], block.transactions))
        self.hashes.append(block_hash)
        for transaction in block.transactions:
            self.places[shown(transaction.txid)] = height
            for vout, output in enumerate(transaction.vout):
                self.outputs[transaction.txid, vout] = output.script
        for transaction in block.transactions:
            for script in self._scripts(transaction):
                self.history.setdefault(script, []).append((shown(transaction.txid), height))

    def _scripts(self, transaction):
        scripts = {output.script for output in transaction.vout}
        scripts |= {self.outputs[item.outpoint] for item in transaction.vin if item.outpoint in self.outputs}
        return {shown(hashlib.sha256(script).digest()) for script in scripts}

    def transaction(self, txid):
        if txid in self.bytes:
            return self.bytes[txid].hex()
        if txid in self.places:
            for transaction in self.blocks[self.places[txid]][1]:
                if shown(transaction.txid) == txid:
                    return transaction.encode().hex()
        raise Refused("No such mempool or blockchain transaction")

    def proof(self, txid):
        if txid not in self.places:
            raise Refused("tx not in a block")
        height = self.places[txid]
        level = [transaction.txid for transaction in self.blocks[height][1]]
        position = place = [shown(one) for one in level].index(txid)
        branch = []
        while len(level) > 1:
            if len(level) % 2:
                level.append(level[-1])
            branch.append(shown(level[place ^ 1]))
            level = [sha256d(level[at] + level[at + 1]) for at in range(0, len(level), 2)]
            place //= 2
        return {"block_height": height, "pos": position, "merkle": branch}


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        while True:
            try:
                line = self.rfile.readline(1 << 22)
            except OSError:
                return
            if not line:
                return
            call = json.loads(line)
            answer = {"jsonrpc": "2.0", "id": call.get("id")}
            try:
                with self.server.index.lock:
                    self.server.index.refresh()
                    answer["result"] = self.result(call["method"], call.get("params", []))
            except Refused as error:
                answer["error"] = {"code": 1, "message": str(error)}
            try:
                self.wfile.write(json.dumps(answer).encode() + b"\n")
            except OSError:
                return

    def result(self, method, params):
        index = self.server.index
        blocks = index.blocks
        if method == "server.version":
            return ["RegtestElectrum 1.0", self.version(params[1] if len(params) > 1 else "1.4")]
        if method == "server.features":
            return {
                "genesis_hash": index.hashes[0], "hosts": {}, "protocol_max": "1.4.2", "protocol_min": "1.4",
                "pruning": None, "server_version": "RegtestElectrum 1.0", "hash_function": "sha256"}
        if method in ("server.banner", "server.donation_address"):
            return ""
        if method == "server.peers.subscribe":
            return []
        if method == "server.ping":
            return None
        if method == "blockchain.headers.subscribe":
            return {"height": len(blocks) - 1, "hex": blocks[-1][0].hex()}
        if method == "blockchain.block.header":
            if not 0 <= params[0] < len(blocks):
                raise Refused("height out of range")
            return blocks[params[0]][0].hex()
        if method == "blockchain.block.headers":
            chosen = blocks[params[0] : params[0] + min(params[1], 2016)]
            return {"count": len(chosen), "hex": b"".join(header for header, _ in chosen).hex(), "max": 2016}
        if method == "blockchain.scripthash.get_history":
            return self.history(params[0])
        if method == "blockchain.scripthash.subscribe":
            lines = "".join(f"{item['tx_hash']}:{item['height']}:" for item in self.history(params[0]))
            return hashlib.sha256(lines.encode()).hexdigest() if lines else None
        if method == "blockchain.transaction.get":
            return index.transaction(params[0])
        if method == "blockchain.transaction.get_merkle":
            return index.proof(params[0])
        if method == "blockchain.transaction.broadcast":
            return index.node.call("sendrawtransaction", params[0])
        if method == "blockchain.relayfee":
            return index.node.call("getmempoolinfo")["minrelaytxfee"]
        if method == "blockchain.estimatefee":
            return -1
        if method == "mempool.get_fee_histogram":
            return index.histogram()
        raise Refused(f"unknown method {method}")

    @staticmethod
    def version(asked):
        """The highest version that both sides speak: a server may not name one that was not asked for."""
        low, high = (asked, asked) if isinstance(asked, str) else asked
        spoken = [version for version in ("1.4", "1.4.2") if low <= version <= high]
        if not spoken:
            raise Refused(f"unsupported protocol version: {asked}")
        return spoken[-1]

    def history(self, script_hash):
        index = self.server.index
        lines = [{"tx_hash": txid, "height": height} for txid, height in index.history.get(script_hash, [])]
        waiting = sorted(index.waiting.get(script_hash, []), key=lambda item: (-item[1], item[0]))
        return lines + [{"tx_hash": txid, "height": height, "fee": 0} for txid, height in waiting]


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    context = None

    def get_request(self):
        connection, address = super().get_request()
        if self.context is not None:
            connection = self.context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
        return connection, address

    def handle_error(self, request, client_address):
        # Whoever looks at the certificate and hangs up is no mistake.
        pass


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("url")
    options.add_argument("cookie")
    options.add_argument("--tls", nargs=2)
    options.add_argument("--port", type=int, default=0)
    chosen = options.parse_args()
    server = Server(("127.0.0.1", chosen.port), Handler)
    server.index = Index(Node(chosen.url, chosen.cookie))
    if chosen.tls:
        server.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        server.context.load_cert_chain(*chosen.tls)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("ready", server.server_address[1], flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
