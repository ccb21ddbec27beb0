#!/usr/bin/env python3
"""Counts what qr-reader reads of other people's photographs, beside zxing-cpp and zbar alone.

    phone_photographs.py QR-READER FOLDER     FOLDER holds folders of pictures, each with its text beside it (NAME.txt)

The pictures of github.com/zxing/zxing, below core/src/test/resources/blackbox/qrcode-1 to -6, are not of this project and stay
where they are. A picture counts where the text came out byte for byte, or in another encoding of the same letters; zxing-cpp
and zbar (pyzbar) are asked where they are installed.
"""

import struct
import subprocess
import sys
from pathlib import Path

from PIL import Image


def by_reader(program, picture):
    """The QR codes in the answer of qr-reader: see docs/formats.md."""
    with open(picture, "rb") as file:
        answer = subprocess.run([program, "picture"], stdin=file, capture_output=True, env={}, timeout=120).stdout
    found, at = [], 0
    while at + 5 <= len(answer):
        length = struct.unpack(">I", answer[at + 1:at + 5])[0]
        if answer[at:at + 1] == b"S":
            found.append(answer[at + 5:at + 5 + length])
        at += 5 + length
    return found


def by_zxing(picture):
    import zxingcpp
    codes = zxingcpp.read_barcodes(Image.open(picture).convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)
    return [form for code in codes for form in (bytes(code.bytes), code.text.encode())]


def by_zbar(picture):
    from pyzbar import pyzbar
    codes = pyzbar.decode(Image.open(picture).convert("L"), symbols=[pyzbar.ZBarSymbol.QRCODE])
    return [code.data for code in codes]


def forms(picture):
    """The text beside a picture, as it may come out."""
    text = picture.with_suffix(".txt")
    whole = text.read_bytes().decode("utf-8", "replace")
    letters = {whole, whole.replace("\r\n", "\n"), whole.rstrip("\r\n")}
    found = set()
    for each in letters:
        for encoding in ("utf-8", "shift-jis", "latin-1"):
            try:
                found.add(each.encode(encoding))
            except UnicodeEncodeError:
                pass
    return found


def main(program, folder):
    readers = {"qr-reader": lambda picture: by_reader(program, picture)}
    for name, reader, module in (("zxing-cpp", by_zxing, "zxingcpp"), ("zbar", by_zbar, "pyzbar")):
        try:
            __import__(module)
            readers[name] = reader
        except ImportError:
            print(f"{name} is not installed, and is not asked")
    totals = dict.fromkeys(readers, 0)
    count = 0
    for group in sorted(Path(folder).glob("qrcode-*")):
        pictures = [picture for picture in sorted(group.glob("*.png")) if picture.with_suffix(".txt").exists()]
        read = dict.fromkeys(readers, 0)
        for picture in pictures:
            wanted = forms(picture)
            for name, reader in readers.items():
                read[name] += any(found in wanted or found.rstrip(b"\r\n") in wanted for found in reader(picture))
        count += len(pictures)
        for name in readers:
            totals[name] += read[name]
        print(f"{group.name}, {len(pictures)} pictures: " + ", ".join(f"{name} {read[name]}" for name in readers))
    print(f"all {count}: " + ", ".join(f"{name} {totals[name]}" for name in readers))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
