"""Signed texts of `message sign`, judged by Bitcoin Core's consensus library, embit and hashes made here.

    judge_messages.py PATH-OF-quick-signer

A signer signs texts by addresses of every form of one key, as BIP-322 and BIP-137, with coins and without. What is
signed is put together here, from the standard alone: `to_spend` and `to_sign` by hand, the addresses by embit. Core's
library must allow every input, and refuse it for another text; BIP-137's key is recovered by libsecp256k1 through embit.
Ends with `N passed, N failed`.
"""

import base64
import hashlib
import io
import os
import struct
import subprocess
import sys
import tempfile

import pbk
from embit import bip32, bip39, ec, script
from embit.networks import NETWORKS
from embit.psbt import PSBT
from embit.transaction import Transaction, TransactionInput, TransactionOutput
from embit.util import secp256k1
from pbk.script import PrecomputedTransactionData

WORDS = "abandon " * 11 + "about"
FORMS = {"pkh": "44h", "sh-wpkh": "49h", "wpkh": "84h", "tr": "86h"}
TEXTS = ["Hello World", "Zwei Zeilen:\n  ümlaut, 日本語 and a : colon", "x" * 30 + " " + "long words " * 300]
# P2SH, NULLDUMMY, CLTV, CSV, WITNESS, TAPROOT, as ScriptVerificationFlags has them.
FLAGS = 1 << 0 | 1 << 2 | 1 << 4 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 17


def sha256(data):
    return hashlib.sha256(data).digest()


def compact(number):
    return bytes([number]) if number < 253 else b"\xfd" + struct.pack("<H", number)


def to_spend(text, locking):
    tag = sha256(b"BIP0322-signed-message")
    hashed = sha256(tag + tag + text)
    return Transaction(
        version=0, vin=[TransactionInput(bytes(32), 0xFFFFFFFF, script.Script(b"\0\x20" + hashed), 0)],
        vout=[TransactionOutput(0, locking)], locktime=0)


def allows(transaction, index, spent):
    """Whether Core's library allows the spend of an input."""
    outputs = [pbk.TransactionOutput(pbk.ScriptPubkey(locking.data), value) for value, locking in spent]
    whole = pbk.Transaction(transaction.serialize())
    value, locking = spent[index]
    return pbk.ScriptPubkey(locking.data).verify(
        value, whole, PrecomputedTransactionData(whole, outputs), index, pbk.ScriptVerificationFlags(FLAGS))


