"""Words of BIP-39 as Debian's Electrum brings them back, by what stands behind the steps that the letter
to the heirs names: "I already have a seed", "BIP39 seed", the kind of addresses, the path.

    /usr/bin/python3 Tests/CrossChecks/electrum_words.py      ends with "N passed, N failed"

The first addresses of these words are published (BIP-84) and known to every wallet. Its shares are not
tried: this version does not know the extendable SLIP-39 shares that sheets hold. Skipped, saying so, where
python3-electrum is not installed.
"""
import json
import re
import sys
from pathlib import Path

try:
    from electrum import bitcoin, constants, keystore, version
except ImportError as error:
    print(f"skipped: Debian's python3-electrum cannot be loaded ({error})")
    print("0 passed, 0 failed, 1 skipped")
    sys.exit(0)

WORDS = "abandon " * 11 + "about"
# Kind in Electrum's words, path, network, first address; the passphrase where there is one.
FIRST = [
    ("p2wpkh", "m/84'/0'/0'", "", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
    ("p2wpkh-p2sh", "m/49'/0'/0'", "", "37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf"),
    ("standard", "m/44'/0'/0'", "", "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA"),
    ("p2wpkh", "m/84'/0'/0'", "TREZOR", None),
]
passed = failed = 0


def check(what, found, expected):
    global passed, failed
    if found == expected:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {what}: {found}, not {expected}")


def first_address(words, passphrase, path, kind):
    is_checksum, is_wordlist = keystore.bip39_is_checksum_valid(words)
    check(f"the checksum of {path}", (is_checksum, is_wordlist), (True, True))
    root = keystore.bip39_to_seed(words, passphrase)
    store = keystore.from_bip43_rootseed(root, path, xtype=kind)
    return bitcoin.pubkey_to_address(
        "p2pkh" if kind == "standard" else kind, store.derive_pubkey(0, 0).hex())


constants.set_mainnet()
for kind, path, passphrase, address in FIRST:
    found = first_address(WORDS, passphrase, path, kind)
    if address is None:
        check("that a passphrase gives another wallet", found != FIRST[0][3], True)
    else:
        check(f"the first address of {path}", found, address)

# What sheets name must be what was tried here, but for Debian's own suffix.
table = Path("Sources/Offline/RecoverySheets/Languages/TriedProgram.swift").read_text()
named = set(re.findall(r'TriedProgram\(\.\w+, "Electrum", "([^"]+)"', table))
by_hand = {
    item["version"] for item in json.loads(Path("Tests/Heirs/outside.json").read_text())["programs"]
    if item["program"] == "Electrum"}
check("the version that sheets name", named - by_hand, {version.ELECTRUM_VERSION})

print(f"{passed} passed, {failed} failed")
