"""The bad node by itself: what it does to the answers of a node, and that it stops."""

import http.client
import json
import os
import subprocess
import sys
import unittest

from testing import HERE, Client, OurNode, RealNode, bitcoind

BODY = '{"jsonrpc":"2.0","method":"getblockcount","id":1}'


class BadNode(unittest.TestCase):
    def setUp(self):
        self.node = RealNode() if bitcoind() else OurNode()
        self.addCleanup(self.node.stop)
        self.process = subprocess.Popen(
            [sys.executable, "-B", os.path.join(HERE, "bad_node.py"), str(self.node.call.port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.ended)
        self.call = Client(int(self.process.stdout.readline().split()[1]), self.node.call.credentials)

    def ended(self):
        self.process.stdin.close()
        self.assertEqual(self.process.wait(), 0)
        self.process.stdout.close()

    def told(self, *order):
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def test_it_passes_on_what_it_is_not_told_to_spoil(self):
        self.assertEqual(self.call("getblockcount"), 0)
        self.assertEqual(self.call.send(BODY, "__cookie__:00")[0], 401)
        self.assertEqual(self.told("answers: garbage", "getblockcount"), "told")
        self.assertIsInstance(self.call("getbestblockhash"), str)

    def test_each_bad_answer_is_what_it_says_and_can_be_ended(self):
        for code in (401, 500, 503):
            self.assertEqual(self.told(f"answers: status {code}"), "told")
            self.assertEqual(self.call.send(BODY)[0], code)
        self.told("answers: elsewhere")
        self.assertEqual(self.call.send(BODY)[0], 302)
        self.told("answers: garbage")
        with self.assertRaises(ValueError):
            json.loads(self.call.send(BODY)[1])
        for way in ("the way: hung up before a word", "the way: hung up in the middle"):
            self.told(way, "getblockcount")
            with self.assertRaises((http.client.HTTPException, OSError), msg=way):
                self.call.send(BODY)
        self.assertEqual(self.told(), "told")
        self.assertEqual(self.call("getblockcount"), 0)

    def test_what_is_answered_with_an_error_does_not_reach_the_node(self):
        address = "bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202"
        mine = '{"jsonrpc":"2.0","method":"generatetoaddress","params":[1,"%s"],"id":1}' % address
        self.told("answers: status 500", "generatetoaddress")
        self.assertEqual(self.call.send(mine)[0], 500)
        self.told()
        self.assertEqual(self.call("getblockcount"), 0)

    def test_an_order_that_it_does_not_know_changes_nothing(self):
        self.told("answers: status 500")
        for order in (["answers: never heard of"], ["another chain"]):
            self.assertIn("no such lie", self.told(*order))
        self.assertEqual(self.call.send(BODY)[0], 500)


if __name__ == "__main__":
    unittest.main()
