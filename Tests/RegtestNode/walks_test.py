"""The walks: that their oracle and their lies are what they say, and short walks where there are programs."""

import json
import os
import random
import shutil
import tempfile
import unittest

import scripts
from testing import ADDRESS, LOCK
from walks import lies
from walks.comparing import Comparison
from walks.keys import TYPES, Keys
from walks.nodes import Node
from walks.oracle import Truth
from walks.proxy import Proxy, read, written


class Oracle(unittest.TestCase):
    """What is true, read from blocks, held against what the node answers about the same."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.node = Node(os.path.join(cls.folder, "node"))
        cls.node.fill_bank(8)

    @classmethod
    def tearDownClass(cls):
        cls.node.remove()
        shutil.rmtree(cls.folder)

    def listed(self, keys):
        found = self.node("scantxoutset", "start", [f"raw({lock.hex()})" for lock in keys.scripts])
        return {(item["txid"], item["vout"]): item["height"] for item in found["unspents"]}

    def test_each_script_type_is_paid_and_spent_elsewhere_and_seen(self):
        for kind in TYPES:
            with self.subTest(kind):
                keys = Keys(kind, "test")
                coin = self.node.bank_coin()
                paid = self.node.bank_pays([(500_000, keys.script(0, 3)), (70_000, keys.script(1, 0))], coin)
                txid = self.node("sendrawtransaction", paid)
                wallet = Truth(self.node).read().wallet(keys)
                self.assertEqual(wallet.balance(), (0, 570_000, 0))
                self.assertEqual(wallet.used, {0: 3, 1: 0})
                self.node.mine(1)
                truth = Truth(self.node).read()
                wallet = truth.wallet(keys)
                self.assertEqual(
                    self.listed(keys), {outpoint: found.height for outpoint, found in wallet.unspent.items()})
                chosen = [(*outpoint, found.amount, found.script) for outpoint, found in sorted(wallet.unspent.items())]
                spent = self.node("sendrawtransaction", keys.spend(chosen, [(560_000, LOCK.data)]))
                wallet = truth.read().wallet(keys)
                self.assertEqual((wallet.unspent, wallet.nets), ({}, {txid: 570_000, spent: -570_000}))
                self.node.mine(1)
                # A reorganisation takes it back into the mempool, a block with another spend ends it.
                self.assertTrue(self.node.reorganise(1))
                self.assertEqual(truth.read().wallet(keys).places[spent], None)
                self.node.mine_with([keys.spend(chosen[:1], [(chosen[0][2] - 900, LOCK.data)])])
                wallet = truth.read().wallet(keys)
                self.assertNotIn(spent, wallet.places)
                self.assertEqual(list(wallet.unspent), [chosen[1][:2]])
                self.assertEqual(self.listed(keys), {chosen[1][:2]: wallet.coins[chosen[1][:2]].height})

    def test_a_payment_has_the_fate_that_the_node_gives_it(self):
        keys = Keys("wpkh", "fates")
        for number in range(2):
            coin = self.node.bank_coin()
            self.node("sendrawtransaction", self.node.bank_pays([(500_000, keys.script(0, number))], coin))
        self.node.mine(1)
        truth = Truth(self.node)
        wallet = truth.read().wallet(keys)
        chosen = [(*outpoint, found.amount, found.script) for outpoint, found in sorted(wallet.unspent.items())]
        first = keys.spend(chosen[:1], [(400_000, keys.script(1, 0))])
        payment = Paid(first)
        self.assertEqual(wallet.fate(payment), "possible")
        txid = self.node("sendrawtransaction", first)
        wallet = truth.read().wallet(keys)
        self.assertEqual(wallet.fate(payment), "mempool")
        child = Paid(keys.spend([(txid, 0, 400_000, keys.script(1, 0))], [(300_000, LOCK.data)]))
        self.assertEqual(wallet.fate(child), "possible")
        self.node("sendrawtransaction", keys.spend(chosen[:1], [(300_000, LOCK.data)]))
        wallet = truth.read().wallet(keys)
        self.assertEqual((wallet.fate(payment), wallet.fate(child)), ("contested", "dead"))
        self.node.mine(1)
        wallet = truth.read().wallet(keys)
        self.assertEqual((wallet.fate(payment), wallet.fate(child)), ("conflicted", "dead"))


class Paid:
    """A payment by the transaction alone."""

    def __init__(self, text):
        from walks.oracle import unsigned_txid
        from wire import Transaction
        transaction = Transaction.parse(bytes.fromhex(text))
        self.unsigned = unsigned_txid(transaction)
        self.inputs = {(item.txid[::-1].hex(), item.vout) for item in transaction.vin}
        self.state = "draft"


class Answers:
    """A coordinator that says what it is given."""

    def __init__(self, **said):
        self.said = said

    def __call__(self, command, *_):
        said = self.said[command]

        class Ran:
            is_done, json, error = True, said, ""
        return Ran


class Comparisons(unittest.TestCase):
    """Every wrong word is a difference: else a walk would prove nothing."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.node = Node(os.path.join(cls.folder, "node"))
        cls.node.fill_bank(3)
        cls.keys = Keys("wpkh", "compared")
        coin = cls.node.bank_coin()
        cls.node("sendrawtransaction", cls.node.bank_pays([(500_000, cls.keys.script(0, 0))], coin))
        cls.node.mine(3)
        cls.wallet = Truth(cls.node).read().wallet(cls.keys)
        (cls.txid, cls.vout), = cls.wallet.unspent
        payment = Paid(cls.keys.spend([(cls.txid, cls.vout, 500_000, cls.keys.script(0, 0))], [(1, LOCK.data)]))
        cls.payments = {1: payment}

    @classmethod
    def tearDownClass(cls):
        cls.node.remove()
        shutil.rmtree(cls.folder)

    def said(self):
        return {
            "balance": {"confirmed": 500_000, "pending": 0, "immature": 0, "height": self.wallet.height},
            "coins": [{
                "outpoint": f"{self.txid}:{self.vout}", "amount": 500_000, "confirmations": 3,
                "state": "held by payment 1"}],
            "history": [{"txid": self.txid, "height": self.wallet.height - 2, "net": 500_000}],
            "payments": [{"payment": 1, "state": "complete"}],
        }

    def kinds(self, said):
        return {found.kind for found in Comparison(Answers(**said), "walk", self.wallet, self.payments).run()}

    def test_the_truth_differs_in_nothing_and_each_wrong_word_does(self):
        self.assertEqual(self.kinds(self.said()), set())
        for command, place, name, value, kind in (
            ("balance", None, "confirmed", 1, "balance: confirmed"),
            ("balance", None, "pending", 1, "balance: pending"),
            ("balance", None, "height", 1, "balance: height"),
            ("coins", 0, "amount", 1, "coins: amount"),
            ("coins", 0, "confirmations", 4, "coins: confirmations"),
            ("coins", 0, "outpoint", "00" * 32 + ":0", "coins: one is missing"),
            ("coins", 0, "state", "spendable", "coins: not held"),
            ("coins", 0, "state", "held by payment 2", "coins: held for nothing"),
            ("history", 0, "txid", "00" * 32, "history: zero txid"),
            ("history", 0, "txid", "11" * 32, "history: nowhere"),
            ("history", 0, "height", None, "history: height"),
            ("history", 0, "net", -1, "history: amount"),
            ("payments", 0, "state", "confirmed", "payments: confirmed, is possible"),
            ("payments", 0, "state", "conflicted", "payments: conflicted, is possible"),
            ("payments", 0, "payment", 2, "payments: lost"),
        ):
            with self.subTest(kind):
                said = self.said()
                (said[command] if place is None else said[command][place])[name] = value
                self.assertIn(kind, self.kinds(said))
        for command, kind in (("coins", "coins: one is missing"), ("history", "history: missing")):
            self.assertIn(kind, self.kinds({**self.said(), command: []}))


