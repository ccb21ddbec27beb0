"""A small server of Esplora's REST API in front of a node of the tests.

It reads every block and the mempool over JSON-RPC, as `electrum_server.py` does, so it serves in front of
`regtest_node.py` and of the real `bitcoind` alike. It has the calls that the coordinator makes, below /api.

    esplora_server.py URL COOKIE [--tls CERTIFICATE KEY] [--port N]

prints `ready PORT` once it answers, and stops when its standard input is closed.
"""

import argparse
import hashlib
import http.server
import json
import ssl
import struct
import sys
import threading

from electrum_server import Index, Node, Refused, shown
from wire import Transaction

# As Blockstream's electrs has them.
PAGE, WAITING, BLOCKS = 25, 50, 10


class Missing(Exception):
    pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(lambda: self.found(self.path.split("/")[1:]))

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.answer(lambda: self.sent(body))

    def answer(self, call):
        try:
            with self.server.index.lock:
                self.server.index.refresh()
                status, body = 200, call()
        except Missing:
            status, body = 404, "not found"
        except (Refused, ValueError) as error:
            status, body = 400, f"RPC error: {error}"
        if not isinstance(body, bytes):
            body = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

    def sent(self, body):
        if self.path != "/api/tx":
            raise Missing
        return self.server.index.node.call("sendrawtransaction", body.decode("ascii"))

    def found(self, path):
        index = self.server.index
        if path[:1] != ["api"]:
            return "<!doctype html>"
        match path[1:]:
            case ["blocks", "tip", "hash"]:
                return index.hashes[-1]
            case ["blocks", start]:
                top = self.height(start)
                return [self.block(number) for number in range(top, max(-1, top - BLOCKS), -1)]
            case ["block-height", number]:
                return index.hashes[self.height(number)]
            case ["block", name]:
                return self.block(self.numbered(name))
            case ["block", name, "header"]:
                return index.blocks[self.numbered(name)][0].hex()
            case ["scripthash", script, *rest]:
                return self.script(shown(bytes.fromhex(script)), rest)
            case ["tx", txid, what]:
                return self.transaction(txid, what)
            case ["fee-estimates"]:
                return {}
            case ["mempool"]:
                steps = index.histogram()
                return {"count": len(index.bytes), "vsize": sum(size for _, size in steps), "fee_histogram": steps}
        raise Missing

    def height(self, text):
        number = int(text)
        if not 0 <= number < len(self.server.index.blocks):
            raise Missing
        return number

    def numbered(self, name):
        if name not in self.server.index.hashes:
            raise Missing
        return self.server.index.hashes.index(name)

    def block(self, number):
        header, transactions = self.server.index.blocks[number]
        version, previous, root, time, bits, nonce = struct.unpack("<I32s32sIII", header)
        return {
            "id": self.server.index.hashes[number], "height": number, "version": version, "timestamp": time,
            "tx_count": len(transactions), "merkle_root": shown(root), "bits": bits, "nonce": nonce,
            "previousblockhash": shown(previous) if number else None}

    def status(self, txid):
        index = self.server.index
        if txid not in index.places:
            return {"confirmed": False}
        height = index.places[txid]
        return {"confirmed": True, "block_height": height, "block_hash": index.hashes[height]}

    def script(self, script, rest):
        index = self.server.index
        waiting = [txid for txid, _ in index.waiting.get(script, [])]
        # The newest first, also within a block.
        blocks = [txid for txid, _ in reversed(index.history.get(script, []))]
        match rest:
            case []:
                return {
                    "chain_stats": {"tx_count": len(blocks)}, "mempool_stats": {"tx_count": len(waiting)}}
            case ["txs"]:
                chosen = waiting[:WAITING] + blocks[:PAGE]
            case ["txs", "chain"]:
                chosen = blocks[:PAGE]
            case ["txs", "chain", last]:
                start = blocks.index(last) + 1 if last in blocks else len(blocks)
                chosen = blocks[start : start + PAGE]
            case _:
                raise Missing
        return [{"txid": txid, "status": self.status(txid)} for txid in chosen]

    def transaction(self, txid, what):
        index = self.server.index
        if what == "status":
            return self.status(txid)
        try:
            raw = bytes.fromhex(index.transaction(txid))
        except Refused:
            raise Missing from None
        if what == "raw":
            return raw
        if what == "merkle-proof":
            if txid not in index.places:
                raise Missing
            return index.proof(txid)
        if what == "outspends":
            return [self.spend(txid, vout) for vout in range(len(Transaction.parse(raw).vout))]
        raise Missing

    def spend(self, txid, vout):
        index = self.server.index
        coin = (bytes.fromhex(txid)[::-1], vout)
        script = shown(hashlib.sha256(index.outputs[coin]).digest())
        for spender, _ in index.history.get(script, []) + index.waiting.get(script, []):
            transaction = Transaction.parse(bytes.fromhex(index.transaction(spender)))
            if coin in [item.outpoint for item in transaction.vin]:
                return {"spent": True, "txid": spender, "vin": 0, "status": self.status(spender)}
        return {"spent": False}


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
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
