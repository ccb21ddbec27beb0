"""The regtest node by itself: transport, chain, mempool, restart."""

import http.client
import json
import unittest

from testing import ADDRESS, LOCK, OurNode, coin_of, payment
from wire import Block, Transaction, merkle_root, sha256d


class Transport(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.node = OurNode("--rpcuser", "alice", "--rpcpassword", "se:cret")

    @classmethod
    def tearDownClass(cls):
        cls.node.stop()

    def request(self, **parts):
        return self.node.call.send(json.dumps({"method": "getblockcount", "id": 7, **parts}))

    def test_only_the_cookie_and_the_named_user_are_let_in(self):
        body = '{"method":"getblockcount","id":1}'
        self.assertEqual(self.node.call.send(body)[0], 200)
        self.assertEqual(self.node.call.send(body, "alice:se:cret")[0], 200)
        for wrong in ("alice:", "alice:secret", "bob:se:cret", "__cookie__:00", "alice"):
            self.assertEqual(self.node.call.send(body, wrong)[0], 401, wrong)

    def test_versions_of_the_protocol_answer_in_their_own_way(self):
        status, body = self.request()
        self.assertEqual((status, json.loads(body)), (200, {"result": 0, "error": None, "id": 7}))
        status, body = self.request(jsonrpc="2.0")
        self.assertEqual((status, json.loads(body)), (200, {"jsonrpc": "2.0", "result": 0, "id": 7}))
        self.assertEqual(self.request(method="getnothing")[0], 404)
        status, body = self.request(method="getnothing", jsonrpc="2.0")
        self.assertEqual((status, json.loads(body)["error"]["code"]), (200, -32601))
        self.assertEqual(self.request(method="getblockhash", params=[5])[0], 500)
        status, body = self.node.call.send('{"jsonrpc":"2.0","method":"getblockcount"}')
        self.assertEqual((status, body), (204, b""))

    def test_a_batch_answers_each_call(self):
        calls = [{"jsonrpc": "2.0", "id": n, "method": "getblockhash", "params": [n]} for n in (0, 1)]
        status, body = self.node.call.send(json.dumps(calls))
        first, second = json.loads(body)
        self.assertEqual((status, first["id"], second["error"]["code"]), (200, 0, -8))

    def test_broken_requests_are_errors(self):
        self.assertEqual(self.node.call.send("{")[0], 500)
        self.assertEqual(self.node.call.send("[]")[0], 200)
        self.assertEqual(self.node.call.send('"x"')[0], 400)
        connection = http.client.HTTPConnection("127.0.0.1", self.node.port)
        connection.request("GET", "/")
        self.assertEqual(connection.getresponse().status, 405)
        connection.close()

    def test_wrong_types_are_errors_of_the_call(self):
        for method, params in (
            ("getblockhash", ["x"]), ("getblock", [1]), ("getblock", ["00"]), ("scanblocks", [1]),
            ("getrawtransaction", ["zz" * 32]), ("testmempoolaccept", ["00"]), ("gettxout", []),
            ("sendrawtransaction", ["zz"]), ("getblockcount", [1]), ("deriveaddresses", ["pkh(x)"]),
        ):
            self.assertIn("error", self.node.call(method, *params), method)


class Chain(unittest.TestCase):
    def setUp(self):
        self.node = OurNode()
        self.call = self.node.call
        self.call("generatetoaddress", 101, ADDRESS)

    def tearDown(self):
        self.node.stop()

    def pay(self, value, **more):
        return payment([coin_of(self.call, 1)], [(value, LOCK.data)], **more)

    def test_a_payment_is_taken_mined_and_found(self):
        hexadecimal = self.pay(4_999_990_000)
        txid = self.call("sendrawtransaction", hexadecimal)
        self.assertEqual(self.call("sendrawtransaction", hexadecimal), txid)
        self.assertEqual(self.call("getrawmempool"), [txid])
        self.assertEqual(self.call("getmempoolentry", txid)["fees"]["base"], "0.00010000")
        self.call("generatetoaddress", 1, ADDRESS)
        self.assertEqual(self.call("getrawmempool"), [])
        found = self.call("getdescriptoractivity", [self.call("getbestblockhash")], [f"addr({ADDRESS})"])
        self.assertEqual(
            sorted(event["type"] for event in found["activity"]), ["receive", "receive", "spend"])
        refused = self.call("sendrawtransaction", hexadecimal)
        self.assertEqual(refused["error"]["code"], -27)

    def test_a_payment_is_proved_to_be_in_its_block(self):
        txid = self.call("sendrawtransaction", self.pay(4_999_990_000))
        best, = self.call("generatetoaddress", 1, ADDRESS)
        proof = bytes.fromhex(self.call("gettxoutproof", [txid], best))
        header = bytes.fromhex(self.call("getblockheader", best, False))
        reward = bytes.fromhex(self.call("getblock", best, 1)["tx"][0])[::-1]
        own = bytes.fromhex(txid)[::-1]
        # Two transactions: the reward's hash, and the payment's by itself; bits 1 0 1.
        self.assertEqual(proof, header + bytes.fromhex("0200000002") + reward + own + b"\x01\x05")
        self.assertEqual(header[36:68], merkle_root([reward, own]))
        for txids, code in (([], -8), ("x", -8), (["11" * 32], -5), (["11"], -8)):
            self.assertEqual(self.call("gettxoutproof", txids, best)["error"]["code"], code)
        self.assertEqual(self.call("gettxoutproof", [txid], "11" * 32)["error"]["code"], -5)

    def test_a_wrong_signature_is_refused_by_consensus(self):
        refused = self.call("sendrawtransaction", self.pay(4_999_990_000, spoil=True))
        self.assertEqual(refused["error"]["code"], -26)
        self.assertIn("mempool-script-verify-flag-failed", refused["error"]["message"])

    def test_a_block_with_a_wrong_signature_is_refused_by_consensus(self):
        good = Transaction.parse(bytes.fromhex(self.pay(4_999_990_000)))
        bad = Transaction.parse(bytes.fromhex(self.pay(4_999_990_000, spoil=True)))
        self.call("sendrawtransaction", good.encode().hex())
        self.call("generatetoaddress", 1, ADDRESS)
        block = Block.parse(bytes.fromhex(self.call("getblock", self.call("getbestblockhash"), 0)))
        block.transactions[1] = bad
        root = merkle_root([bytes(32), bad.wtxid])
        block.transactions[0].vout[1].script = b"\x6a\x24\xaa\x21\xa9\xed" + sha256d(root + bytes(32))
        block.merkle = merkle_root([one.txid for one in block.transactions])
        block.solve()
        # A sibling of the tip is only judged when it becomes part of the longest chain.
        self.call("submitblock", block.encode().hex())
        self.assertNotEqual(self.call("getbestblockhash"), block.hash[::-1].hex())

    def test_a_longer_branch_takes_over_and_gives_payments_back(self):
        txid = self.call("sendrawtransaction", self.pay(4_999_990_000))
        self.call("generatetoaddress", 1, ADDRESS)
        other = OurNode()
        for height in range(1, 102):
            other.call("submitblock", self.call("getblock", self.call("getblockhash", height), 0))
        # Another address, so that these blocks are others.
        other.call("generatetoaddress", 2, "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080")
        for height in (102, 103):
            block = other.call("getblock", other.call("getblockhash", height), 0)
            self.call("submitblock", block)
        self.assertEqual(self.call("getbestblockhash"), other.call("getbestblockhash"))
        self.assertEqual(self.call("getrawmempool"), [txid])
        other.stop()

    def family(self, parent_fee, child_fee):
        """A parent and its child, as hexadecimal, and their txids."""
        self.assertEqual(self.call("getmempoolinfo")["mempoolminfee"], "0.00005000")
        txid, vout, value = coin_of(self.call, 1)
        parent = payment([(txid, vout, value)], [(value - parent_fee, LOCK.data)])
        txids = [Transaction.parse(bytes.fromhex(parent)).txid[::-1].hex()]
        child = payment([(txids[0], 0, value - parent_fee)], [(value - parent_fee - child_fee, LOCK.data)])
        return [parent, child], [*txids, Transaction.parse(bytes.fromhex(child)).txid[::-1].hex()]

    def test_a_child_brings_its_parent_in_and_a_poor_one_does_not(self):
        self.restart("--mempoolminfee", "0.00005")
        package, txids = self.family(parent_fee=50, child_fee=900)
        self.assertEqual(self.call("sendrawtransaction", package[0])["error"]["code"], -26)
        refused = self.call("submitpackage", package)
        self.assertEqual(refused["package_msg"], "transaction failed")
        self.assertEqual([item["error"] for item in refused["tx-results"].values()], [
            "mempool min fee not met, 50 < 550", "mempool min fee not met, 950 < 1100"])
        self.assertEqual(self.call("getrawmempool"), [])
        # What is not relayed at all no child brings in.
        package, _ = self.family(parent_fee=5, child_fee=5000)
        self.assertIn("min relay fee not met, 5 < 11", str(self.call("submitpackage", package)))
        package, txids = self.family(parent_fee=50, child_fee=5000)
        taken = self.call("submitpackage", package)
        self.assertEqual(taken["package_msg"], "success")
        self.assertEqual(
            {item["fees"]["effective-feerate"] for item in taken["tx-results"].values()}, {"0.00022954"})
        self.assertEqual(self.call("getrawmempool"), txids)
        # One lot, mined together; once there, it stays, whatever it paid.
        self.assertEqual(
            [point["fee"] for point in self.call("getmempoolfeeratediagram")], ["0.00000000", "0.00005050"])
        self.mine_elsewhere()
        self.assertEqual(self.call("getrawmempool"), txids)
        self.assertEqual(self.call("submitpackage", package)["package_msg"], "success")
        self.call("generatetoaddress", 1, ADDRESS)
        self.assertEqual(self.call("getrawmempool"), [])

    def restart(self, *options):
        self.node.stop(keep=True)
        self.node = OurNode(*options, folder=self.node.folder)
        self.call = self.node.call

    def mine_elsewhere(self):
        """A block that takes nothing from the mempool."""
        other = OurNode()
        for height in range(1, self.call("getblockcount") + 1):
            other.call("submitblock", self.call("getblock", self.call("getblockhash", height), 0))
        mined, = other.call("generatetoaddress", 1, ADDRESS)
        self.assertIsNone(self.call("submitblock", other.call("getblock", mined, 0)))
        other.stop()

    def test_a_package_that_is_none_is_refused_as_a_whole(self):
        self.restart("--mempoolminfee", "0.00005")
        package, txids = self.family(parent_fee=50, child_fee=5000)
        for wrong in (package[::-1], [package[0], self.family(60, 0)[0][0]]):
            self.assertIn("topology", self.call("submitpackage", wrong)["error"]["message"])
        for wrong, code in (([], -8), (["00"], -22), ([package[0]] * 26, -8)):
            self.assertEqual(self.call("submitpackage", wrong)["error"]["code"], code)
        # A wrong signature is no matter of fees.
        spoilt = payment([(txids[0], 0, 4_999_999_950)], [(4_999_000_000, LOCK.data)], spoil=True)
        refused = self.call("submitpackage", [package[0], spoilt])
        self.assertEqual((refused["package_msg"], self.call("getrawmempool")), ("transaction failed", []))

    def test_a_minimum_that_was_raised_puts_out_what_pays_less(self):
        txid = self.call("sendrawtransaction", self.pay(4_999_999_500))
        self.restart("--minrelaytxfee", "0.00005")
        self.assertEqual(self.call("getmempoolinfo")["mempoolminfee"], "0.00005000")
        self.assertEqual(self.call("getrawmempool"), [])
        self.call("sendrawtransaction", self.pay(4_999_990_000))
        self.assertNotEqual(self.call("getrawmempool"), [txid])

    def test_the_mempool_and_a_block_tell_what_they_pay(self):
        self.call("generatetoaddress", 1, ADDRESS)
        weights = []
        for height, fee in ((1, 1100), (2, 11_000)):
            coin = coin_of(self.call, height)
            paid = payment([coin], [(coin[2] - fee, LOCK.data)])
            self.call("sendrawtransaction", paid)
            weights.append(Transaction.parse(bytes.fromhex(paid)).weight)
        self.assertEqual(
            [(point["weight"], point["fee"]) for point in self.call("getmempoolfeeratediagram")],
            [(0, "0.00000000"), (weights[1], "0.00011000"), (sum(weights), "0.00012100")])
        self.call("generatetoaddress", 1, ADDRESS)
        stats = self.call("getblockstats", 103, ["feerate_percentiles", "totalfee", "total_weight"])
        self.assertEqual(
            stats, {"feerate_percentiles": [10, 10, 10, 100, 100], "totalfee": 12_100, "total_weight": sum(weights)})
        self.assertEqual(self.call("getblockstats", 102, ["feerate_percentiles"]), {"feerate_percentiles": [0] * 5})
        for params in ([104], [-1], [1, ["nothing"]], ["11" * 32]):
            self.assertIn("error", self.call("getblockstats", *params), params)

    def test_with_an_index_of_transactions_confirmed_ones_are_told(self):
        txid = self.call("sendrawtransaction", self.pay(4_999_990_000))
        self.call("generatetoaddress", 1, ADDRESS)
        self.assertEqual(self.call("getrawtransaction", txid)["error"]["code"], -5)
        self.node.stop(keep=True)
        self.node = OurNode("--txindex", folder=self.node.folder)
        told = self.node.call("getrawtransaction", txid, 2)
        self.assertEqual((told["confirmations"], told["fee"]), (1, "0.00010000"))
        self.assertEqual(
            set(self.node.call("getindexinfo")), {"basic block filter index", "txindex", "txospenderindex"})

    def test_a_restart_keeps_blocks_and_mempool(self):
        txid = self.call("sendrawtransaction", self.pay(4_999_990_000))
        best = self.call("getbestblockhash")
        self.node.stop(keep=True)
        self.node = OurNode(folder=self.node.folder)
        self.assertEqual(self.node.call("getbestblockhash"), best)
        self.assertEqual(self.node.call("getrawmempool"), [txid])

    def test_without_the_filter_index_scanblocks_says_so(self):
        other = OurNode("--no-filter-index")
        self.assertEqual(other.call("getindexinfo"), {})
        self.assertEqual(other.call("scanblocks", "start", ["raw(51)"])["error"]["code"], -1)
        other.stop()


if __name__ == "__main__":
    unittest.main()
