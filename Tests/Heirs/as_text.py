"""Pages read as text by Tesseract, from the picture: words, digits, addresses, letters with checks.

A page is drawn at 300 dots per inch and spoiled as the others, but straight: people straighten what they
scan. Tesseract takes letters for others; what the checks on the paper are worth is whether they notice.
"""

import difflib
import io
import itertools
import os
import re
import subprocess

from embit import bech32, bip39
from PIL import Image

import encrypted
import programs
import words
import wallets
from pages import read, scanned

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


# How a page is put to Tesseract, until what is read fits: its --psm, and the size of the picture.
WAYS = ((6, 1), (4, 0.75), (4, 1), (6, 0.75))


class Tesseract:
    """Debian's tesseract-ocr, where it is installed."""

    def __init__(self):
        try:
            ran = subprocess.run(["tesseract", "--version"], capture_output=True, text=True, timeout=60)
            self.program = ("Tesseract", re.search(r"tesseract v?([0-9.]+)", ran.stdout + ran.stderr)[1])
        except FileNotFoundError:
            self.program = None

    def texts(self, page):
        """The page as text, line by line, in one way after the other."""
        for layout, size in WAYS:
            file = io.BytesIO()
            picture = scanned(page, 0, turn=0).convert("L")
            picture.resize((round(picture.width * size), round(picture.height * size)), Image.LANCZOS).save(file, "PNG")
            ran = subprocess.run(
                ["tesseract", "-", "-", "--psm", str(layout), "--dpi", str(round(300 * size))], input=file.getvalue(),
                capture_output=True, timeout=300, env={**os.environ, "OMP_THREAD_LIMIT": "1"}, check=True)
            yield ran.stdout.decode()


def trials(signer, trials, _):
    tesseract = Tesseract()
    if tesseract.program is None:
        trials.missing.add("Tesseract")
        return
    for count in (12, 24):
        seed(signer, trials, tesseract, count)
    letters(signer, trials, tesseract)
    wallets.register(signer, "wallet-5", wallets.forms()["multisigWallet"][1][0])
    descriptor(signer, trials, tesseract, "wallet-5")


def seed(signer, trials, tesseract, count):
    """The words, and the digits of the SeedQR: each by itself brings the seed back.

    Read in one way after the other until the fingerprint is that of the sheet, as a person would.
    """
    root = programs.root(words.imported(signer, count)[1])
    page = signer.pages(f"text-{count}", f"english-{count}", "--kind", "full", resolution=300)[0]
    found = {"digits": None, "words": None}
    for text in tesseract.texts(page):
        for name, read_words in (("digits", digits_of), ("words", table)):
            if found[name] is None and fingerprint(read_words(text, count)) == root.my_fingerprint:
                found[name] = read_words(text, count)
        if all(found.values()):
            break
    print(f"{count} words as text: read by their", *(name for name in found if found[name]))
    # Every page is another print, and Tesseract reads small type now so, now so: what counts is that one of the two
    # ways brings the words back.
    english = found["digits"] or found["words"]
    trials.check("wordsAsText", tesseract.program, f"{count} words",
                 lambda: programs.embit_first(programs.root(english)), programs.embit_first(root))


def fingerprint(english):
    """Of words that were read; nil where they are none."""
    try:
        return programs.root(english).my_fingerprint
    except ValueError:
        return None


def digits_of(text, count):
    """The words that the digits of the SeedQR say."""
    groups = re.findall(r"\b\d{4}\b", text[max(text.find("Digits"), 0):])[:count]
    return " ".join(bip39.WORDLIST[int(group)] for group in groups if int(group) < 2048)


def table(text, count):
    """The words that stand behind numbers, three or more in a row; down the columns, as their numbers say."""
    rows = []
    for line in text.splitlines():
        tokens = line.split()
        row = [known(word, after) for before, word, after in zip(tokens, tokens[1:], [*tokens[2:], ""])
               if re.search(r"\d", before)]
        row = [word for word in row if word]
        if len(row) >= 3 and re.match(r"\W*\d", line):
            rows.append(row)
    if sum(map(len, rows)) != count:
        return ""
    # The last column may be shorter than the others.
    return " ".join(word for column in itertools.zip_longest(*rows) for word in column if word)


def known(text, number):
    """The word of the list that a read one is most like, first of all the one whose number stands behind it."""
    letters = text.lower().replace("0", "o")
    near = difflib.get_close_matches(letters, bip39.WORDLIST, 5, 0.7) if re.search("[a-z]{3}", letters) else []
    numbered = bip39.WORDLIST[int(number) - 1] if number.isdigit() and 1 <= int(number) <= 2048 else None
    return numbered if numbered in near else near[0] if near else None


