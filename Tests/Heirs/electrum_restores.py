"""What Debian's Electrum makes of what was read from pages: a list in JSON comes in, answers go out.

    /usr/bin/python3 electrum_restores.py < JSON       see by_electrum.py
"""
import json
import sys

from electrum import bitcoin, constants, keystore, version

NETWORKS = {"signet": constants.set_signet, "mainnet": constants.set_mainnet}


def of_words(words, passphrase, path, kind):
    """As behind "I already have a seed", "BIP39 seed", the kind of addresses, the path."""
    if keystore.bip39_is_checksum_valid(words) != (True, True):
        return "the words were refused"
    root = keystore.bip39_to_seed(words, passphrase)
    key = keystore.from_bip43_rootseed(root, path, xtype=kind).derive_pubkey(0, 0).hex()
    return bitcoin.pubkey_to_address("p2pkh" if kind == "standard" else kind, key)


def of_key(text):
    """As behind "Import Bitcoin addresses or private keys", the kind of address before the key."""
    if not keystore.is_private_key_list(text):
        return "the key was refused"
    kind, secret, is_compressed = bitcoin.deserialize_privkey(text)
    key = keystore.ecc.ECPrivkey(secret).get_public_key_hex(compressed=is_compressed)
    return bitcoin.pubkey_to_address(kind, key)


answers = []
for asked in json.load(sys.stdin):
    NETWORKS[asked["network"]]()
    try:
        answers.append(of_words(**asked["words"]) if "words" in asked else of_key(asked["key"]))
    except Exception as error:
        answers.append(f"{type(error).__name__}: {error}")
json.dump({"version": version.ELECTRUM_VERSION, "answers": answers}, sys.stdout)
