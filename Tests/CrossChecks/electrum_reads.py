"""What Debian's Electrum makes of the text of a QR code and of a wallet's file of one key.

    /usr/bin/python3 electrum_reads.py WALLET < TEXT       see peers.py
"""
import json
import sys

from electrum import bitcoin, constants
from electrum.bip32 import xpub_type
from electrum.keystore import load_keystore
from electrum.storage import WalletStorage
from electrum.transaction import PartialTransaction, convert_raw_tx_to_hex, tx_from_any
from electrum.wallet_db import WalletDB

constants.set_regtest()
text = sys.stdin.read()
payment = tx_from_any(text)
assert isinstance(payment, PartialTransaction), "not a PSBT"

storage = WalletStorage(sys.argv[1])
assert not storage.is_encrypted()
store = load_keystore(WalletDB(storage.read(), manual_upgrades=False), "keystore")
assert store.is_watching_only()
json.dump({
    "psbt": convert_raw_tx_to_hex(text),
    "addresses": [
        bitcoin.pubkey_to_address(xpub_type(store.xpub), store.derive_pubkey(0, index).hex()) for index in range(3)],
}, sys.stdout)