class Lies(unittest.TestCase):
    """The proxy passes on what it is not told to change, and each kind of lie changes something."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.node = Node(os.path.join(cls.folder, "node"))
        cls.node.fill_bank(30)
        cls.proxy = Proxy(cls.node)

    @classmethod
    def tearDownClass(cls):
        cls.proxy.close()
        cls.node.remove()
        shutil.rmtree(cls.folder)

    def test_numbers_go_through_as_they_are_written(self):
        text = '{"a":[0.10000000,1e-8,-5,null,true,"x"],"b":{"c":21000000.00000001}}'
        self.assertEqual(written(read(text)), text)

    def test_there_are_at_least_66_kinds_and_each_says_something_else(self):
        self.assertGreaterEqual(len(lies.KINDS), 66)
        tip = self.node("getbestblockhash")
        objects = [f"raw({LOCK.data.hex()})"]
        coinbase = self.node("getblock", tip)["tx"][0]
        bodies = [
            {"id": number, "jsonrpc": "2.0", "method": method, "params": params} for number, (method, params) in enumerate((
                ("getblockchaininfo", []), ("getblockhash", [5]), ("getblockheader", [tip]), ("getnetworkinfo", []),
                ("getindexinfo", []), ("getmempoolinfo", []), ("estimatesmartfee", [6]),
                ("scanblocks", ["start", objects]), ("scantxoutset", ["start", objects]),
                ("getrawtransaction", [coinbase, 0, tip])))]
        last = [self.node("getblockhash", height) for height in range(1, 31)]
        bodies.append({"id": 77, "jsonrpc": "2.0", "method": "getdescriptoractivity", "params": [last, objects]})
        paid = self.node.bank_pays([(5000, LOCK.data)], self.node.bank_coins()[0])
        bodies.append({"id": 78, "jsonrpc": "2.0", "method": "testmempoolaccept", "params": [[paid]]})
        sent = self.node("sendrawtransaction", self.node.bank_pays([(6000, LOCK.data)], self.node.bank_coins()[1]))
        bodies.append({"id": 79, "jsonrpc": "2.0", "method": "getmempoolentry", "params": [sent]})
        bodies.append({"id": 80, "jsonrpc": "2.0", "method": "sendrawtransaction", "params": [paid]})
        batch = [{"id": 100 + n, "jsonrpc": "2.0", "method": "getrawtransaction", "params": [coinbase, 0, tip]}
                 for n in range(2)]
        honest = self.asked([*bodies, batch])
        context = Context(self.node)
        # Of a chain where all was spent there is no spend to change, and one that moves says nothing wrong itself.
        silent = [name for name in lies.KINDS if "spen" in name or name.startswith((
            "another chain", "the chain turns", "a block after", "a payment comes"))]
        for name, make in lies.KINDS.items():
            if name in silent or name == "events: none of the mempool" or name.startswith("events: pending"):
                continue
            with self.subTest(name):
                self.proxy.lie = make(context)
                try:
                    self.assertNotEqual(self.asked([*bodies, batch], honest), honest)
                finally:
                    self.proxy.lie = None

    def asked(self, bodies, honest=()):
        """All that comes back, up to the first answer that is not the honest one."""
        import http.client
        said = []
        for body in bodies:
            connection = http.client.HTTPConnection("127.0.0.1", self.proxy.server_address[1], timeout=5)
            try:
                connection.request("POST", "/", json.dumps(body), {"Authorization": self.node.authorization})
                answer = connection.getresponse()
                said.append((answer.status, answer.read(1 << 22)))
            except (http.client.HTTPException, OSError, ValueError) as error:
                said.append((type(error).__name__, b""))
            finally:
                connection.close()
            if honest and said[-1] != honest[len(said) - 1]:
                break
        return said


class Context:
    """What a lie may ask for."""

    def __init__(self, node):
        self.node, self.random = node, random.Random(1)
        self.some_transaction = node.bank_pays([(7000, LOCK.data)], node.bank_coins()[2])

    def with_other_witness(self, text):
        return text + "00"


if __name__ == "__main__":
    unittest.main()