# MARK: lines with checks (docs/formats.md, Lines with checks)

def sums(number, text):
    values = [number, *text.encode("ascii", "replace")]
    return [sum(value * place ** power for place, value in enumerate(values, 1)) % 1021 for power in range(3)]


def check_of(number, text):
    return "".join(ALPHABET[part // 32] + ALPHABET[part % 32] for part in sums(number, text))


def lines_of(text):
    """Lines that end in a check: number, letters without spaces, and the check as it was read."""
    for line in text.splitlines():
        found = re.search(r"(?:^|\D)(\d{1,3})[.:]?\s+(\S.*?)\s*=\s*([A-Za-z0-9]{6})\W*$", line)
        if found:
            yield int(found[1]), "".join(found[2].split()), found[3].upper()


def mended(number, text, check):
    """The line with the one letter changed that makes its check right; nil where there is no such letter."""
    if check_of(number, text) == check:
        return text
    if not all(letter in ALPHABET for letter in check):
        return None
    printed = [ALPHABET.index(check[at]) * 32 + ALPHABET.index(check[at + 1]) for at in (0, 2, 4)]
    lacks, at, square = ((p - c) % 1021 for p, c in zip(printed, sums(number, text)))
    if not lacks:
        return None
    place = at * pow(lacks, -1, 1021) % 1021
    if place * at % 1021 != square or not 2 <= place <= len(text) + 1:
        return None
    letter = ord(text[place - 2]) + (lacks if lacks < 510 else lacks - 1021)
    return text[:place - 2] + chr(letter) + text[place - 1:] if 32 < letter < 127 else None


def read_lines(trials, tesseract, pages, whole, what):
    """The lines of pages, as far as their checks are right or one letter makes them so.

    None may be taken that does not stand on the paper: `whole` is what all lines together say.
    """
    found, repaired, refused = {}, set(), 0
    for page in pages:
        for text in itertools.islice(tesseract.texts(page), 2):
            for number, letters, check in lines_of(text):
                line = mended(number, letters, check)
                if line is None:
                    refused += 1
                    continue
                trials.count(line in whole, f"{what}, line {number}: {line} passed its check")
                if number not in found and line != letters:
                    repaired.add(number)
                found[number] = line
    length = max(map(len, found.values()), default=1)
    count = -(-len(whole) // length)
    print(f"{what}: {len(found)} of {count} lines read in two tries, {len(repaired)} mended; {refused} refused")
    trials.check("lettersAsText", tesseract.program, f"lines of {what}", len(found) > 0, True)


def letters(signer, trials, tesseract):
    """The letters of an encrypted sheet, of a seed without wallets: few lines, on its first pages."""
    words.imported(signer, 15)
    secret = signer.write("sheet-words", encrypted.SECRET)
    pages = signer.pages("text-encrypted", "english-15", "--kind", "encrypted", "--sheet-words-file", secret,
                         resolution=300)
    parts = [text for page in pages for text in read(page, 0) if text.startswith("B$2B")]
    read_lines(trials, tesseract, pages[:2], "".join(dict.fromkeys(parts)), "an encrypted sheet")


def descriptor(signer, trials, tesseract, name):
    """The lines of a descriptor, and addresses: their own checksum tells which were read rightly."""
    pages = signer.pages(f"text-{name}", name, "--kind", "public", is_secret=False, resolution=300)
    whole = wallets.joined([text for page in pages for text in read(page, 0)])
    read_lines(trials, tesseract, pages, whole, f"the descriptor of {name}")
    printed = programs.embit_descriptor(whole, 5)[:5]
    found = set()
    for page in pages:
        for text in itertools.islice(tesseract.texts(page), 2):
            found.update(filter(None, map(address_of, text.splitlines())))
    print(f"addresses of {name}: {len(found)} of {len(printed)} read")
    trials.count(found <= set(printed), f"an address that is not printed has a right checksum: {found}")
    trials.check("addressesAsText", tesseract.program, "an address", len(found) > 0, True)


def address_of(line):
    """An address in groups of four behind its number; nil unless its checksum is right.

    Its letters have no b, i, o and 1, so that what was read as one of these can only be another. What stands before it
    is its number, or what was read of a QR code beside it.
    """
    begun = re.search(r"(?:^|\s)((?:tb|bc)[1li]+q.*)$", line.lower())
    if not begun:
        return None
    found = re.fullmatch(r"(tb|bc)[1li]+q([a-z0-9]{38,58})", "".join(begun[1].split()))
    if not found:
        return None
    address = f"{found[1]}1q" + found[2].translate(str.maketrans("oi1", "0ll"))
    return address if bech32.decode(found[1], address)[0] == 0 else None
