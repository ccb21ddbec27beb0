"""The walks: that their oracle and their lies are what they say, and short walks where there are programs."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import scripts
from embit.psbt import PSBT
from embit.script import Script, Witness
from embit.transaction import Transaction as EmbitTransaction
from testing import ADDRESS, LOCK
from walks import forging, lies
from walks.comparing import Comparison
from walks.keys import TYPES, Keys
from walks.killing import Killing
from walks.nodes import Node
from walks.oracle import Truth
from walks.programs import Program, Ran
from walks.proxy import Proxy, read, written
from walks.writes import Writes, compiler


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

    def test_a_coin_of_the_wallet_and_one_of_somebody_else_are_spent_together(self):
        for kind in TYPES:
            with self.subTest(kind):
                keys = Keys(kind, "joint")
                paid = self.node.bank_pays([(500_000, keys.script(0, 0))], self.node.bank_coin())
                txid = self.node("sendrawtransaction", paid)
                self.node.mine(1)
                others = self.node.bank_coin()
                coins = [(*others, LOCK.data), (txid, 0, 500_000, keys.script(0, 0))]
                spent = self.node("sendrawtransaction", keys.spend(
                    coins, [(others[2] + 100_000, LOCK.data), (390_000, keys.script(1, 0))]))
                wallet = Truth(self.node).read().wallet(keys)
                self.assertEqual(wallet.nets, {txid: 500_000, spent: -110_000})
                self.node.mine(1)

    def test_many_blocks_are_replaced_at_once(self):
        self.node.mine(40)
        truth = Truth(self.node).read()
        lost = truth.hashes[-40:]
        self.assertTrue(self.node.reorganise(40))
        truth.read()
        self.assertFalse(set(lost) & set(truth.hashes))
        self.assertEqual(truth.height, self.node("getblockcount"))

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
            "history": [{
                "txid": self.txid, "height": self.wallet.height - 2, "net": 500_000, "balance": 500_000}],
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
            ("history", 0, "balance", 499_999, "history: running balance"),
            ("history", 0, "net", 499_999, "history: balance"),
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
        # What is forged is about payments, and has a test of its own. Of a chain where all was spent there is no spend to change, and one that moves says nothing wrong itself.
        silent = [name for name in lies.KINDS if "spen" in name or name.startswith((
            "another chain", "the chain turns", "a block after", "a payment comes"))]
        for name, make in lies.KINDS.items():
            if name in silent or name == "events: none of the mempool" or name.startswith(("events: pending", "forged")):
                continue
            with self.subTest(name):
                self.proxy.lie = make(context)
                try:
                    self.assertNotEqual(self.asked([*bodies, batch], honest), honest)
                finally:
                    self.proxy.lie = None

    def test_what_is_forged_is_told_as_a_spend_and_no_node_would_take_it(self):
        for kind in ("pkh", "wpkh", "tr", "wsh"):
            keys = Keys(kind, "forged")
            sent = self.node.bank_pays([(500_000, keys.script(0, 0))], self.node.bank_coins()[0])
            txid = self.node("sendrawtransaction", sent)
            self.node.mine(1)
            signed = keys.spend([(txid, 0, 500_000, keys.script(0, 0))], [(400_000, LOCK.data)])
            self.assertTrue(self.node("testmempoolaccept", [signed])[0]["allowed"])
            walk = Walked(self.node, keys)
            for place in forging.PLACES:
                for outputs in forging.OUTPUTS:
                    for unlocked in forging.UNLOCKED:
                        with self.subTest(f"{kind}, {place}, {outputs}, {unlocked}"):
                            payment = Draft(self.folder, signed)
                            context = Context(self.node)
                            context.walk = walk
                            forgery = forging.Forgery(context, payment, place, outputs, unlocked)
                            self.assertFalse(self.node("testmempoolaccept", [forgery.hex])[0]["allowed"])
                            told = [one for one in forgery.events([]) if one["type"] == "spend"]
                            self.assertEqual([one["prevout_txid"] for one in told], [txid])
                            self.assertEqual("blockhash" in told[0], place == "in a block")

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


class Walked:
    """A walk as a lie sees it."""

    def __init__(self, node, keys):
        self.node, self.keys = node, keys

    def wallet(self):
        return Truth(self.node).read().wallet(self.keys)


class Draft:
    """A payment that waits for its signatures, by its packet."""

    def __init__(self, folder, text):
        transaction = EmbitTransaction.parse(bytes.fromhex(text))
        for item in transaction.vin:
            item.script_sig, item.witness = Script(b""), Witness()
        self.path, self.state = os.path.join(folder, "draft.psbt"), "draft"
        with open(self.path, "wb") as file:
            file.write(PSBT(transaction).serialize())


@unittest.skipUnless(compiler(), "skipped: there is no C compiler")
class Kills(unittest.TestCase):
    """A program ends at the change of a file that is named, and not before; what it left is told."""

    PROGRAM = """
