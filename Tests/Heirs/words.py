"""Words of BIP-39 from full sheets: English ones of each length, those of the nine other lists, passphrases."""

import hashlib
import unicodedata

import btclib_mnemonics.bip39
from embit import bip32, bip39
from mnemonic import Mnemonic
from PIL import Image
from pyzbar import pyzbar

import programs

LISTS = ("japanese", "korean", "spanish", "chinese_simplified", "chinese_traditional", "french", "italian", "czech",
         "portuguese")
# embit 0.8.0 takes the letters of a passphrase as they come, where BIP-39 has them taken apart (NFKD): the two
# are the same for ASCII alone.
PASSPHRASES = {"": "", " with a passphrase": "green cows 7", " with a passphrase beyond ASCII": "grüne Kühe"}


def made(language, count):
    """Words that anybody can make again: of the hash of their list's name."""
    return Mnemonic(language).to_mnemonic(hashlib.sha256(language.encode()).digest()[:count * 4 // 3])


# hdwallet 3.6.1 gives another taproot address than the rest, or one that is too short, for some seeds (18 words, Korean with
# a passphrase; 18 words, Czech): no page names it for these.
BEFORE_TAPROOT = [script for script in programs.ACCOUNTS if script != "tr"]


def root(words, passphrase):
    """The master key by BIP-39's own text: mnemonic is of its authors."""
    return bip32.HDKey.from_seed(Mnemonic.to_seed(words, passphrase), version=programs.SIGNET["xprv"])


def words_of(digits):
    """The words of a SeedQR, which counts from 0."""
    return " ".join(bip39.WORDLIST[int(digits[at:at + 4])] for at in range(0, len(digits), 4))


def imported(signer, count):
    """The name of the seed of so many English words, and the words."""
    name, words = f"english-{count}", made("english", count)
    signer.seed(name, words)
    return name, words


def of_other_lists(signer, trials, electrum):
    for number, language in enumerate(LISTS):
        # The lengths between are tried in three languages each: nothing in them depends on the list.
        for count in (12, (15, 18, 21)[number % 3], 24):
            others(signer, trials, language, count)


def english(signer, trials, electrum):
    for count in (12, 15, 18, 21, 24):
        name, words = imported(signer, count)
        symbols = signer.symbols(name, name, "--kind", "full")
        digits = trials.only(
            symbols, f"the SeedQR of {count} words", lambda text: text.isdigit() and len(text) == 4 * count)
        found = words_of(digits[0]) if digits else ""
        trials.count(found == words, f"{count} words are {found!r}")
        for suffix, passphrase in PASSPHRASES.items():
            what = f"{count} words{suffix}"
            key = root(words, passphrase)
            first = programs.embit_first(key)
            restored(trials, what, found, passphrase, key)
            electrum.words(what, found, passphrase, "m/84'/1'/0'", "p2wpkh", first)
            for script, path, kind in (("pkh", "m/44'/1'/0'", "standard"), ("sh-wpkh", "m/49'/1'/0'", "p2wpkh-p2sh")):
                electrum.words(
                    f"{what}, {kind}", found, passphrase, path, kind, programs.embit_first(key, script))


def restored(trials, what, found, passphrase, key):
    """The first address of each kind, and a key of a wallet of several, by packages."""
    cosigner, seed = programs.embit_cosigner(key), Mnemonic.to_seed(found, passphrase)
    trials.check("words", "mnemonic", what, lambda: by_mnemonic("english", found, passphrase), seed)
    trials.check("words", "btclib-mnemonics", what,
                 lambda: btclib_mnemonics.bip39.seed_from_mnemonic(found, passphrase), seed)
    # The seed of two makers: mnemonic is not held against itself.
    trials.count(bip32.HDKey.from_seed(seed, version=programs.SIGNET["xprv"]) == key, f"{what}: another master key")
    if passphrase.isascii():
        trials.check("words", "embit", f"{what}, a cosigner's key",
                     lambda: programs.embit_cosigner(programs.root(found, passphrase)), cosigner)
    trials.check("words", "bdkpython", f"{what}, a cosigner's key",
                 lambda: programs.bdk_cosigner(programs.bdk_root(found, passphrase)), cosigner)
    for script in programs.ACCOUNTS:
        of_script, first = f"{what}, {script}", programs.embit_first(key, script)
        if passphrase.isascii():
            trials.check("words", "embit", of_script,
                         lambda: programs.embit_first(programs.root(found, passphrase), script), first)
        trials.check("words", "bdkpython", of_script,
                     lambda: programs.bdk_first(programs.bdk_root(found, passphrase), script), first)
        if script in BEFORE_TAPROOT:
            trials.check("words", "hdwallet", of_script,
                         lambda: programs.hdwallet_words(found, passphrase, script), first)


def others(signer, trials, language, count):
    """Words as text: a SeedQR knows English ones alone."""
    name, words = f"{language.replace('_', '-')}-{count}", made(language, count).replace("\u3000", " ")
    signer.seed(name, words)
    symbols = signer.symbols(name, name, "--kind", "full")
    found = trials.only(symbols, f"{count} words, {language}", lambda text: len(text.split()) == count)
    found = found[0] if found else ""
    by_zbar(signer, trials, language, count, words)
    for suffix, passphrase in PASSPHRASES.items():
        what = f"{count} words, {language}{suffix}"
        expected = Mnemonic.to_seed(words, passphrase)
        trials.check("otherWords", "mnemonic", what, lambda: by_mnemonic(language, found, passphrase), expected)
        trials.check("otherWords", "btclib-mnemonics", what,
                     lambda: btclib_mnemonics.bip39.seed_from_mnemonic(found, passphrase), expected)
        for script in BEFORE_TAPROOT:
            trials.check("otherWords", "hdwallet", f"{what}, {script}",
                         lambda: programs.hdwallet_words(found, passphrase, script),
                         programs.embit_first(root(words, passphrase), script))


def by_zbar(signer, trials, language, count, words):
    """Whether another reader takes the QR code for the same words: the page's picture as it was drawn.

    Other letters than ASCII are marked as UTF-8 (ECI 26), without which zbar guesses, and was often wrong.
    """
    if language not in ("spanish", "french"):
        return
    name = f"{language}-{count}"
    pages = sorted((signer.folder / "pages" / name).glob("page*.png"))
    found = {unicodedata.normalize("NFKD", symbol.data.decode())
             for page in pages for symbol in pyzbar.decode(Image.open(page))}
    trials.count(unicodedata.normalize("NFKD", words) in found, f"{count} words, {language}, by zbar: {found}")


def by_mnemonic(language, words, passphrase):
    if not Mnemonic(language).check(words):
        raise ValueError("the checksum is wrong")
    return Mnemonic.to_seed(words, passphrase)
