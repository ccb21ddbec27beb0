"""The regtest node beside a real bitcoind: the same chain, the same calls, the same answers.

Runs when `$BITCOIND` or the PATH has one. Blocks are mined by one and given to the other, so that
answers can be compared as a whole; what cannot be equal is named in `DIFFERS`.
"""

import unittest

import scripts
from testing import ADDRESS, KEY, LOCK, OurNode, RealNode, bitcoind, coin_of, payment
from wire import Transaction

# Fields that say something about the program or the machine instead of the chain.
DIFFERS = {
    "getblockchaininfo": {"size_on_disk", "warnings", "verificationprogress", "difficulty"},
    "getmempoolinfo": {"usage", "unbroadcastcount"},
    "getmempoolentry": {"time", "unbroadcast", "chunkweight", "chunk"},
    "getrawmempool": {"time", "unbroadcast", "chunkweight", "chunk"},
    "getblock": {"difficulty", "coinbase_tx"},
    "getblockheader": {"difficulty"},
}
OTHER = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
STATS = [
    "avgfee", "avgfeerate", "blockhash", "feerate_percentiles", "height", "ins", "maxfee", "maxfeerate", "mediantime",
    "minfee", "minfeerate", "outs", "subsidy", "time", "total_out", "total_size", "total_weight", "totalfee", "txs"]
XPUB = (
    "tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewG"
    "iYZqrA9DsP4zbQ1M")


def without(value, names):
    if isinstance(value, dict):
        return {key: without(item, names) for key, item in value.items() if key not in names}
    return [without(item, names) for item in value] if isinstance(value, list) else value