def cbor(value):
    """As much of CBOR as a request takes."""
    def head(kind, number):
        for size, code in ((1, 24), (2, 25), (4, 26), (8, 27)):
            if number < 24:
                return bytes([kind << 5 | number])
            if number < 1 << 8 * size:
                return bytes([kind << 5 | code]) + number.to_bytes(size, "big")

    if value is None:
        return b"\xf6"
    if isinstance(value, int):
        return head(0, value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    return head(4, len(value)) + b"".join(map(cbor, value))


class Signer:
    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder
        self.environment = dict(os.environ, OFFLINE_SIGNER_HOME=os.path.join(folder, "home"), LC_ALL="C.UTF-8")
        self.write("pass", b"velvet orbit claim dune tuna lamp\n")
        self.write("words", WORDS.encode() + b"\n")
        self("init", "--network", "regtest", "--yes")
        self("seed", "import", "first", "--from", self.path("words"))
        for form in FORMS:
            self("account", "export", "first", "--script", form, "--out", self.path(form + ".txt"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)
        return self.path(name)

    def __call__(self, *arguments):
        subprocess.run(
            [self.program, *arguments, "--passphrase-file", self.path("pass")], env=self.environment, check=True,
            capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def sign(self, request, form, way):
        """The text, the address and the signature of the answer."""
        self("message", "sign", self.write("request.dat", request), "--wallet", f"first-{form}-0", "--format", way,
             "--out", self.path("signed.txt"), "--yes", "--force")
        with open(self.path("signed.txt"), encoding="utf-8", newline="") as file:
            lines = file.read().split("\n")
        middle = lines.index("-----BEGIN BITCOIN SIGNATURE-----")
        return "\n".join(lines[1:middle]), lines[middle + 1], lines[middle + 2]


def address_script(form, branch, index):
    root = bip32.HDKey.from_seed(bip39.mnemonic_to_seed(WORDS), version=NETWORKS["regtest"]["xprv"])
    key = root.derive(f"m/{FORMS[form]}/1h/0h/{branch}/{index}").key.get_public_key()
    locking = {
        "pkh": script.p2pkh, "wpkh": script.p2wpkh, "tr": script.p2tr,
        "sh-wpkh": lambda key: script.p2sh(script.p2wpkh(key)),
    }[form](key)
    return key, locking


def unsigned(packet):
    """The transaction of a PSBT: the first value behind the magic and the key 0."""
    stream = io.BytesIO(packet)
    assert stream.read(7) == b"psbt\xff\x01\x00"
    size = stream.read(1)[0]
    if size >= 253:
        size = int.from_bytes(stream.read({253: 2, 254: 4}[size]), "little")
    return Transaction.parse(stream.read(size))


def judged(text, locking, signature, coins):
    """How Core's library judges a signature of BIP-322 for a text: whether every input may be spent."""
    spending = to_spend(text.encode(), locking)
    spent = [(0, locking)] + coins
    if signature.startswith("pof"):
        data = base64.b64decode(signature[3:])
        packet = PSBT.parse(data)
        # embit reads the version 0 and sequences of 0 as none: the transaction is taken from the bytes.
        transaction = unsigned(data)
        for number, given in enumerate(packet.inputs):
            transaction.vin[number].script_sig = given.final_scriptsig or script.Script()
            transaction.vin[number].witness = given.final_scriptwitness or script.Witness([])
    elif signature.startswith("ful"):
        transaction = Transaction.parse(base64.b64decode(signature[3:]))
    else:
        transaction = Transaction(
            version=0, vin=[TransactionInput(spending.txid(), 0, sequence=0)],
            vout=[TransactionOutput(0, script.Script(b"\x6a"))], locktime=0)
        transaction.vin[0].witness = script.Witness.parse(base64.b64decode(signature[3:]))
    is_ours = (
        len(transaction.vin) == len(spent) and transaction.vin[0].txid == spending.txid()
        and transaction.vin[0].vout == 0 and [(o.value, o.script_pubkey.data) for o in transaction.vout] == [(0, b"\x6a")])
    return is_ours and all(allows(transaction, number, spent) for number in range(len(spent)))


def recovered(text, signature):
    """The header and the key of a signature of BIP-137."""
    data = base64.b64decode(signature)
    begin = b"Bitcoin Signed Message:\n"
    text = text.encode()
    digest = sha256(sha256(compact(len(begin)) + begin + compact(len(text)) + text))
    parsed = secp256k1.ecdsa_recoverable_signature_parse_compact(data[1:], (data[0] - 27) % 4)
    return data[0], ec.PublicKey(secp256k1.ecdsa_recover(parsed, digest))


def cases(signer):
    for number, text in enumerate(TEXTS):
        for form in FORMS:
            key, locking = address_script(form, number % 2, number)
            name = f"{form} {number}"
            path = f"m/{FORMS[form]}/1h/0h/{number % 2}/{number}"
            line = b"signmessage " + path.encode() + b" base64:" + base64.b64encode(text.encode())
            address = locking.address(NETWORKS["regtest"])
            for way in ("bip322", "bip322-full"):
                found, by, signature = signer.sign(line, form, way)
                yield f"{name} {way}", (found, by) == (text, address) and judged(text, locking, signature, [])
                yield f"{name} {way}, another text", not judged(text + ".", locking, signature, [])
            if form != "tr":
                found, by, signature = signer.sign(line, form, "bip137")
                first, other = recovered(text, signature)
                header = {"pkh": 31, "sh-wpkh": 35, "wpkh": 39}[form]
                yield f"{name} bip137", other == key and first - header in range(4) and by == address
            places = [(0, 5, 50_000), (1, 6, 70_000)]
            made = [
                Transaction(vin=[TransactionInput(bytes([n + 1]) * 32, 0)],
                            vout=[TransactionOutput(value, address_script(form, branch, index)[1])])
                for n, (branch, index, value) in enumerate(places)]
            request = b"drawbridge-text " + cbor([
                1, text.encode(), address, number % 2, number, None,
                [[transaction.hash(), 0, value, branch, index]
                 for transaction, (branch, index, value) in zip(made, places)],
                [transaction.serialize() for transaction in made] if form == "pkh" else []])
            _, _, signature = signer.sign(request, form, "bip322")
            coins = [(transaction.vout[0].value, transaction.vout[0].script_pubkey) for transaction in made]
            yield f"{name} proof of funds", judged(text, locking, signature, coins)
            if form != "pkh":
                wrong = [coins[0], (coins[1][0] + 1, coins[1][1])]
                yield f"{name} proof of funds, another amount", not judged(text, locking, signature, wrong)


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, is_right in cases(Signer(sys.argv[1], folder)):
            if is_right:
                passed += 1
            else:
                failed += 1
                print(f"wrong: {name}")
    # Four forms of three texts: fewer would be none at all.
    if passed < 78:
        failed += 1
        print(f"only {passed} signatures and their counterparts were judged")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
