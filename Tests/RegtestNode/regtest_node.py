"""A regtest node for tests, on Bitcoin Core's own consensus code.

It speaks the part of Bitcoin Core's JSON-RPC that a coordinator needs. Blocks and scripts are
judged by Bitcoin Core's consensus library (py-bitcoinkernel); POLICY (fees, dust, standardness,
the mempool) is this program's own, see policy.py and mempool.py. It has no peers and no wallet.

    regtest_node.py --datadir FOLDER [--port N] [--no-filter-index] [--txindex] [--minrelaytxfee BTC/kvB]
                    [--mempoolminfee BTC/kvB] [--rpcuser U --rpcpassword P]

prints `ready PORT` once it answers, writes the cookie to FOLDER/regtest/.cookie as bitcoind does,
and stops on `stop`, SIGTERM and SIGINT. It answers truly; `bad_node.py` in front of it does not.
"""

import argparse
import os
import secrets
import signal
import sys
import threading

from answers import satoshis
from node import Node
from server import Server

ENDING = {signal.SIGTERM, signal.SIGINT}


def main():
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("--datadir", required=True)
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--no-filter-index", action="store_true")
    options.add_argument("--txindex", action="store_true", help="with -txospenderindex, as of Bitcoin Core 31")
    options.add_argument("--minrelaytxfee", default="0.000001", help="the least that a transaction has to pay, in BTC/kvB")
    options.add_argument(
        "--mempoolminfee", default="0", help="the least that it or its child has to pay, as if the mempool were full")
    options.add_argument("--rpcuser")
    options.add_argument("--rpcpassword")
    chosen = options.parse_args()

    folder = os.path.join(chosen.datadir, "regtest")
    os.makedirs(folder, exist_ok=True)
    # Blocked in every thread that is started from here on and waited for below: a handler in Python runs only when
    # the main thread wakes, and a signal just before it falls asleep would be noticed at the next one.
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    node = Node(
        chosen.datadir, lambda: os.kill(os.getpid(), signal.SIGTERM), has_filters=not chosen.no_filter_index,
        has_txindex=chosen.txindex, fees=[satoshis(chosen.minrelaytxfee), satoshis(chosen.mempoolminfee)])
    cookie = "__cookie__:" + secrets.token_hex(32)
    credentials = [cookie]
    if chosen.rpcuser is not None:
        credentials.append(f"{chosen.rpcuser}:{chosen.rpcpassword or ''}")
    server = Server(chosen.port, node, credentials)
    path = os.path.join(folder, ".cookie")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(cookie)

    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("ready", server.server_address[1], flush=True)
    signal.sigwait(ENDING)
    server.shutdown()
    node.close()
    os.remove(path)
    # The library's threads have nothing to say any more.
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
