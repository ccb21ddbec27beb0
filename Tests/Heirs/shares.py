"""Shares, one a page: codex32, SLIP-39 of three lengths and of two groups, SSKR, Seed XOR.

No package of PyPI or Debian reads SSKR or joins parts of Seed XOR. Of these two the frame is taken off here, by
their published texts, and only the rest is another's: the sharing of shamir-mnemonic, which is the same in
SSKR, and embit's words. Sheets name programs that were tried by hand in their place (outside.py).

What comes out is no wallet yet: Electrum makes one of it. It takes shares of SLIP-39 as they are, but only those that
are not extendable; the words that SSKR and Seed XOR lead to; and of codex32 the key of an account.
"""

import sys

from btclib_mnemonics.slip39 import master_secret_from_mnemonics
from codex32 import Codex32String
from embit import bip39
from shamir_mnemonic import combine_mnemonics
from shamir_mnemonic.shamir import RawShare, _recover_secret

import keys
import programs
import wallets
import words
from by_electrum import ONE_KEY
from pages import ROOT

sys.path.append(str(ROOT / "Tests/CrossChecks"))
from bytewords import decoded  # noqa: E402

# Shares that further sets of the same seed may be made of, as they are printed unless one says otherwise; and those of
# before 2023.
FORMS = (("slip39", ()), ("slip39Fixed", ("--not-extendable",)))


def trials(signer, trials, electrum):
    for count in (12, 24):
        name, english = words.imported(signer, count)
        of_words(signer, trials, electrum, name, bip39.mnemonic_to_seed(english), english)
    for size in (16, 20, 24, 28, 32):
        of_seed(signer, trials, electrum, *keys.imported(signer, size))
    groups(signer, trials, electrum, "english-12", bip39.mnemonic_to_seed(words.made("english", 12)))


def of_several_keys(electrum, shares):
    """A wallet of two keys of three, one of them from shares of the first seed, the other from words."""
    descriptor = wallets.forms()["multisigWallet"][1][0]
    people = {programs.root(words.made("english", count)).my_fingerprint.hex(): opened
              for count, opened in ((12, shares), (24, words.made("english", 24)))}
    electrum.several_keys("two shares of 59 words, a wallet of several keys", descriptor, people,
                          programs.embit_descriptor(descriptor), "signet", kind="slip39Fixed")


def share(signer, trials, seed, form, rule, number, test, *options):
    """What the symbol of a share's page holds."""
    name = f"{form}-{seed}-{rule}-{number}{''.join(option for option in options if option.startswith('--'))}"
    found = signer.symbols(name, seed, "--kind", "share", "--as", form, "--shares", rule,
                           "--share", str(number), *options)
    found = trials.only(found, f"share {number} of {rule} of {seed} in {form}", test)
    return found[0] if found else ""


def codex32(signer, trials, electrum, seed, secret):
    found = [share(signer, trials, seed, "codex32", "2-of-3", number, lambda text: text.startswith("MS1"))
             for number in (1, 3)]
    what = f"two shares of {len(secret)} bytes"
    trials.check("codex32", "codex32", what, lambda: codex32_joined(found), secret)
    electrum.account(trials, what, lambda: codex32_joined(found), secret, "codex32")
    electrum.account_of_several(trials, what, lambda: codex32_joined(found), secret, "codex32")


def slip39(signer, trials, electrum, seed, secret, length, forms=FORMS):
    for kind, options in forms:
        found = [share(signer, trials, seed, "slip39", "2-of-3", number, lambda text: len(text.split()) == length,
                       *options) for number in (2, 3)]
        of_shares(trials, electrum, kind, f"two shares of {length} words", found, "", secret)
        if kind == "slip39Fixed" and length == 59:
            of_several_keys(electrum, found)


