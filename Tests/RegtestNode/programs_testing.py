"""What tests share that drive the coordinator: one wallet in a home of its own, signed for by embit."""

import os
import shutil
import tempfile
import unittest

from testing import bitcoind
from walks import programs as drivers
from walks.keys import Keys
from walks.nodes import Node
from walks_programs_test import programs

ELSEWHERE = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
NOT_BUILT = "skipped: the programs are not built (Tests/run programs builds them)"


class CoordinatorCase(unittest.TestCase):
    """A node with money in a bank, and a wallet named `walk` that nobody has paid yet."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.keys = Keys("wpkh", type(self).__name__)
        self.online = drivers.coordinator(programs(), os.path.join(self.folder, "online"))

    def start_node(self, **options):
        """The real node where there is one, never with `real=False`; the bank has so many `coins`."""
        real, coins = options.pop("real", True), options.pop("coins", 6)
        self.node = Node(os.path.join(self.folder, "node"), bitcoind() if real else None, **options)
        self.addCleanup(self.node.remove)
        self.node.fill_bank(coins)

    def add_core(self):
        self.online.must("node", "add", "core", self.node.url, "--cookie", self.node.cookie)

    def make_wallet(self):
        wallet = os.path.join(self.folder, "wallet.txt")
        with open(wallet, "w", encoding="ascii") as file:
            file.write(self.keys.descriptor + "\n")
        self.online.must("wallet", "import", "walk", "--from", wallet)

    def fund(self, *amounts):
        """Coins at the first addresses, confirmed once."""
        self.node("sendrawtransaction", self.node.bank_pays(
            [(amount, self.keys.script(0, index)) for index, amount in enumerate(amounts)], self.node.bank_coin()))
        self.node.mine()

    def sync(self):
        """The balance after a sync."""
        self.online.must("sync", "walk")
        return self.online.must("balance", "walk", "--json").json

    def signed(self, *command):
        """Builds a payment, signs it and collects the signature; its number."""
        path, signed = (os.path.join(self.folder, name) for name in ("built.psbt", "signed.psbt"))
        number = self.online.must(*command, "--out", path, "--force", "--json").json["payment"]
        self.keys.sign_packet(path, signed, 0)
        self.online.must("collect", signed)
        return number

    def payment(self, number):
        return next(item for item in self.online.must("payments", "--json").json if item["payment"] == number)

    def state(self, number):
        return self.payment(number)["state"]

    def assert_same_as_core(self):
        self.assertIn("core says the same", words(self.online.must("node", "compare", "core", "walk").out))


def words(text):
    """A text whose lines may be broken anywhere."""
    return " ".join(text.split())
