"""The coordinator at ElectrumX, which others wrote, in front of the regtest node: coins, payments, blocks replaced."""

import unittest

from electrumx_server import ElectrumX, missing
from programs_testing import ELSEWHERE, NOT_BUILT, CoordinatorCase, words
from walks_programs_test import programs


@unittest.skipUnless(programs(), NOT_BUILT)
@unittest.skipIf(missing(), f"skipped: {missing()}")
class ElectrumXServer(CoordinatorCase):
    def setUp(self):
        super().setUp()
        # It wants Bitcoin Core 31 or later.
        self.start_node(real=False, filters=False, txindex=True)
        self.add_core()
        self.start_server()
        self.make_wallet()

    def start_server(self, name="index", **options):
        self.server = ElectrumX(self.node.url, self.node.cookie, **options)
        self.addCleanup(self.server.close)
        self.online.must("node", "add", name, f"electrum://127.0.0.1:{self.server.port}")
        self.online.must("node", "use", name)

    def sync(self):
        self.server.follow()
        return super().sync()

    def test_a_payment_and_its_child_go_through_it_and_a_block_that_is_replaced_is_noticed(self):
        status = self.online.must("node", "status", "--json").json
        self.assertEqual((status["scanning"], status["network"]), ("index of scripts", "regtest"))
        self.assertIn("ElectrumX", status["software"])
        self.fund(300_000, 200_000, 100_000)
        self.assertEqual(self.sync()["confirmed"], 600_000)
        number = self.signed("pay", "walk", "--to", f"{ELSEWHERE}=250000sat", "--fee-rate", "2")
        self.online.must("broadcast", number, "--yes")
        self.server.follow()
        self.assertIn("already sent", self.online.must("broadcast", number, "--yes").err)
        self.assertGreater(self.sync()["pending"], 0)
        child = self.signed("bump", number, "--by-child", "--fee-rate", "20")
        self.online.must("broadcast", child, "--yes")
        self.assertEqual(len(self.node("getrawmempool")), 2)
        self.server.follow()
        self.node.mine()
        there = self.sync()
        self.assertEqual((there["pending"], self.state(number)), (0, "confirmed"))
        self.assert_same_as_core()
        # Its block and two more are replaced by four that have nothing.
        self.node.mine(2)
        self.sync()
        self.assertTrue(self.node.reorganise(3))
        self.assertNotEqual(self.sync()["confirmed"], there["confirmed"])
        self.assertEqual(self.state(number), "sent")
        self.node.mine()
        self.assertEqual(self.sync()["confirmed"], there["confirmed"])
        self.assert_same_as_core()

    def test_what_is_refused_says_why_and_goes_in_with_its_child(self):
        self.fund(300_000, 200_000)
        self.sync()
        number = self.signed("pay", "walk", "--to", f"{ELSEWHERE}=250000sat", "--fee-rate", "2")
        self.online.must("broadcast", number, "--yes")
        self.server.follow()
        child = self.signed("bump", number, "--by-child", "--fee-rate", "20")
        self.node.fill_mempool()
        # The node has another cookie now; and this server answers as late as it does by itself.
        self.start_server("again", wait="1")
        refused = self.online("broadcast", number, "--yes")
        self.assertRegex(words(refused.err), r"broadcast: mempool min fee not met, \d+ < \d+ \(1\) hint:")
        self.online.must("broadcast", child, "--yes")
        self.assertEqual(len(self.node("getrawmempool")), 2)
        self.server.follow()
        self.node.mine()
        self.assertEqual(self.sync()["pending"], 0)
        self.assertEqual((self.state(number), self.state(child)), ("confirmed", "confirmed"))


if __name__ == "__main__":
    unittest.main()