def groups(signer, trials, electrum, seed, secret):
    """Two groups, both needed: two of two shares of the one, and the only one of the other; then one group of two."""
    locked = ("--not-extendable", "--slip39-passphrase-file", signer.write("slip39", "Merlot"))
    two = ("--shares", "1-of-1", "--groups-needed", "2")
    for kind, what, options, numbers in (
            ("slip39Fixed", "two groups", (*locked, *two), (1, 2, 3)), ("slip39Fixed", "one group", locked, (1, 2)),
            ("slip39", "two groups", (*locked[1:], *two), (1, 2, 3))):
        found = [share(signer, trials, seed, "slip39", "2-of-2", number, lambda text: len(text.split()) == 59, *options)
                 for number in numbers]
        of_shares(trials, electrum, kind, f"{what} with a passphrase", found, "Merlot", secret)


def of_shares(trials, electrum, kind, what, found, passphrase, secret):
    trials.check(kind, "shamir-mnemonic", what, lambda: combine_mnemonics(found, passphrase.encode()), secret)
    trials.check(kind, "btclib-mnemonics", what, lambda: master_secret_from_mnemonics(found, passphrase), secret)
    # Debian's Electrum is older than the flag, and says of such shares that their checksum is wrong.
    if kind == "slip39Fixed":
        for script, name in ONE_KEY.items():
            electrum.words(f"{what}, {script}", found, passphrase, f"m/{programs.ACCOUNTS[script]}'/1'/0'", name,
                           programs.embit_first_of(secret, script), kind=kind)


def of_seed(signer, trials, electrum, seed, secret):
    if len(secret) in (16, 32):
        codex32(signer, trials, electrum, seed, secret)
    slip39(signer, trials, electrum, seed, secret, {16: 20, 20: 23, 24: 27, 28: 30, 32: 33}[len(secret)])


def of_words(signer, trials, electrum, seed, secret, english):
    codex32(signer, trials, electrum, seed, secret)
    # Of 24 words the same 64 bytes come out: once is enough for what is printed only on demand.
    slip39(signer, trials, electrum, seed, secret, 59, FORMS[:2 if len(english.split()) == 12 else 1])
    found = [share(signer, trials, seed, "sskr", "2-of-3", number, lambda text: text.upper().startswith("UR:SSKR/"))
             for number in (1, 3)]
    trials.check("sskr", "shamir-mnemonic", "two shares, their frame taken off here",
                 lambda: bip39.mnemonic_from_bytes(sskr_joined(found)), english)
    of_joined_words(trials, electrum, "sskr", "two shares", lambda: bip39.mnemonic_from_bytes(sskr_joined(found)), secret)
    count = len(english.split())
    parts = [share(signer, trials, seed, "xor", "3-of-3", number, lambda text: len(text.split()) == count)
             for number in (1, 2, 3)]
    trials.check("xor", "embit", "three parts, joined here", lambda: xor_joined(parts), english)
    of_joined_words(trials, electrum, "xor", "three parts", lambda: xor_joined(parts), secret)


def of_joined_words(trials, electrum, kind, what, found, secret):
    """The words that came out, in Electrum."""
    try:
        joined = found()
    except Exception as error:
        return trials.count(False, f"{kind}, {what}, the words: {error}")
    for script, name in ONE_KEY.items():
        electrum.words(f"the words of {what}, {script}", joined, "", f"m/{programs.ACCOUNTS[script]}'/1'/0'", name,
                       programs.embit_first_of(secret, script), kind=kind)


def codex32_joined(shares):
    return bytes(Codex32String.interpolate_at([Codex32String(text) for text in shares], "s").data)


def sskr_joined(shares):
    """The entropy of enough shares of one group (BCR-2020-011)."""
    points = []
    for text in shares:
        kind, data = decoded(text)
        # A byte string of CBOR: its length in the first byte, or in the second.
        data = data[2:] if data[0] == 0x58 else data[1:]
        group_threshold, member_threshold = (data[2] >> 4) + 1, (data[3] & 15) + 1
        if kind != "sskr" or group_threshold != 1 or member_threshold != len(shares):
            raise ValueError("not shares of one group, or not enough of them")
        points.append(RawShare(data[4] & 15, data[5:]))
    return _recover_secret(len(points), points)


def xor_joined(parts):
    joined = bytes(len(bip39.mnemonic_to_bytes(parts[0])))
    for part in parts:
        joined = bytes(x ^ y for x, y in zip(joined, bip39.mnemonic_to_bytes(part), strict=True))
    return bip39.mnemonic_from_bytes(joined)
