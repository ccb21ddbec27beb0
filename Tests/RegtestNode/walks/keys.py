"""The wallets that walks use: their keys, their scripts, and spends of their coins that no program here made.

Everything is derived by embit, which nobody here wrote: the oracle asks the programs for nothing.
"""

import hashlib

from embit import bip32, bip39, script
from embit.descriptor import Descriptor
from embit.descriptor.checksum import add_checksum
from embit.networks import NETWORKS
from embit.psbt import PSBT
from embit.transaction import Transaction, TransactionInput, TransactionOutput

from testing import KEY

NETWORK = NETWORKS["regtest"]

# Form of the descriptor, path of the account.
SINGLE = {
    "pkh": ("pkh({})", "44h/1h/0h"),
    "sh-wpkh": ("sh(wpkh({}))", "49h/1h/0h"),
    "wpkh": ("wpkh({})", "84h/1h/0h"),
    "tr": ("tr({})", "86h/1h/0h"),
}
SHARED = {
    "wsh": ("wsh(sortedmulti(2,{}))", "48h/1h/0h/2h"),
    "sh-wsh": ("sh(wsh(sortedmulti(2,{})))", "48h/1h/0h/1h"),
    "sh": ("sh(sortedmulti(2,{}))", "48h/1h/0h/0h"),
}
TYPES = [*SINGLE, *SHARED]


class Keys:
    """One wallet of a script type; the same number gives the same wallet."""

    def __init__(self, kind, number):
        self.kind = kind
        self.is_shared = kind in SHARED
        form, path = SHARED[kind] if self.is_shared else SINGLE[kind]
        self.path = path
        self.words, self.roots, origins = [], [], []
        for person in range(3 if self.is_shared else 1):
            entropy = hashlib.sha256(f"walk {kind} {number} {person}".encode()).digest()[:16]
            words = bip39.mnemonic_from_bytes(entropy)
            root = bip32.HDKey.from_seed(bip39.mnemonic_to_seed(words), version=NETWORK["xprv"])
            account = root.derive("m/" + path).to_public().to_base58(version=NETWORK["xpub"])
            origins.append(f"[{root.my_fingerprint.hex()}/{path}]{account}/<0;1>/*")
            self.words.append(words)
            self.roots.append(root)
        body = form.format(",".join(origins))
        self.descriptor = add_checksum(body)
        self._parsed = Descriptor.from_string(body)
        self._places = {}
        self._derived = {}
        for branch in (0, 1):
            for index in range(60):
                self._derive(branch, index)

    def _derive(self, branch, index):
        derived = self._parsed.derive(index, branch_index=branch)
        self._derived[branch, index] = derived
        self._places.setdefault(derived.script_pubkey().data, (branch, index))
        return derived

    def watch(self, branch, index):
        """Derives so far, and as many more as a wallet looks ahead."""
        for further in range(index + 61):
            if (branch, further) not in self._derived:
                self._derive(branch, further)

    def script(self, branch, index):
        if (branch, index) not in self._derived:
            self.watch(branch, index)
        return self._derived[branch, index].script_pubkey().data

    def address(self, branch, index):
        return script.Script(self.script(branch, index)).address(NETWORK)

    def place(self, script_pubkey):
        """(branch, index) of a script of the wallet, else None."""
        return self._places.get(script_pubkey)

    @property
    def scripts(self):
        return list(self._places)

    # Spending, as somebody who has the same seeds in another program

    def spend(self, coins, outputs, locktime=0, sequence=0xFFFFFFFD):
        """The hexadecimal bytes of a transaction from (txid, vout, satoshis, script) to (satoshis, script).

        Coins that are not the wallet's are the bank's.
        """
        built = Transaction(
            2, [TransactionInput(bytes.fromhex(txid), vout, sequence=sequence) for txid, vout, _, _ in coins],
            [TransactionOutput(amount, script.Script(lock)) for amount, lock in outputs], locktime)
        amounts = [amount for _, _, amount, _ in coins]
        locks = [script.Script(lock) for _, _, _, lock in coins]
        # What a signature covers is read from the transaction without scripts.
        unlocking = [
            self._unlock(built, index, self.place(coin[3]), amounts, locks) for index, coin in enumerate(coins)
        ]
        for item, (script_sig, witness) in zip(built.vin, unlocking):
            item.script_sig = script_sig
            item.witness = witness
        return built.serialize().hex()

    def _unlock(self, built, index, place, amounts, locks):
        if place is None:
            public = KEY.get_public_key()
            digest = built.sighash_segwit(index, script.p2pkh(public), amounts[index])
            return script.Script(b""), script.Witness([KEY.sign(digest).serialize() + b"\1", public.sec()])
        derived = self._derived[place]
        private = [
            root.derive(f"m/{self.path}/{place[0]}/{place[1]}").key for root in self.roots[: 2 if self.is_shared else 1]
        ]
        if self.kind == "tr":
            digest = built.sighash_taproot(index, locks, amounts)
            signature = private[0].taproot_tweak(b"").schnorr_sign(digest).serialize()
            return script.Script(b""), script.Witness([signature])
        if not self.is_shared:
            public = private[0].get_public_key()
            code = script.p2pkh(public)
            if self.kind == "pkh":
                signature = private[0].sign(built.sighash_legacy(index, code), grind=False).serialize() + b"\1"
                return script.Script(_push(signature) + _push(public.sec())), script.Witness()
            signature = private[0].sign(built.sighash_segwit(index, code, amounts[index]), grind=False).serialize()
            redeem = _push(derived.redeem_script().data) if self.kind == "sh-wpkh" else b""
            return script.Script(redeem), script.Witness([signature + b"\1", public.sec()])
        # By the place of each key in the script, which is where its signature must stand.
        if self.kind == "sh":
            code = derived.redeem_script()
            digest = built.sighash_legacy(index, code)
        else:
            code = derived.witness_script()
            digest = built.sighash_segwit(index, code, amounts[index])
        signers = sorted(private, key=lambda key: code.data.index(key.get_public_key().sec()))
        signatures = [key.sign(digest, grind=False).serialize() + b"\1" for key in signers]
        if self.kind == "sh":
            return script.Script(b"\0" + b"".join(map(_push, signatures)) + _push(code.data)), script.Witness()
        redeem = _push(derived.redeem_script().data) if self.kind == "sh-wsh" else b""
        return script.Script(redeem), script.Witness([b"", *signatures, code.data])

    def sign_packet(self, source, target, person):
        """Signs a PSBT with a person's seed, as another program would; the number of signatures."""
        with open(source, "rb") as file:
            packet = PSBT.parse(file.read())
        count = packet.sign_with(self.roots[person])
        with open(target, "wb") as file:
            file.write(packet.serialize())
        return count


def _push(data):
    if len(data) < 76:
        return bytes([len(data)]) + data
    return (b"\x4c" + bytes([len(data)]) if len(data) < 256 else b"\x4d" + len(data).to_bytes(2, "little")) + data