@unittest.skipUnless(bitcoind(), "skipped: neither $BITCOIND nor the PATH has a bitcoind")
class BesideBitcoind(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.ours, cls.real = OurNode(), RealNode()
        cls.mine(cls.ours, cls.real, 103)

    @classmethod
    def tearDownClass(cls):
        cls.ours.stop()
        cls.real.stop()

    @staticmethod
    def mine(by, to, count=1, address=ADDRESS):
        """Mines with one node and gives the blocks to the other."""
        for block_hash in by.call("generatetoaddress", count, address):
            refused = to.call("submitblock", by.call("getblock", block_hash, 0))
            assert refused is None, refused

    def same(self, method, *params, only_code=False):
        """Compares the two answers and returns ours."""
        ours, real = self.ours.call(method, *params), self.real.call(method, *params)
        if isinstance(ours, dict) and isinstance(real, dict) and "error" in ours and "error" in real:
            if only_code:
                ours, real = ours["error"]["code"], real["error"]["code"]
        names = DIFFERS.get(method, set())
        self.assertEqual(without(ours, names), without(real, names), f"{method} {params}"[:300])
        return ours

    def test_1_the_chain(self):
        best = self.same("getbestblockhash")
        self.same("getblockcount")
        self.same("getblockchaininfo")
        self.same("getindexinfo")
        self.same("getmempoolinfo")
        for height in (0, 1, 17, 50, 103):
            block_hash = self.same("getblockhash", height)
            self.same("getblockheader", block_hash)
            self.same("getblockheader", block_hash, False)
            for txid in self.same("getblock", block_hash, 1)["tx"]:
                self.same("gettxoutproof", [txid], block_hash)
            self.same("getblockfilter", block_hash)
            for verbosity in (0, 1, 2):
                self.same("getblock", block_hash, verbosity)
        for method, params in (
            ("getblockhash", [104]), ("getblockhash", [-1]), ("getblock", ["00" * 32]),
            ("getblock", ["00"]), ("getblock", ["zz" * 32]), ("getblockheader", ["11" * 32]),
            ("getrawtransaction", ["11" * 32]), ("getrawtransaction", ["11" * 32, 0, best]),
            ("getrawtransaction", ["11" * 32, 0, "22" * 32]), ("getmempoolentry", ["11" * 32]),
            ("getmempoolentry", ["11"]), ("nothing", []), ("estimatesmartfee", [0]),
            ("gettxspendingprevout", [[]]), ("scanblocks", ["begin"]), ("scanblocks", ["start", [], 105]),
            ("scanblocks", ["start", [], 5, 4]), ("sendrawtransaction", ["00"]),
            ("testmempoolaccept", [[]]),
        ):
            self.assertIn("error", self.same(method, *params), method)
        self.same("estimatesmartfee", 6)
        self.same("gettxout", "11" * 32, 0)
        self.same("scanblocks", "status")
        self.same("scanblocks", "abort")
        self.same("scantxoutset", "status")
        self.same("scantxoutset", "abort")

    def test_2_descriptors(self):
        public = KEY.get_public_key().sec().hex()
        for text in (
            f"addr({OTHER})", "raw(51)", f"pkh({public})", f"wpkh({public})", f"sh(wpkh({public}))",
            f"tr({public[2:]})", f"wpkh([d34db33f/84h/1h/0h]{XPUB}/0/*)", f"tr({XPUB}/0/*)",
            f"wpkh({XPUB}/<0;1>/*)", f"pkh([d34db33f/44'/1'/0']{XPUB}/1/*)",
        ):
            described = self.same("getdescriptorinfo", text)
            self.same("getdescriptorinfo", f"{text}#{described['checksum']}")
            params = [[3, 7]] if described["isrange"] else []
            if text != "raw(51)":
                self.same("deriveaddresses", f"{text}#{described['checksum']}", *params)
        for text in (f"addr({OTHER})#aaaaaaaa", "addr(x)", f"addr({OTHER})#aaaa"):
            self.same("getdescriptorinfo", text, only_code=True)
        self.same("deriveaddresses", f"addr({OTHER})")
        checked = self.ours.call("getdescriptorinfo", f"wpkh({XPUB}/0/*)")["descriptor"]
        for params in ([], [[5, 4]], [[-1, 4]], [[0, 2000000]]):
            self.same("deriveaddresses", checked, *params)

    def test_3_scans(self):
        last = self.ours.call("getbestblockhash")
        for objects in (
            [f"addr({ADDRESS})"], [f"addr({OTHER})"], [f"raw({LOCK.data.hex()})", "raw(51)"],
            [{"desc": f"wpkh({XPUB}/<0;1>/*)", "range": 20}],
        ):
            self.same("scanblocks", "start", objects)
            self.same("scanblocks", "start", objects, 5, 20)
            self.same("scantxoutset", "start", objects)
            self.same("getdescriptoractivity", [last], objects)
        self.same("getdescriptoractivity", ["11" * 32], [f"addr({OTHER})"])

    def refused(self, hexadecimal, only_code=False):
        """Both refuse, with the same words."""
        ours = self.ours.call("testmempoolaccept", [hexadecimal])[0]
        real = self.real.call("testmempoolaccept", [hexadecimal])[0]
        self.assertFalse(ours["allowed"])
        if only_code:
            ours.pop("reject-reason"), ours.pop("reject-details", None)
            real.pop("reject-reason"), real.pop("reject-details", None)
        self.assertEqual(ours, real)
        self.same("sendrawtransaction", hexadecimal, only_code=only_code)

    def test_4_refusals(self):
        coin, young = coin_of(self.ours.call, 1), coin_of(self.ours.call, 90)
        value, lock = coin[2], LOCK.data
        self.refused(payment([coin], [(value, lock)]))
        self.refused(payment([coin], [(value + 1, lock)]))
        self.refused(payment([coin], [(value - 5, lock)]))
        self.refused(payment([coin], [(-1, lock)]))
        self.refused(payment([coin], [(21_000_001 * 10**8, lock)]))
        self.refused(payment([coin, coin], [(value, lock)]))
        self.refused(payment([young], [(young[2] - 10_000, lock)]))
        self.refused(payment([("11" * 32, 0, 5)], [(1, lock)]))
        self.refused(payment([coin], [(value - 10_000, lock)], version=4))
        self.refused(payment([coin], [(value - 10_000, lock)], version=0))
        self.refused(payment([coin], [(value - 10_000, lock)], locktime=104, sequence=0))
        self.refused(payment([coin], [(value - 10_000, lock)], sequence=200))
        self.refused(payment([coin], [(value - 10_000, b"\x51\x52")]))
        self.refused(payment([coin], [(value - 10_000, b"")]))
        self.refused(payment([coin], [(value - 10_000, lock), (293, lock)]))
        self.refused(payment([coin], [(value - 10_000, lock)], spoil=True), only_code=True)
        self.refused(payment([coin], [(0, b"\x6a")]))
        self.refused(payment([coin], [(value // 2, lock)]))
        burning = payment([coin], [(value - 20_000, lock), (1000, b"\x6a\x01\x01")])
        self.same("testmempoolaccept", [burning])
        self.assertIn("error", self.same("sendrawtransaction", burning))

    def test_5_payments(self):
        first, second = coin_of(self.ours.call, 1), coin_of(self.ours.call, 2)
        value = first[2]
        outputs = [
            (1_000_000, scripts.script_of_address(OTHER)), (546, b"\x76\xa9\x14" + bytes(20) + b"\x88\xac"),
            (540, b"\xa9\x14" + bytes(20) + b"\x87"), (330, b"\x51\x20" + b"\x02" * 32),
            (330, b"\x00\x20" + bytes(32)), (294, b"\x00\x14" + bytes(20)), (240, b"\x51\x02\x4e\x73"),
            (1000, b"\x52\x05hello"), (0, b"\x6a\x05hello"),
            (1000, b"\x21" + KEY.get_public_key().sec() + b"\xac"),
            (1000, b"\x51\x21" + KEY.get_public_key().sec() + b"\x51\xae"),
        ]
        paid = sum(amount for amount, _ in outputs)
        one = payment([first], outputs + [(value - paid - 2000, LOCK.data)])
        self.same("testmempoolaccept", [one])
        txid = self.same("sendrawtransaction", one)
        self.same("sendrawtransaction", one)
        self.same("testmempoolaccept", [one])
        self.same("getmempoolentry", txid)
        self.same("getmempoolinfo")
        self.same("gettxout", txid, 0)
        self.same("gettxout", txid, 0, False)
        self.same("gettxout", first[0], first[1])
        self.same("gettxout", first[0], first[1], False)
        self.same("gettxspendingprevout", [
            {"txid": first[0], "vout": 0}, {"txid": second[0], "vout": 0}])
        # A second one that builds on the first, and replacements of the first that pay too little.
        child = payment([(txid, len(outputs), value - paid - 2000)], [(value - paid - 9000, LOCK.data)])
        self.refused(payment([first], [(value - 1000, LOCK.data)]))
        grandchild = self.same("sendrawtransaction", child)
        self.same("getmempoolentry", txid)
        self.same("getmempoolentry", grandchild)
        self.refused(payment([first], [(value - 3000, LOCK.data)]))
        self.refused(payment([first], [(value - 9001, LOCK.data)]))
        self.same("getrawmempool", True)
        objects = [f"addr({ADDRESS})", f"addr({OTHER})"]
        self.same("getdescriptoractivity", [], objects)
        self.same("scantxoutset", "start", objects)
        self.same("getrawtransaction", txid)
        self.same("getrawtransaction", txid, 1)
        # A replacement that pays enough takes both out.
        replacement = payment([first, second], [(2 * value - 60_000, LOCK.data)])
        self.same("testmempoolaccept", [replacement])
        txid = self.same("sendrawtransaction", replacement)
        self.assertEqual(self.same("getrawmempool"), [txid])
        self.mine(self.ours, self.real)
        self.assertEqual(self.same("getrawmempool"), [])
        self.refused(replacement)
        last = self.same("getbestblockhash")
        self.same("getblock", last, 2)
        self.same("getblock", last, 3)
        self.same("getblockfilter", last)
        self.same("getrawtransaction", txid, 1, last)
        self.same("getrawtransaction", txid, 2, last)
        self.same("getdescriptoractivity", [last], objects)
        self.same("scanblocks", "start", objects, 100)
        self.same("gettxout", txid, 0)
        self.mine(self.real, self.ours)
        self.same("getblockchaininfo")
        for height in (0, 100, 103, 104):
            self.same("getblockstats", height, STATS)
        for params in ([1000], [-1], ["11" * 32], [1, ["nothing"]]):
            self.assertIn("error", self.same("getblockstats", *params))

    def test_6_packages(self):
        coin = coin_of(self.ours.call, 3)
        value, lock = coin[2], LOCK.data

        def family(parent_fee, child_fee, version=3):
            parent = payment([coin], [(value - parent_fee, lock)], version=version)
            made = (Transaction.parse(bytes.fromhex(parent)).txid[::-1].hex(), 0, value - parent_fee)
            return [parent, payment([made], [(made[2] - child_fee, lock)], version=version)]

        # Only what follows BIP-431 may pay less than is relayed, and only with a child.
        poor, rich = family(5, 10), family(5, 5000)
        for package in (poor, [rich[0]], family(5, -1), family(value, 5000), family(5, 5000, version=2)):
            self.assertEqual(self.same("submitpackage", package)["package_msg"], "transaction failed")
        for package in ([], ["00"], rich[::-1], [rich[0], poor[0]]):
            self.assertIsInstance(self.same("submitpackage", package, only_code=True), int)
        self.assertEqual(self.same("submitpackage", rich)["package_msg"], "success")
        self.same("submitpackage", rich)
        self.assertEqual(len(self.same("getrawmempool")), 2)
        other = coin_of(self.ours.call, 4)
        self.same("sendrawtransaction", payment([other], [(other[2] - 900, lock)]))
        self.same("getmempoolfeeratediagram")
        # What is there stays there, though it pays less than the minimum.
        self.mine(self.ours, self.real)
        self.same("getblockstats", self.ours.call("getblockcount"), STATS)


if __name__ == "__main__":
    unittest.main()
