"""What a person fills in by hand: the grids of blank sheets and of the page for steel.

The cells are drawn into the picture of the page as a felt pen does: one after the other, none quite in its
place, of its size or black. Then the page is scanned badly as every other.
"""

import numpy
import zxingcpp
from embit import bip39
from PIL import Image, ImageDraw

import programs
import words
from pages import symbols_of

# Modules along the edge: of the digits of a SeedQR, and of the bytes of a CompactSeedQR.
DIGITS = {12: 25, 15: 25, 18: 25, 21: 29, 24: 29}
BYTES = {12: 21, 24: 25}


def trials(signer, trials, electrum):
    for count in (12, 15, 18, 21, 24):
        english = words.imported(signer, count)[1]
        first = programs.embit_first(programs.root(english))

        def restored(what, found, kind="blank"):
            trials.check(kind, "embit", what, lambda: programs.embit_first(programs.root(found)), first)
            trials.check(kind, "bdkpython", what, lambda: programs.bdk_words(found), first)
            electrum.words(what, found, "", "m/84'/1'/0'", "p2wpkh", first, kind=kind)

        page = blank(signer, f"blank-{count}", count)
        empty = grids(page)
        trials.count(len(empty) == (2 if count in BYTES else 1), f"{len(empty)} grids for {count} words")
        digits = "".join(f"{bip39.WORDLIST.index(word):04}" for word in english.split())
        code = zxingcpp.create_barcode(digits, zxingcpp.BarcodeFormat.QRCode, ec_level="L")
        code = numpy.array(zxingcpp.write_barcode_to_image(code, scale=1, add_quiet_zones=False)) < 128
        trials.count(code.shape == (DIGITS[count],) * 2, f"{count} words take {code.shape} modules")
        filled(page, empty[-1], code)
        found = [symbol.text for symbol in held_up(page, count, lambda symbol: symbol.text.isdigit())]
        trials.count(found == [digits], f"a blank sheet of {count} words, the digits: {found}")
        restored(f"a blank sheet of {count} words, the SeedQR", words.words_of(found[0]) if found else "")
        if count not in BYTES:
            continue

        # From the page for steel: the dots of its left grid, copied into its right one and onto the blank sheet.
        steel = signer.pages(f"steel-{count}", f"english-{count}", "--kind", "full", "--for-steel")
        steel = next(page for page in steel if len(grids(page)) == 2)
        dots, beside = grids(steel)
        code = copied(steel, dots, BYTES[count])
        again = blank(signer, f"blank-again-{count}", count)
        for what, kind, page, grid in (
                ("the page for steel", "steel", steel, beside), ("a blank sheet", "blank", again, empty[0])):
            filled(page, grid, code)
            found = [symbol.bytes for symbol in held_up(
                page, count, lambda symbol: len(symbol.bytes) == count * 4 // 3)]
            trials.count(len(found) == 1, f"the CompactSeedQR on {what} of {count} words was read {len(found)} times")
            restored(f"{what} of {count} words, the CompactSeedQR",
                     bip39.mnemonic_from_bytes(found[0]) if found else "", kind)


def held_up(page, number, test):
    """The QR codes that pass a test; as in front of a camera, nearer and farther until there is one."""
    for nearness in (1, 0.5, 0.4, 0.33):
        if found := [symbol for symbol in symbols_of(page, number, nearness) if test(symbol)]:
            return found
    return []


def blank(signer, name, count):
    """The page of a blank sheet that has grids."""
    pages = signer.pages(name, None, "--kind", "blank", "--words", str(count), is_secret=False)
    return next(page for page in pages if grids(page))


def grids(page):
    """The squares that dark lines enclose, in the order of reading: left, top, right and bottom in dots."""
    picture = numpy.asarray(Image.open(page).convert("L"))
    lines = []
    for y in range(picture.shape[0]):
        edges = numpy.flatnonzero(numpy.diff(numpy.pad((picture[y] < 140).astype(numpy.int8), 1)))
        lines += [(x0, x1, y) for x0, x1 in zip(edges[::2], edges[1::2]) if x1 - x0 > picture.shape[1] / 6]
    found = []
    for x0, x1, top in lines:
        if any(abs(grid[0] - x0) < 5 and grid[1] - 5 < top < grid[3] + 5 for grid in found):
            continue
        # The line as far below as this one is long closes a square, if it has sides: lines to write on have none.
        bottoms = [y for left, right, y in lines if abs(left - x0) < 5 and abs(right - x1) < 5
                   and abs(y - top - (x1 - x0)) < 6]
        if bottoms and all((picture[top:max(bottoms), max(0, x - 4):x + 4] < 140).any(axis=1).mean() > 0.95
                           for x in (x0, x1)):
            found.append((x0, top, x1, max(bottoms) + 1))
    return sorted(found, key=lambda grid: (grid[1] // 50, grid[0]))


def cells(grid, size):
    left, top, right, bottom = grid
    width, height = (right - left) / size, (bottom - top) / size
    for row in range(size):
        for column in range(size):
            yield row, column, left + (column + 0.5) * width, top + (row + 0.5) * height, width


def copied(page, grid, size):
    """What a person sees in the cells: a dot, or the stroke of a corner, or nothing."""
    picture = numpy.asarray(Image.open(page).convert("L"))
    modules = numpy.zeros((size, size), dtype=bool)
    for row, column, x, y, width in cells(grid, size):
        reach = width / 5
        middle = picture[round(y - reach):round(y + reach) + 1, round(x - reach):round(x + reach) + 1]
        modules[row, column] = (middle < 240).mean() > 0.05
    return modules


def filled(page, grid, modules):
    """Fills in the cells with a pen."""
    picture = Image.open(page).convert("L")
    pen = ImageDraw.Draw(picture)
    chance = numpy.random.default_rng(modules.shape[0])
    for row, column, x, y, width in cells(grid, modules.shape[0]):
        if modules[row, column]:
            across, down = chance.uniform(0.42, 0.56, 2) * width
            x, y = (x, y) + chance.uniform(-0.08, 0.08, 2) * width
            pen.rounded_rectangle(
                (x - across, y - down, x + across, y + down), radius=width / 4, fill=int(chance.integers(20, 80)))
    picture.save(page)
