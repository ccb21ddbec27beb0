"""embit and our signer sign and finalize the same packets; signatures and transactions agree.

    judge_packets.py PATH-OF-sign-judge

Packets are made here, for pkh, sh(wpkh), wpkh and tr, with previous transactions and change. embit
signs Schnorr with zeros as auxiliary data, as ours does here; where it takes an ECDSA signature
with a high r (see judge_signatures.py), plain Python decides. Ends with `N passed, N failed`.
"""

import random
import subprocess
import sys

from embit import bip32, ec, script
from embit.descriptor.checksum import add_checksum
from embit.finalizer import finalize_psbt
from embit.networks import NETWORKS
from embit.psbt import PSBT, DerivationPath
from embit.transaction import Transaction, TransactionInput, TransactionOutput
from embit.util import secp256k1

import plain_signing as plain

COUNT = 60
NETWORK = NETWORKS["regtest"]
HARD = 0x80000000
PURPOSES = {"pkh": 44, "sh-wpkh": 49, "wpkh": 84, "tr": 86}
FORMS = {"pkh": "pkh(%s)", "sh-wpkh": "sh(wpkh(%s))", "wpkh": "wpkh(%s)", "tr": "tr(%s)"}

# Zeros instead of nothing: the same signatures as BIP-340 with auxiliary data of zeros.
ec.PrivateKey.schnorr_sign = lambda key, digest: ec.SchnorrSig(
    secp256k1.schnorrsig_sign(digest, key.secret, None, bytes(32)))


class Wallet:
    def __init__(self, rng, kind):
        self.kind = kind
        self.master = bip32.HDKey.from_seed(rng.randbytes(32), version=NETWORK["xprv"])
        self.path = [PURPOSES[kind] + HARD, 1 + HARD, rng.randrange(3) + HARD]
        account = self.master.derive(self.path)
        place = "/".join(f"{step - HARD}h" for step in self.path)
        key = f"[{self.master.my_fingerprint.hex()}/{place}]{account.to_public().to_base58()}/<0;1>/*"
        self.descriptor = add_checksum(FORMS[kind] % key)

    def key(self, branch, index):
        """(public key, derivation) of an address."""
        path = self.path + [branch, index]
        return self.master.derive(path).get_public_key(), DerivationPath(self.master.my_fingerprint, path)

    def lock(self, public):
        if self.kind == "pkh":
            return script.p2pkh(public)
        if self.kind == "tr":
            return script.p2tr(public)
        return script.p2wpkh(public) if self.kind == "wpkh" else script.p2sh(script.p2wpkh(public))

    def describe(self, fields, public, derivation):
        """Writes what a signer must know into an input or output of a packet."""
        if self.kind == "tr":
            x_only = ec.PublicKey.from_xonly(public.xonly())
            fields.taproot_internal_key = x_only
            fields.taproot_bip32_derivations[x_only] = ([], derivation)
            return
        fields.bip32_derivations[public] = derivation
        if self.kind == "sh-wpkh":
            fields.redeem_script = script.p2wpkh(public)


def previous(rng, lock, value):
    """(transaction, index) of a random transaction that pays `value` to `lock`."""
    outputs = [
        TransactionOutput(rng.randrange(1000, 10**8), script.Script(b"\0\x14" + rng.randbytes(20)))
        for _ in range(rng.randrange(4))
    ]
    index = rng.randrange(len(outputs) + 1)
    outputs.insert(index, TransactionOutput(value, lock))
    vin = [TransactionInput(rng.randbytes(32), rng.randrange(3), script.Script(rng.randbytes(10)))]
    return Transaction(version=2, vin=vin, vout=outputs), index


def packet(rng, kind):
    """(wallet, packet) of a payment with one to six coins and change."""
    wallet = Wallet(rng, kind)
    coins = []
    for _ in range(rng.randrange(1, 7)):
        public, derivation = wallet.key(rng.randrange(2), rng.randrange(1000))
        value = rng.randrange(10**6, 10**9)
        coins.append((public, derivation, value, *previous(rng, wallet.lock(public), value)))
    total = sum(coin[2] for coin in coins)
    change, change_derivation = wallet.key(1, rng.randrange(900))
    paid, fee = rng.randrange(total // 10, total // 2), rng.randrange(500, 20_000)
    payee = rng.choice([b"\0\x14" + rng.randbytes(20), b"\0\x20" + rng.randbytes(32)])
    outputs = [
        TransactionOutput(paid, script.Script(payee)),
        TransactionOutput(total - paid - fee, wallet.lock(change)),
    ]
    if rng.random() < 0.5:
        outputs.reverse()
    built = PSBT(Transaction(
        version=2, locktime=rng.choice([0, 100]),
        vin=[TransactionInput(coin[3].txid(), coin[4], sequence=0xFFFFFFFD) for coin in coins],
        vout=outputs))
    for fields, (public, derivation, _, transaction, index) in zip(built.inputs, coins):
        if kind != "tr":
            fields.non_witness_utxo = transaction
        if kind != "pkh":
            fields.witness_utxo = transaction.vout[index]
        wallet.describe(fields, public, derivation)
    for fields, output in zip(built.outputs, outputs):
        if output.script_pubkey == wallet.lock(change):
            wallet.describe(fields, change, change_derivation)
    return wallet, built


def signed_by_embit(wallet, text):
    """(signatures by input, transaction) as embit makes them; early ends of its search mended."""
    built = PSBT.from_string(text)
    assert built.sign_with(wallet.master) == len(built.inputs)
    signatures = []
    for index, fields in enumerate(built.inputs):
        if wallet.kind == "tr":
            signatures.append(fields.final_scriptwitness.items[0].hex())
            continue
        (public, signature), = fields.partial_sigs.items()
        if signature[3] == 33:
            path = fields.bip32_derivations[public].derivation
            secret = wallet.master.derive(path).key.secret
            signature = plain.ecdsa(secret, built.sighash(index))[0] + b"\1"
            fields.partial_sigs[public] = signature
        signatures.append(signature.hex())
    return signatures, finalize_psbt(built).serialize().hex()


def signatures_of(kind, text):
    found = []
    for fields in PSBT.from_string(text).inputs:
        if kind == "tr":
            # embit keeps the field it does not know by its key: 0x13.
            found.append(fields.unknown[b"\x13"].hex() if b"\x13" in fields.unknown else "")
        else:
            found.append("".join(value.hex() for value in fields.partial_sigs.values()))
    return found


def main():
    wanted = {}
    for kind in FORMS:
        for number in range(COUNT):
            wallet, built = packet(random.Random(f"packets/{kind}/{number}"), kind)
            wanted[f"{kind}/{number}"] = (wallet, built.to_string())
    lines = "".join(
        f"{name} psbt {wallet.master.to_base58()} {wallet.descriptor} {text}\n"
        for name, (wallet, text) in wanted.items())
    ran = subprocess.run([sys.argv[1]], input=lines, capture_output=True, text=True, check=True)
    answers = dict(answer.split(" ", 1) for answer in ran.stdout.splitlines())
    passed = failed = inputs = 0
    for name, (wallet, text) in wanted.items():
        signatures, transaction = signed_by_embit(wallet, text)
        inputs += len(signatures)
        ours = answers.get(name, "nothing").split(" ")
        if (
            len(ours) == 2 and ours[1] == transaction
            and signatures_of(wallet.kind, ours[0]) == signatures
        ):
            passed += 1
        else:
            failed += 1
            if failed <= 5:
                print(f"DISAGREE: {name}: {' '.join(ours)[:3000]}\n  embit {signatures} {transaction}")
    print(f"packets: {len(wanted)} with {inputs} inputs")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
