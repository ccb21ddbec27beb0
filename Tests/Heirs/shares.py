"""Shares, one a page: codex32, SLIP-39 of three lengths and of two groups, SSKR, Seed XOR.

No package of PyPI or Debian reads SSKR or joins parts of Seed XOR. Of these two the frame is taken off here, by
their published texts, and only the rest is another's: the sharing of shamir-mnemonic, which is the same in
SSKR, and embit's words. Sheets name programs that were tried by hand in their place (outside.py).
"""

import sys

from btclib_mnemonics.slip39 import master_secret_from_mnemonics
from codex32 import Codex32String
from embit import bip39
from shamir_mnemonic import combine_mnemonics
from shamir_mnemonic.shamir import RawShare, _recover_secret

import keys
import words
from pages import ROOT

sys.path.append(str(ROOT / "Tests/CrossChecks"))
from bytewords import decoded  # noqa: E402


def trials(signer, trials, _):
    for count in (12, 24):
        name, english = words.imported(signer, count)
        of_words(signer, trials, name, bip39.mnemonic_to_seed(english), english)
    for size in (16, 32):
        of_seed(signer, trials, *keys.imported(signer, size))
    groups(signer, trials, "english-12", bip39.mnemonic_to_seed(words.made("english", 12)))


def share(signer, trials, seed, form, rule, number, test, *options):
    """What the symbol of a share's page holds."""
    found = signer.symbols(f"{form}-{seed}-{rule}-{number}", seed, "--kind", "share", "--as", form, "--shares", rule,
                           "--share", str(number), *options)
    found = trials.only(found, f"share {number} of {rule} of {seed} in {form}", test)
    return found[0] if found else ""


def codex32(signer, trials, seed, secret):
    found = [share(signer, trials, seed, "codex32", "2-of-3", number, lambda text: text.startswith("MS1"))
             for number in (1, 3)]
    trials.check("codex32", "codex32", f"two shares of {len(secret)} bytes", lambda: codex32_joined(found), secret)


def slip39(signer, trials, seed, secret, length):
    found = [share(signer, trials, seed, "slip39", "2-of-3", number, lambda text: len(text.split()) == length)
             for number in (2, 3)]
    what = f"two shares of {length} words"
    trials.check("slip39", "shamir-mnemonic", what, lambda: combine_mnemonics(found), secret)
    trials.check("slip39", "btclib-mnemonics", what, lambda: master_secret_from_mnemonics(found), secret)


def groups(signer, trials, seed, secret):
    """Two groups, both needed: two of two shares of the one, and the only one of the other."""
    options = ("--shares", "1-of-1", "--groups-needed", "2", "--not-extendable",
               "--slip39-passphrase-file", signer.write("slip39", "Merlot"))
    found = [share(signer, trials, seed, "slip39", "2-of-2", number, lambda text: len(text.split()) == 59, *options)
             for number in (1, 2, 3)]
    trials.check("slip39", "shamir-mnemonic", "two groups", lambda: combine_mnemonics(found, b"Merlot"), secret)
    trials.check("slip39", "btclib-mnemonics", "two groups",
                 lambda: master_secret_from_mnemonics(found, "Merlot"), secret)


def of_seed(signer, trials, seed, secret):
    codex32(signer, trials, seed, secret)
    slip39(signer, trials, seed, secret, {16: 20, 32: 33}[len(secret)])


def of_words(signer, trials, seed, secret, english):
    codex32(signer, trials, seed, secret)
    slip39(signer, trials, seed, secret, 59)
    found = [share(signer, trials, seed, "sskr", "2-of-3", number, lambda text: text.upper().startswith("UR:SSKR/"))
             for number in (1, 3)]
    trials.check("sskr", "shamir-mnemonic", "two shares, their frame taken off here",
                 lambda: bip39.mnemonic_from_bytes(sskr_joined(found)), english)
    count = len(english.split())
    parts = [share(signer, trials, seed, "xor", "3-of-3", number, lambda text: len(text.split()) == count)
             for number in (1, 2, 3)]
    trials.check("xor", "embit", "three parts, joined here", lambda: xor_joined(parts), english)


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
