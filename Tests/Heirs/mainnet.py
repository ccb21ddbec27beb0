"""The same on mainnet: coin type 0, xprv, addresses with bc1. The words are those of BIP-84 and BIP-86.

No coins are in this home, and its seeds are published; the machine is not isolated, so that the sentence which
opens the home is typed each time.
"""

from embit import ec

import keys
import programs
import wallets
import words
from by_electrum import ONE_KEY

WORDS = "abandon " * 11 + "about"
# BIP-84 and BIP-86 give the last two; the first two are what all four programs here make of the words.
FIRST = {
    "pkh": "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA", "sh-wpkh": "37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf",
    "wpkh": "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    "tr": "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"}


def trials(signer, trials, electrum):
    of_words(signer, trials, electrum)
    # The vault takes no seed twice.
    master = programs.root(WORDS, "second", programs.MAINNET)
    signer.seed("master", master.to_base58(version=programs.MAINNET["xprv"]))
    symbols = signer.symbols("master", "master", "--kind", "full")
    for found in trials.only(symbols, "the extended key", lambda text: text.startswith("xprv")):
        keys.of_extended_key(trials, found, master, is_mainnet=True)
    key = ec.PrivateKey(bytes(range(1, 33)))
    wif = key.wif(programs.MAINNET)
    signer.seed("paper", wif)
    symbols = signer.symbols("paper", "paper", "--kind", "full")
    for found in trials.only(symbols, "the private key", lambda text: text == wif):
        keys.of_single_key(trials, found, key, programs.MAINNET)


def of_wallets(signer, trials, electrum):
    """Every wallet that is tried on signet, too, in a home of its own."""
    signer.allow_unattended()
    wallets.of_forms(signer, trials, programs.MAINNET, electrum)


def of_words(signer, trials, electrum):
    signer.seed("words", WORDS)
    symbols = signer.symbols("words", "words", "--kind", "full")
    found = trials.only(symbols, "the SeedQR", lambda text: text.isdigit() and len(text) == 48)
    found = words.words_of(found[0]) if found else ""
    for kind, first in FIRST.items():
        what = f"12 words on mainnet, {kind}"
        trials.check("words", "embit", what, lambda: programs.embit_first(
            programs.root(found, network=programs.MAINNET), kind), first)
        trials.check("words", "bdkpython", what, lambda: programs.bdk_first(
            programs.bdk_root(found, is_mainnet=True), kind, is_mainnet=True), first)
        trials.check("words", "hdwallet", what,
                     lambda: programs.hdwallet_words(found, kind=kind, is_mainnet=True), first)
        if kind in ONE_KEY:
            electrum.words(what, found, "", f"m/{programs.ACCOUNTS[kind]}'/0'/0'", ONE_KEY[kind], first,
                           network="mainnet")