import os
with open("one", "wb", buffering=0) as file:
    file.write(b"12345678")
    os.fsync(file.fileno())
os.rename("one", "two")
os.write(1, b"done")
"""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.writes = Writes(self.folder)

    def run_to(self, number=None, torn=False):
        place = tempfile.mkdtemp(dir=self.folder)
        ran = subprocess.run(
            [sys.executable, "-B", "-c", self.PROGRAM], cwd=place, capture_output=True,
            env={**os.environ, **self.writes.environment(number, torn)}, check=False)
        left = {}
        for name in os.listdir(place):
            with open(os.path.join(place, name), "rb") as file:
                left[name] = file.read()
        return ran.returncode, self.writes.count, left, ran.stdout

    def test_it_is_killed_before_each_change_of_a_file_or_in_the_middle_of_one(self):
        whole = b"12345678"
        self.assertEqual(self.run_to(), (0, 4, {"two": whole}, b"done"))
        for number, torn, left in (
            (1, False, {}), (2, False, {"one": b""}), (2, True, {"one": whole[:4]}), (3, False, {"one": whole}),
            (4, False, {"one": whole}),
        ):
            with self.subTest(number, torn=torn):
                self.assertEqual(self.run_to(number, torn), (-9, number, left, b""))
        self.assertEqual(self.run_to(5)[:2], (0, 4))

    def test_an_answer_is_typed_when_the_program_asks_on_its_terminal(self):
        asking = Program(sys.executable, {"PATH": os.environ["PATH"]})
        text = """
with open("/dev/tty", "r+b", buffering=0) as terminal:
    terminal.write(b"Are you sure? ")
    print(terminal.read(4))
"""
        process = asking.start("-B", "-c", text, terminal="yes\n")
        out, _ = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (0, "b'yes\\n'\n"))

    def test_half_of_a_command_is_a_difference_and_so_is_one_that_was_said_and_is_not(self):
        for left, out, kinds in (
            ("before", "", set()), ("after", "", set()), ("after", "index 1", set()),
            ("half", "", {"a kill: half of it is done"}),
            ("before", "index 1", {"a kill: it was said to be done, and is not"}),
        ):
            with self.subTest(left, out=out):
                killing = Halves(left, out)
                killing._whole("give", None, "give")
                self.assertEqual(killing.kinds, kinds)

    def test_damaged_records_are_a_difference(self):
        home = tempfile.mkdtemp(dir=self.folder)
        killing = Halves("before", "")
        online = Program("none", {"ONLINE_COORDINATOR_HOME": home})
        path = os.path.join(home, "coordinator.sqlite")
        with sqlite3.connect(path) as records:
            records.execute("CREATE TABLE coin (id INTEGER PRIMARY KEY, amount INTEGER, created INTEGER)")
            records.execute("CREATE INDEX amounts ON coin (amount)")
            records.executemany("INSERT INTO coin VALUES (?, ?, ?)", [(n, 1000 + n, 7) for n in range(2000)])
        records.close()
        found = Killing._records(killing, online)
        self.assertEqual(found["table coin"][0], "(0, 1000)")
        self.assertEqual(killing.kinds, set())
        with open(path, "r+b") as file:
            file.seek(os.path.getsize(path) - 3000)
            file.write(bytes(2000))
        Killing._records(killing, online)
        self.assertEqual(killing.kinds, {"a kill: the records are damaged"})


class Halves(Killing):
    """A command that leaves what it is told to leave."""

    def __init__(self, left, out):
        self.left_over, self.out, self.kinds = left, out, set()
        self.expected_of, self.expected = "give", ("before", "after")
        self.walk, self.state = self, None

    def differs(self, kind, text):
        self.kinds.add(kind)

    def _copied(self, name="copy", of="online"):
        return None

    def _kill(self, *arguments, **options):
        self.state = self.left_over
        return Ran("give", -9, self.out, "", 0)

    def _opens(self, online=None):
        pass

    def _records(self, online):
        return self.state

    def _ends(self, online, arguments, terminal):
        self.state = "after"
        return Ran("give", 0, "", "", 0)

    @staticmethod
    def _changes(before, now):
        return []


if __name__ == "__main__":
    unittest.main()
