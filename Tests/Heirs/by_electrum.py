"""Debian's Electrum, which has the system's Python: all questions are put to it at once."""

import json
import re
import subprocess
from pathlib import Path

from embit import bip32

import programs
import words

PYTHON = "/usr/bin/python3"
# What Electrum calls the kinds of addresses of one key; it has no wallet of Taproot.
ONE_KEY = {"pkh": "standard", "sh-wpkh": "p2wpkh-p2sh", "wpkh": "p2wpkh"}
# The same of several keys, and the letters that it wants their master keys to begin with (SLIP-132).
# What the master keys of a wallet of one key begin with.
MASTERS = {"pkh": "xpub", "sh(wpkh": "ypub", "wpkh": "zpub"}
SEVERAL_KEYS = {"wsh": ("p2wsh", "Zpub"), "sh(wsh": ("p2wsh-p2sh", "Ypub"), "sh": ("standard", "xpub")}
KEY = re.compile(r"\[([0-9a-f]{8})/([0-9h/]+)\](\w+)/<0;1>/\*")


class Electrum:
    """What Electrum is to bring back."""

    def __init__(self):
        self._asked = []
        self._trials = []

    def add(self, other):
        """What another one was to bring back."""
        self._asked += other._asked
        self._trials += other._trials

    def _ask(self, kind, what, expected, network, **asked):
        self._asked.append({**asked, "network": network})
        self._trials.append((kind, what, expected))

    def words(self, what, words, passphrase, path, script, address, kind="words", network="signet"):
        """The first address of words of BIP-39, or of a list of shares of SLIP-39."""
        key = {"seed": words, "passphrase": passphrase, "path": path, "script": script}
        self._ask(kind, what, [address], network, rule=1, wallets=[[key]], addresses=1)

    def account(self, trials, what, found, seed, kind):
        """The first address of a seed in bytes, which Electrum does not take: embit makes the key of an account of it,
        as an heir's helper does, and Electrum takes that. `found` makes the bytes that were read."""
        try:
            key = bip32.HDKey.from_seed(found(), version=programs.SIGNET["xprv"])
            key = electrum_key(key.derive("m/84h/1h/0h").to_base58(), "zprv")
        except Exception as error:  # other people's programs fail as they like
            return trials.count(False, f"{kind}, {what}, the key of an account: {type(error).__name__}: {error}")
        self._ask(kind, f"{what}, the key of an account", [programs.embit_first_of(seed)], "signet", rule=1,
                  wallets=[[{"master": key}]], addresses=1)

    def account_of_several(self, trials, what, found, seed, kind):
        """The same in a wallet of two keys of three: the key of an account (BIP-48) that embit makes of the bytes, the words
        of another person, and a master key."""
        at = "m/48h/1h/0h/2h"
        own = bip32.HDKey.from_seed(seed, version=programs.SIGNET["xprv"])
        # Two others: the shares may be of the words of one of these.
        cosigners = [made for count in (18, 24, 21) if programs.root(made := words.made("english", count)).my_fingerprint
                     != own.my_fingerprint][:2]
        others = [programs.root(made) for made in cosigners]
        keys = [f"[{root.my_fingerprint.hex()}/{at[2:]}]{programs.embit_key_at(root, at)}/<0;1>/*"
                for root in (own, *others)]
        descriptor = f"wsh(sortedmulti(2,{','.join(keys)}))"
        try:
            key = bip32.HDKey.from_seed(found(), version=programs.SIGNET["xprv"])
            key = electrum_key(key.derive(at).to_base58(), "Zprv")
        except Exception as error:  # other people's programs fail as they like
            return trials.count(False, f"{kind}, {what}, a key of several: {type(error).__name__}: {error}")
        people = {own.my_fingerprint.hex(): {"master": key},
                  others[1].my_fingerprint.hex(): cosigners[1]}
        self.several_keys(f"{what}, the key of an account, a wallet of several keys", descriptor, people,
                          programs.embit_descriptor(descriptor), "signet", kind=kind)

    def several_keys(self, what, descriptor, words, addresses, network, kind="multisigWallet"):
        """A wallet of several keys as each of those makes it who have words: with these, at the path that stands on the
        page, and with the master keys of the others; on a computer with a network there are master keys alone.

        `words` are those of each by the fingerprint, or enough shares of SLIP-39, or a private key for the account of
        the wallet (`Zprv`), which somebody made of a seed in bytes, as `{"master": KEY}`. `addresses` are two receiving and two
        change addresses. Then those with words sign a payment.
        """
        form, rule = re.match(r"(.*)\(sortedmulti\((\d+),", descriptor).groups()
        script, prefix = SEVERAL_KEYS[form]
        found = KEY.findall(descriptor)
        masters = [{"master": electrum_key(key, prefix)} for _, _, key in found]

        def opened_by(fingerprint, words):
            if isinstance(words, dict):
                return [words if fingerprint == own else master
                        for (own, _, _), master in zip(found, masters, strict=True)]
            return [{"seed": words, "passphrase": "", "path": f"m/{path}".replace("h", "'"), "script": script}
                    if fingerprint == own else master for (own, path, _), master in zip(found, masters, strict=True)]

        # Whoever has a seed types it first.
        wallets = [sorted(opened_by(*one), key=lambda key: "master" in key) for one in words.items()]
        self._ask(kind, what, addresses + ["signed"], network, rule=int(rule),
                  wallets=[masters, *wallets], addresses=2)

    def watched(self, what, descriptor, addresses, network):
        """A wallet of one key without words, from the master key that stands on its page: two receiving and two change
        addresses."""
        form = descriptor.split("([")[0]
        master = electrum_key(KEY.search(descriptor)[3], MASTERS[form])
        self._ask("keyWallet", what, addresses, network, rule=1, wallets=[[{"master": master}]], addresses=2)

    def single_key(self, what, wif, address):
        """A key for a P2WPKH address, as Electrum wants it typed: the kind first. Without it, Electrum makes
        a P2PKH address of it: no sheet names it for keys."""
        self._ask("singleKey", what, [address], "signet", key=f"p2wpkh:{wif}")

    def ask(self, trials):
        """Has Electrum answer everything; where it is not installed they have failed."""
        if not Path(PYTHON).exists() or subprocess.run(
                [PYTHON, "-c", "import electrum"], capture_output=True, timeout=60).returncode != 0:
            trials.missing.add("Electrum")
            return
        ran = subprocess.run(
            [PYTHON, "-B", Path(__file__).with_name("electrum_restores.py")], input=json.dumps(self._asked),
            capture_output=True, text=True, timeout=120)
        if ran.returncode != 0:
            trials.count(False, f"Electrum: {ran.stderr[-500:]}")
            return
        found = json.loads(ran.stdout)
        for (kind, what, expected), answer in zip(self._trials, found["answers"], strict=True):
            trials.check(kind, ("Electrum", found["version"]), what, answer, expected)


