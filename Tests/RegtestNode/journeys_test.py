"""Payments that a node drops, loses with its blocks, or ranks: the coordinator at the regtest node, or a real one."""

import unittest

from programs_testing import ELSEWHERE, NOT_BUILT, CoordinatorCase, words
from testing import bitcoind
from walks_programs_test import programs


@unittest.skipUnless(programs(), NOT_BUILT)
class Journeys(CoordinatorCase):
    def setUp(self):
        super().setUp()
        self.start_node(coins=60 if bitcoind() else 6)
        self.add_core()
        self.make_wallet()

    def test_a_parent_below_the_minimum_goes_in_with_its_child_as_one_package(self):
        self.fund(300_000, 200_000)
        self.sync()
        number = self.signed("pay", "walk", "--to", f"{ELSEWHERE}=250000sat", "--fee-rate", "2")
        self.online.must("broadcast", number, "--yes")
        child = self.signed("bump", number, "--by-child", "--fee-rate", "20")
        # The mempool fills up, and the least that it takes rises: the payment is gone.
        self.node.fill_mempool()
        self.assertNotIn(self.payment(number)["txid"], self.node("getrawmempool"))
        refused = self.online("broadcast", number, "--yes")
        self.assertEqual(refused.status, 1)
        self.assertIn("mempool min fee not met", words(refused.err))
        told = self.online.must("broadcast", child, "--yes")
        self.assertIn("sent with it, as one package", words(told.err))
        both = {self.payment(one)["txid"] for one in (number, child)}
        self.assertLessEqual(both, set(self.node("getrawmempool")))
        self.sync()
        self.assertEqual((self.state(number), self.state(child)), ("sent", "sent"))
        # A full mempool is more than one block.
        self.node.mine(3)
        self.assertEqual(self.sync()["pending"], 0)
        self.assertEqual((self.state(number), self.state(child)), ("confirmed", "confirmed"))

    def test_a_confirmed_payment_loses_its_block_30_deep_and_comes_back(self):
        self.fund(300_000, 200_000)
        self.node.mine(10)
        number = self.signed("pay", "walk", "--to", f"{ELSEWHERE}=250000sat", "--fee-rate", "2")
        self.online.must("broadcast", number, "--yes")
        self.node.mine(30)
        before = self.sync()
        self.assertEqual(self.state(number), "confirmed")
        # Thirty-one other blocks, without the payment: it waits again, and its change is not confirmed any more.
        self.assertTrue(self.node.reorganise(30))
        told = self.online.must("sync", "walk")
        self.assertRegex(
            words(told.err), "warning: blocks were replaced since the last sync walk: NOT CONFIRMED ANY MORE, its block "
            r"was replaced: -0\.0025\d{4} BTC")
        self.assertEqual(self.state(number), "sent")
        after = self.online.must("balance", "walk", "--json").json
        self.assertEqual(after["confirmed"] + after["pending"], before["confirmed"])
        self.assertGreater(after["pending"], 0)
        self.assertIn(self.payment(number)["txid"], self.node("getrawmempool"))
        self.node.mine()
        there = self.sync()
        self.assertEqual((there["confirmed"], there["pending"]), (before["confirmed"], 0))
        self.assertEqual(self.state(number), "confirmed")

    def test_a_place_in_the_mempool_is_what_the_node_says(self):
        self.fund(300_000)
        self.sync()
        # Three that have a bit more than 1,000 virtual bytes each, at about 50, 20 and 5 sat/vB.
        for fee in (55_000, 22_000, 5_500):
            self.node("sendrawtransaction", self.node.bank_pays(
                [(1000, self.keys.script(1, 50))] * 32, self.node.bank_coin(), fee=fee))
        entries = self.node("getrawmempool", True).values()
        rates = sorted((round(float(entry["fees"]["base"]) * 10**8) / entry["vsize"] for entry in entries), reverse=True)
        self.assertTrue(all(1000 < entry["vsize"] < 1300 for entry in entries), entries)
        for place, rate in (("0.001", rates[0]), ("0.002", rates[1]), ("0.003", rates[2]), ("0.004", 0)):
            built = self.online.must(
                "pay", "walk", "--to", f"{ELSEWHERE}=100000sat", "--fee-place", place, "--force", "--json",
                "--out", f"{self.folder}/place.psbt", "--accept", "R04", "--accept", "R33").json
            self.online.must("cancel", built["payment"], "--yes")
            # The next tenth above what is outside of the place; what is built pays a fraction of a satoshi more.
            self.assertTrue(rate < built["feeRate"] < rate + 0.2, (place, rate, built["feeRate"]))
        # The whole of it, as a curve: rates are rounded up to two digits.
        fees = self.online.must("node", "fees", "--json").json
        sizes = [entry["vsize"] for entry in sorted(entries, key=lambda entry: -float(entry["fees"]["base"]))]
        self.assertEqual([step["vsize"] for step in fees["steps"]], sizes)
        for step, rate in zip(fees["steps"], rates):
            self.assertTrue(rate <= step["feeRate"] < rate * 1.1, (step, rate))
        self.assertEqual((fees["size"], fees["untold"]), (sum(sizes), None))
        self.assertEqual({row["feeRate"]: row["vsize"] for row in fees["rates"]}[10], sum(sizes[:2]))


if __name__ == "__main__":
    unittest.main()
