"""A payment for a wallet of one key (wpkh) on regtest: made without a node, from a previous transaction made up here."""

from embit import bip32, bip39, script
from embit.descriptor.checksum import add_checksum
from embit.networks import NETWORKS
from embit.psbt import PSBT, DerivationPath
from embit.transaction import Transaction, TransactionInput, TransactionOutput


def account(words, passphrase="", coin=1):
    """The root key and the account key of m/84h/COINh/0h: 1 for practice, 0 for real coins."""
    root = bip32.HDKey.from_seed(bip39.mnemonic_to_seed(words, passphrase), version=NETWORKS["regtest"]["xprv"])
    return root, root.derive(f"m/84h/{coin}h/0h")


def descriptor(words, passphrase=""):
    """The wallet's public descriptor."""
    root, key = account(words, passphrase)
    public = key.to_public().to_base58(version=NETWORKS["regtest"]["xpub"])
    return add_checksum(f"wpkh([{root.my_fingerprint.hex()}/84h/1h/0h]{public}/<0;1>/*)")


def payment(words, passphrase="", amount=1_000_000, fee=500, coin=1, others=()):
    """A PSBT in Base64 that spends one coin of the wallet, with change; `others` are more payees, as amounts and hashes of keys."""
    root, key = account(words, passphrase, coin)

    def ours(branch, index):
        public = key.derive([branch, index]).key.get_public_key()
        path = DerivationPath(root.my_fingerprint, [84 | 1 << 31, coin | 1 << 31, 1 << 31, branch, index])
        return public, path, script.p2wpkh(public)

    public, path, place = ours(0, 0)
    # Another amount is another coin.
    previous = Transaction(
        vin=[TransactionInput(amount.to_bytes(32, "big"), 0)], vout=[TransactionOutput(amount, place)])
    change_key, change_path, change = ours(1, 0)
    paid = script.Script(b"\0\x14" + bytes(range(20)))
    transaction = Transaction(
        vin=[TransactionInput(previous.txid(), 0, sequence=0xFFFFFFFD)],
        vout=[TransactionOutput(amount // 2, paid),
              TransactionOutput(amount - amount // 2 - fee - sum(part for part, _ in others), change),
              *(TransactionOutput(part, script.Script(b"\0\x14" + key)) for part, key in others)])
    packet = PSBT(transaction)
    packet.inputs[0].non_witness_utxo = previous
    packet.inputs[0].witness_utxo = previous.vout[0]
    packet.inputs[0].bip32_derivations[public] = path
    packet.outputs[1].bip32_derivations[change_key] = change_path
    return packet.to_string()
