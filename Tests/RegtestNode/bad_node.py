"""A bad node: it stands in front of the regtest node or a real bitcoind and answers badly when it is told to.

    bad_node.py PORT

PORT is the node's. It prints `ready PORT` once it answers. Each line on its standard input is an order, a JSON array:
the name of a lie of `walks` about the form of an answer, and the methods that it is about (all when none is named);
`[]` is the truth again. What is answered with a status of an error does not reach the node: it did nothing. Each order is answered with `told`, or with `error: ...` where there is no such lie.
"""

import json
import sys
import types

from walks.lies import KINDS
from walks.proxy import Proxy

FORMS = ("answers: ", "the way: ")


def lie_of(order):
    """The lie that an order asks for, or None for the truth; ValueError where there is none of that name."""
    if not order:
        return None
    name, *methods = order
    # Those about facts need a wallet of the walks.
    if name not in KINDS or not name.startswith(FORMS):
        raise ValueError(f"no such lie: {name}")
    change = KINDS[name](None)

    def lie(call):
        if not methods or set(methods) & set(call.methods):
            change(call)
    return lie


def withheld_by(order):
    """Which methods the node is not asked, as a function, or None."""
    if not order or not order[0].startswith("answers: status "):
        return None
    methods = set(order[1:])
    return lambda asked: not methods or bool(methods & set(asked))


def main():
    proxy = Proxy(types.SimpleNamespace(port=int(sys.argv[1])))
    print("ready", proxy.server_address[1], flush=True)
    for line in sys.stdin:
        try:
            order = json.loads(line)
            proxy.lie = lie_of(order)
            proxy.withheld = withheld_by(order)
            print("told", flush=True)
        except ValueError as error:
            print(f"error: {error}", flush=True)


if __name__ == "__main__":
    main()
