"""A small server of the upload of Automatic Encrypted Wallet Backups, which can misbehave.

    POST /wapi/wallet_backups/ID  {"backup": hex, "pow1": hex}
    GET  /wapi/wallet_backups/ID  -> {"backup": hex}

It keeps what it gets in memory, by ID. The proof of work is counted here from the text of the protocol, with nothing of
the programs' own code.

    backup_server.py [--tls CERTIFICATE KEY] [--port N] [--rounds N] [--base-target N] [--habit HABIT]

prints `ready PORT` once it answers, and stops when its standard input is closed.
"""

import argparse
import hashlib
import http.server
import json
import re
import ssl
import sys
import threading

EASIEST = (1 << 64) - 1

# What it can do in place of what it should.
HABITS = ("honest", "endless", "garbage", "old", "other", "forgetful", "refusing", "hangs up", "moved")


def proves(nonce, wallet, payload, rounds, base_target):
    """Whether a nonce of 32 bytes does the work: below the target are the first eight bytes of the last hash."""
    digest = nonce
    for _ in range(rounds):
        digest = hashlib.sha256(hashlib.sha256(digest + wallet + payload).digest()).digest()
    return int.from_bytes(digest[:8], "big") < base_target // len(payload)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.serve(self.given)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.serve(lambda wallet: self.taken(wallet, body))

    def serve(self, answer):
        server = self.server
        server.asked.append(f"{self.command} {self.path}")
        found = re.fullmatch(r"(/[a-z]+)?/wapi/wallet_backups/([0-9a-f]{32})", self.path)
        if server.habit == "endless":
            self.endless()
        elif server.habit == "hangs up":
            self.close_connection = True
        elif server.habit == "moved":
            self.say(302, b"", location="http://127.0.0.1:9/")
        elif server.habit == "garbage":
            self.say(200, b'{"backup": "00ff')
        elif not found:
            self.say(404, b"{}")
        else:
            self.say(*answer(bytes.fromhex(found.group(2))))

    def given(self, wallet):
        server = self.server
        kept = server.kept.get(wallet, [])
        if server.habit == "old" and len(kept) > 1:
            kept = kept[:-1]
        if server.habit == "other":
            kept = [bytes(4_256)]
        if not kept:
            return 404, b"{}"
        return 200, json.dumps({"backup": kept[-1].hex()}).encode()

    def taken(self, wallet, body):
        server = self.server
        if server.habit == "refusing":
            return 403, b"{}"
        try:
            call = json.loads(body)
            backup, nonce = bytes.fromhex(call["backup"]), bytes.fromhex(call["pow1"])
        except (ValueError, KeyError, TypeError):
            return 400, b"{}"
        if len(nonce) != 32 or not backup or not proves(nonce, wallet, backup, server.rounds, server.base_target):
            return 403, b"{}"
        if server.habit != "forgetful":
            server.kept.setdefault(wallet, []).append(backup)
        return 200, b"{}"

    def say(self, status, body, location=None):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(body)

    def endless(self):
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            while True:
                self.wfile.write(b'{"backup":"' + b"0" * (1 << 20))
        except OSError:
            # Whoever asked has enough.
            pass

    def log_message(self, *_):
        pass


class BackupServer(http.server.ThreadingHTTPServer):
    """Serves in a thread from the start on, until it is closed."""

    daemon_threads = True

    def __init__(self, tls=None, port=0, rounds=1, base_target=EASIEST, habit="honest"):
        super().__init__(("127.0.0.1", port), Handler)
        self.kept, self.asked, self.habit = {}, [], habit
        self.rounds, self.base_target, self.context = rounds, base_target, None
        self.port = self.server_address[1]
        if tls:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(*tls)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self):
        self.shutdown()
        self.server_close()

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
    options.add_argument("--tls", nargs=2)
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument("--base-target", type=int, default=EASIEST)
    options.add_argument("--habit", choices=HABITS, default="honest")
    chosen = options.parse_args()
    server = BackupServer(chosen.tls, chosen.port, chosen.rounds, chosen.base_target, chosen.habit)
    print("ready", server.port, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
