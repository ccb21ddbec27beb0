"""One sheet of each kind on Letter, which is wider and shorter than A4: its QR codes, read by two readers, and its words.

What comes out of them is tried with every program from pages of A4: here it is enough that the same contents come back.
"""

import re

from embit import bip39
from PIL import Image
from pyzbar import pyzbar
from shamir_mnemonic import combine_mnemonics

import as_text
import encrypted
import pages
import programs
import shares
import wallets
import words

# 215.9 by 279.4 mm.
SHAPE = 279.4 / 215.9


class Letter(pages.Signer):
    """Prints all that it prints on Letter."""

    def pages(self, name, subject, *options, **more):
        return super().pages(f"letter-{name}", subject, "--paper", "letter", *options, **more)


def trials(signer, trials, _):
    letter = Letter.__new__(Letter)
    letter.__dict__.update(signer.__dict__)
    for count in (12, 24):
        of_words(letter, trials, count)
    of_shares(letter, trials)
    of_wallet(letter, trials)
    of_encrypted(letter, trials)


def read(signer, trials, name, subject, *options, is_secret=True):
    """What both readers find on the pages of a sheet, which are spoiled as others are: all of it, and the same."""
    found = []
    for number, page in enumerate(signer.pages(name, subject, *options, is_secret=is_secret)):
        size = Image.open(page).size
        trials.count(abs(size[1] / size[0] - SHAPE) < 0.005, f"{name}, page {number + 1}, is no Letter: {size}")
        by_zxing = pages.read(page, number)
        by_zbar = {symbol.data.decode() for symbol in pyzbar.decode(
            pages.scanned(page, number).convert("L"), symbols=[pyzbar.ZBarSymbol.QRCODE])}
        # The densest, 59 words, is too much for zbar alone after such a scan.
        dense = {text for text in by_zxing if len(text.split()) == 59}
        trials.count(set(by_zxing) - dense == by_zbar - dense,
                     f"{name}, page {number + 1}, by zbar and zxing-cpp: {set(by_zxing) ^ by_zbar}")
        found += by_zxing
    return found


def of_words(signer, trials, count):
    name, english = words.imported(signer, count)
    root = programs.root(english)
    digits = trials.only(
        read(signer, trials, f"full-{count}", name, "--kind", "full"), f"the SeedQR of {count} words on Letter",
        lambda text: text.isdigit() and len(text) == 4 * count)
    trials.check("words", "embit", f"{count} words on Letter",
                 lambda: programs.embit_first(programs.root(words.words_of(digits[0]))), programs.embit_first(root))
    tesseract = as_text.Tesseract()
    if tesseract.program is None:
        trials.missing.add("Tesseract")
    elif count == 12:
        as_text.seed(signer, trials, tesseract, count)


def of_shares(signer, trials):
    english = words.made("english", 12)
    seed = bip39.mnemonic_to_seed(english)
    for form, program, rule, numbers, test, joined, expected in (
            ("slip39", "shamir-mnemonic", "2-of-3", (2, 3), lambda text: len(text.split()) == 59, combine_mnemonics, seed),
            ("codex32", "codex32", "2-of-3", (1, 3), lambda text: text.startswith("MS1"), shares.codex32_joined, seed),
            ("sskr", "shamir-mnemonic", "2-of-3", (1, 3), lambda text: text.upper().startswith("UR:SSKR/"),
             lambda found: bip39.mnemonic_from_bytes(shares.sskr_joined(found)), english),
            ("xor", "embit", "2-of-2", (1, 2), lambda text: len(text.split()) == 12, shares.xor_joined, english)):
        found = [trials.only(
            read(signer, trials, f"{form}-{number}", "english-12", "--kind", "share", "--as", form, "--shares", rule,
                 "--share", str(number)), f"share {number} in {form} on Letter", test)[:1] for number in numbers]
        trials.check(form, program, "two shares on Letter", lambda: joined(sum(found, [])), expected)


def of_wallet(signer, trials):
    """Three keys, in two QR codes; and one key."""
    known = wallets.forms()
    for kind, number in (("multisigWallet", 0), ("keyWallet", 0)):
        descriptor = known[kind][1][number]
        name = f"letter-{kind.lower()}"
        wallets.register(signer, name, descriptor)
        found = wallets.joined(read(signer, trials, name, name, "--kind", "public", is_secret=False))
        trials.check(kind, "embit", re.sub(r"\[.*?/\*", "KEY", descriptor) + " on Letter",
                     lambda: programs.embit_descriptor(found), programs.embit_descriptor(descriptor))


def of_encrypted(signer, trials):
    """Each QR code of an encrypted sheet, on its first page and beside its letters."""
    secret = signer.write("sheet-words", encrypted.SECRET)
    found = read(signer, trials, "encrypted", "english-12", "--kind", "encrypted", "--sheet-words-file", secret)
    parts = [text for text in found if text.startswith("B$2B")]
    counts = {int(text[4:6], 36) for text in parts}
    trials.count(len(counts) == 1 and {int(text[6:8], 36) for text in parts} == set(range(*counts))
                 and all(parts.count(text) == 2 for text in parts), f"parts on Letter: {[text[:8] for text in parts]}")
    trials.count("def " in encrypted.printed_reader(found), "the reader's source was not read on Letter")
