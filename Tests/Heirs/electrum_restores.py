"""What Debian's Electrum makes of what was read from pages: a list in JSON comes in, answers go out.

    /usr/bin/python3 electrum_restores.py < JSON       see by_electrum.py

Nobody clicks: Electrum's own wizard runs, and gets at each of its questions what a person would choose or type.
"""
import json
import sys
import tempfile

from electrum import bitcoin, constants, keystore, slip39, util, version
from electrum.base_wizard import BaseWizard
from electrum.simple_config import SimpleConfig
from electrum.transaction import PartialTransaction, PartialTxInput, PartialTxOutput, Transaction, TxOutpoint, TxOutput
from electrum.wallet import Wallet

NETWORKS = {"signet": constants.set_signet, "mainnet": constants.set_mainnet}


class Refused(Exception):
    """Electrum did not let the person go on."""


class Wizard(BaseWizard):
    """The wizard with its questions answered: what its windows would ask stands in `rule` and `keys`.

    `rule` is how many of the keys must sign; of each key `keys` has either `seed`, `passphrase`, `path` and `script`, or
    `master`, a master key.
    """

    def __init__(self, config, rule, keys):
        super().__init__(config, plugins=None)
        self.rule, self.rest, self.n = rule, list(keys), len(keys)
        self.has_ended = False

    def made(self, path):
        """The wallet in a file of its own, without a password."""
        self.run("new")
        if not self.has_ended or self.rest:
            raise Refused("the wizard asked for nothing more, and made no wallet")
        storage, db = self.create_storage(path)
        return Wallet(db, storage, config=self.config)

    # MARK: its windows, by the names that the wizard calls them

    def choice_dialog(self, title, message, choices, run_next):
        values = [value for value, _ in choices]
        if "multisig" in values:
            wanted = "multisig" if self.n > 1 else "standard"
        else:
            wanted = "restore_from_seed" if "seed" in self.rest[0] else "restore_from_key"
        if wanted not in values:
            raise Refused(f"{wanted} is not offered")
        run_next(wanted)

    def multisig_dialog(self, run_next):
        run_next(self.rule, self.n)

    def restore_seed_dialog(self, run_next, test):
        key = self.rest[0]
        shares, is_extended = key["seed"], bool(key["passphrase"])
        if isinstance(shares, list):
            # As the window does after each share that is typed.
            seed, status = slip39.process_mnemonics(shares)
            if seed is None:
                raise Refused(f"the shares were refused: {status}")
            run_next(seed, "slip39", is_extended)
        elif keystore.bip39_is_checksum_valid(shares) != (True, True):
            raise Refused("the words were refused")
        else:
            run_next(shares, "bip39", is_extended)

    def line_dialog(self, run_next, **_):
        run_next(self.rest[0]["passphrase"])

    def derivation_and_script_type_gui_specific_dialog(
            self, run_next, choices, test_text, default_choice_idx, hide_choices, **_):
        key = self.rest.pop(0)
        scripts = [script for script, _, _ in choices]
        if key["script"] not in scripts or not test_text(key["path"]):
            raise Refused(f"{key['script']} at {key['path']} is not offered")
        if hide_choices and scripts[default_choice_idx] != key["script"]:
            raise Refused(f"the first key decided for {scripts[default_choice_idx]}")
        run_next(key["path"], key["script"])

    def add_xpub_dialog(self, run_next, is_valid, **_):
        key = self.rest.pop(0)
        if not is_valid(key["master"]):
            raise Refused("the master key was refused")
        run_next(key["master"])

    add_cosigner_dialog = add_xpub_dialog

    def show_xpub_dialog(self, xpub, run_next):
        run_next(None)

    def request_password(self, run_next, **_):
        run_next(None, False)

    def show_error(self, msg):
        raise Refused(str(msg))

    def terminate(self, *, storage=None, db=None, aborted=False):
        self.has_ended = not aborted


def addresses(wallet, count):
    """The first receiving addresses; where there are several, as many of change."""
    return wallet.get_receiving_addresses()[:count] + wallet.get_change_addresses()[:count if count > 1 else 0]


def signed(wallets):
    """Whether these sign a payment of a coin at the first address, one after the other, and no fewer of them.

    The first is the one without a seed, on a computer with a network: each gets the file of the one before, as it would
    on a memory stick.
    """
    first = wallets[0]
    script = bytes.fromhex(bitcoin.address_to_script(first.get_receiving_addresses()[0]))
    # A transaction that pays to it; what it spends does not exist and is not asked for.
    before = PartialTransaction.from_io(
        [PartialTxInput(prevout=TxOutpoint(txid=b"\1" * 32, out_idx=0))], [PartialTxOutput(scriptpubkey=script, value=10000)])
    before = Transaction(before.serialize_to_network(include_sigs=False))
    coin = PartialTxInput(prevout=TxOutpoint(txid=bytes.fromhex(before.txid()), out_idx=0))
    coin.utxo = before
    out = PartialTxOutput.from_address_and_value(first.get_receiving_addresses()[1], 9000)
    file = PartialTransaction.from_io([coin], [out])
    first.add_input_info(file.inputs()[0])
    for number, wallet in enumerate(wallets):
        if number > 0:
            file = PartialTransaction.from_raw_psbt(file.serialize_as_bytes())
        if file.is_complete():
            return f"the payment was complete before wallet {number} signed"
        wallet.sign_transaction(file, None)
    return "signed" if file.is_complete() else "the signatures are not enough"


def answer(config, folder, number, asked):
    if "key" in asked:
        return of_key(asked["key"])
    wallets = [Wizard(config, asked["rule"], keys).made(f"{folder}/{number}-{at}")
               for at, keys in enumerate(asked["wallets"])]
    found = [addresses(wallet, asked["addresses"]) for wallet in wallets]
    if any(other != found[0] for other in found):
        return f"the same wallet has other addresses: {found}"
    return found[0] + ([signed(wallets)] if len(wallets) > 1 else [])


def of_key(text):
    """As behind "Import Bitcoin addresses or private keys", the kind of address before the key."""
    if not keystore.is_private_key_list(text):
        return "the key was refused"
    kind, secret, is_compressed = bitcoin.deserialize_privkey(text)
    key = keystore.ecc.ECPrivkey(secret).get_public_key_hex(compressed=is_compressed)
    return [bitcoin.pubkey_to_address(kind, key)]


answers = []
with tempfile.TemporaryDirectory() as folder:
    loop, stop, thread = util.create_and_start_event_loop()
    config = SimpleConfig({"electrum_path": folder})
    for number, asked in enumerate(json.load(sys.stdin)):
        NETWORKS[asked["network"]]()
        try:
            answers.append(answer(config, folder, number, asked))
        except Exception as error:
            answers.append(f"{type(error).__name__}: {error}")
    loop.call_soon_threadsafe(stop.set_result, 1)
    thread.join()
json.dump({"version": version.ELECTRUM_VERSION, "answers": answers}, sys.stdout)