def electrum_key(key, prefix):
    """An extended key with other first letters (SLIP-132), as a page of a wallet of several keys has it for Electrum;
    of `Zpub` on signet `Vpub`."""
    test = {"xpub": "tpub", "Ypub": "Upub", "Zpub": "Vpub", "ypub": "upub", "zpub": "vpub", "zprv": "vprv",
            "Zprv": "Vprv"}
    key = bip32.HDKey.from_string(key)
    is_main = key.to_base58()[0] == "x"
    return key.to_base58(version=VERSIONS[prefix if is_main else test[prefix]])


VERSIONS = {
    "xpub": bytes.fromhex("0488b21e"), "tpub": bytes.fromhex("043587cf"), "Ypub": bytes.fromhex("0295b43f"),
    "Upub": bytes.fromhex("024289ef"), "Zpub": bytes.fromhex("02aa7ed3"), "Vpub": bytes.fromhex("02575483"),
    "ypub": bytes.fromhex("049d7cb2"), "upub": bytes.fromhex("044a5262"),
    "zpub": bytes.fromhex("04b24746"), "vpub": bytes.fromhex("045f1cf6"),
    "zprv": bytes.fromhex("04b2430c"), "vprv": bytes.fromhex("045f18bc"),
    "Zprv": bytes.fromhex("02aa7a99"), "Vprv": bytes.fromhex("02575048")}
