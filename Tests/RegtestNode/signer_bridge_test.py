"""A real bitcoind with `online-coordinator signer-bridge` as its external signer; embit signs.

Runs when `$BITCOIND` or the PATH has one with wallets and external signers, and the programs are built.
"""

import glob
import http.client
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from embit import bip32, bip39, psbt
from embit.networks import NETWORKS

from testing import ADDRESS, RealNode, bitcoind
from walks_programs_test import programs

ROOT = bip32.HDKey.from_seed(
    bip39.mnemonic_to_seed(" ".join(["abandon"] * 11 + ["about"])), version=NETWORKS["regtest"]["xprv"])
ACCOUNT = ROOT.derive("m/84h/1h/0h").to_public().to_base58()
FAILED = {"send": "External signer failed to sign", "bumpfee": "Transaction incomplete. Try psbtbumpfee instead."}


@unittest.skipUnless(bitcoind(), "skipped: neither $BITCOIND nor the PATH has a bitcoind")
@unittest.skipUnless(programs(), "skipped: the programs are not built (Tests/run programs builds them)")
class SignerBridge(unittest.TestCase):
    def setUp(self):
        self.home, self.folder = tempfile.mkdtemp(), tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.home)
        self.addCleanup(shutil.rmtree, self.folder)
        self.program = os.path.join(programs(), "online-coordinator")
        self.environment = {"ONLINE_COORDINATOR_HOME": self.home, "HOME": self.home}
        subprocess.run(
            [
                self.program, "wallet", "create", "savings",
                f"wpkh([73c5da0a/84h/1h/0h]{ACCOUNT}/<0;1>/*)", "--network", "regtest",
            ],
            check=True, capture_output=True, env={**os.environ, **self.environment})

    def node(self, options="--chain regtest "):
        node = RealNode(
            f"-signer={self.program} signer-bridge --wait 60 {options}--folder {self.folder}", "-fallbackfee=0.0002",
            environment=self.environment)
        known = node.call("help")
        if "enumeratesigners" not in known or "createwallet" not in known:
            node.stop()
            self.skipTest("skipped: this bitcoind has no wallets or external signers")
        return node

    def wallet(self, node):
        """Makes the wallet of the signer and gives it a coin."""
        made = node.call("createwallet", "savings", True, False, "", False, True, False, True)
        self.assertEqual(made.get("name"), "savings", made)
        address = node.call("getnewaddress")
        node.call("generatetoaddress", 1, address)
        node.call("generatetoaddress", 100, ADDRESS)
        return address

    def files(self, ending):
        return glob.glob(os.path.join(self.folder, "core-*" + ending))

    def answering(self, ending, answer):
        """Runs `answer` with the path of the question when it lies there."""
        def look():
            for _ in range(600):
                found = self.files(ending)
                if found:
                    answer(found[0])
                    return
                time.sleep(0.1)
        thread = threading.Thread(target=look)
        thread.start()
        self.addCleanup(thread.join)
        return thread

    def sign(self, path):
        with open(path, "rb") as file:
            payment = psbt.PSBT.parse(file.read())
        self.assertGreater(payment.sign_with(ROOT), 0)
        with open(os.path.join(self.folder, "answer.psbt"), "wb") as file:
            file.write(payment.serialize())

    def asked(self, node, answer, method, *params, ending=".psbt"):
        thread = self.answering(ending, answer)
        result = node.call(method, *params)
        thread.join()
        for path in glob.glob(os.path.join(self.folder, "answer*")):
            os.remove(path)
        return result

    def refused(self, node, answer, method, *params):
        """The words of a refusal: no exception of the program that was run, which ends Bitcoin Core's window."""
        error = self.asked(node, answer, method, *params)["error"]
        self.assertEqual(error["message"], FAILED[method])

    def note(self):
        try:
            with open(os.path.join(self.folder, "core-not-signed.log"), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def test_it_verifies_an_address_and_pays_and_raises_the_fee(self):
        node = self.node()
        self.addCleanup(node.stop)
        self.assertEqual(
            node.call("enumeratesigners"), {"signers": [{"fingerprint": "73c5da0a", "name": "Drawbridge"}]})
        address = self.wallet(node)
        shown = self.asked(
            node, lambda path: os.rename(path, path.replace("core-", "ok-")), "walletdisplayaddress", address,
            ending=".txt")
        self.assertEqual(shown, {"address": address})
        cancelled = self.asked(node, os.remove, "walletdisplayaddress", address, ending=".png")
        self.assertIn("was deleted; ask again in Bitcoin Core", cancelled["error"]["message"])
        self.refused(node, os.remove, "send", {ADDRESS: 1})
        self.assertIsNone(self.note())
        self.refused(
            node, lambda path: shutil.copy(path, os.path.join(self.folder, "answer.psbt")), "send", {ADDRESS: 1})
        self.assertIn("answer.psbt has no signature (R31)", self.note())
        sent = self.asked(node, self.sign, "send", {ADDRESS: 1})
        self.assertTrue(sent["complete"], sent)
        self.assertIsNone(self.note())
        self.refused(node, os.remove, "bumpfee", sent["txid"])
        raised = self.asked(node, self.sign, "bumpfee", sent["txid"])
        self.assertEqual(node.call("getrawmempool"), [raised["txid"]])
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_signer_of_another_chain_is_not_listed(self):
        node = self.node("")
        self.addCleanup(node.stop)
        self.assertEqual(node.call("enumeratesigners"), {"signers": []})
        made = node.call("createwallet", "savings", True, False, "", False, True, False, True)
        self.assertIn("No external signers found", made["error"]["message"])
        with open(os.path.join(self.folder, "core-no-signer.log"), encoding="utf-8") as file:
            self.assertIn("on the chain main is known here", file.read())

    def test_no_question_stays_when_bitcoin_core_is_killed(self):
        node = self.node()
        self.wallet(node)
        with open(os.path.join(node.folder, "regtest", "bitcoind.pid"), encoding="ascii") as file:
            number = int(file.read())
        self.addCleanup(shutil.rmtree, node.folder)
        thread = self.answering(".psbt", lambda path: os.kill(number, signal.SIGKILL))
        with self.assertRaises((OSError, http.client.HTTPException)):
            node.call("send", {ADDRESS: 1})
        thread.join()
        for _ in range(300):
            if not os.listdir(self.folder):
                break
            time.sleep(0.1)
        self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    unittest.main()
