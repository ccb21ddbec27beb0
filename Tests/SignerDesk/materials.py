"""What the tests of the desk lay before it: seeds that are no secret, payments, wallets and pictures made by others."""

import base64
import re
import subprocess
import sys
from pathlib import Path

import zxingcpp
from embit import bip32, bip39, script
from embit.descriptor.checksum import add_checksum
from embit.networks import NETWORKS
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Secrets"))
import payment  # noqa: E402

# Unlike any word of the programs' own pages: what is found of them was shown.
SAVINGS = bip39.mnemonic_from_bytes(bytes.fromhex("3b7e91d20c5fa8467d13e6b09a42cf58"))
OTHER = bip39.mnemonic_from_bytes(bytes.fromhex("c1590e7a64d38bf2058e9d3671ab24ec"))
BOB = bip39.mnemonic_from_bytes(bytes.fromhex("77d0a3195ec24b8f61302fd8b94e05ac"))
CAROL = bip39.mnemonic_from_bytes(bytes.fromhex("0d94be27f1683ac5520c7b81e6f39d42"))
# 58 rolls: more than the 56 that carry twelve words.
DICE = "2431665123416532241653142635124653126435162345613262415631"
# Somebody on signet: whom the payment pays.
PAID = bytes(range(20))


def pay(amount=1_000_000, **options):
    """An unsigned payment of the savings, in Base64."""
    return payment.payment(SAVINGS, amount=amount, **options)


def address(words, index=0, passphrase="", network="signet"):
    """The address of the wallet of one key, as a network writes it."""
    key = payment.account(words, passphrase, coin=0 if network == "main" else 1)[1].derive([0, index]).key.get_public_key()
    return script.p2wpkh(key).address(NETWORKS[network])


def group():
    """The wallet of three people, of whom two sign, as a coordinator's text."""
    keys = []
    for words in (SAVINGS, BOB, CAROL):
        root = bip32.HDKey.from_seed(bip39.mnemonic_to_seed(words), version=NETWORKS["signet"]["xprv"])
        public = root.derive("m/48h/1h/0h/2h").to_public().to_base58(version=NETWORKS["signet"]["xpub"])
        keys.append(f"[{root.my_fingerprint.hex()}/48h/1h/0h/2h]{public}/<0;1>/*")
    return add_checksum(f"wsh(sortedmulti(2,{','.join(keys)}))")


def picture(text, file):
    """Draws a QR code."""
    code = zxingcpp.write_barcode(zxingcpp.BarcodeFormat.QRCode, text, width=400, height=400, quiet_zone=8)
    Image.frombytes("L", (code.shape[1], code.shape[0]), bytes(memoryview(code))).save(file)


def parts(packet, count=3):
    """A payment as the texts of so many QR codes: BBQr, hexadecimal."""
    data = base64.b64decode(packet).hex().upper()
    size = -(-len(data) // count) + 1 & ~1
    return [f"B$HP{count:02}{at:02}{data[at * size : (at + 1) * size]}" for at in range(count)]


def film(file, texts, blanks=100, size=(320, 240)):
    """What a camera sees, as a film (Y4M): first a wall, then QR codes one after the other."""
    wall = bytes(60 if (x // 37 + y // 19) % 2 else 180 for y in range(size[1]) for x in range(size[0]))
    frames = [wall] * blanks
    for text in texts:
        code = zxingcpp.write_barcode(zxingcpp.BarcodeFormat.QRCode, text, quiet_zone=4)
        code = Image.frombytes("L", (code.shape[1], code.shape[0]), bytes(memoryview(code)))
        side = size[1] // code.width * code.width
        frame = Image.new("L", size, 200)
        frame.paste(code.resize((side, side), Image.NEAREST), ((size[0] - side) // 2, (size[1] - side) // 2))
        frames += [frame.tobytes()] * 3
    with open(file, "wb") as out:
        out.write(f"YUV4MPEG2 W{size[0]} H{size[1]} F10:1 Cmono\n".encode())
        for frame in frames:
            out.write(b"FRAME\n" + frame)


def scans(pdf, folder):
    """A printed PDF as a scanner gives it, page by page."""
    folder.mkdir()
    subprocess.run(["pdftoppm", "-r", "200", "-gray", "-png", pdf, folder / "page"], check=True)
    for page in folder.glob("*.png"):
        photograph(page, page.with_suffix(".jpg"))
        page.unlink()


def seedqr(words):
    return "".join(f"{bip39.WORDLIST.index(word):04}" for word in words.split())


def photograph(source, target):
    """A picture of a page that is not the file that the program drew."""
    Image.open(source).convert("L").rotate(0.4, expand=True, fillcolor=255).save(target, quality=90)


def codes(file):
    """What the QR codes of a picture say."""
    return [code.text for code in zxingcpp.read_barcodes(Image.open(file), formats=zxingcpp.BarcodeFormat.QRCode)]


def code_on(lines):
    """What the QR code drawn on a terminal in blocks says; None when there is none."""
    rows = []
    for line in lines:
        if not re.search("[█▀▄]", line):
            continue
        upper = [character in "█▀" for character in line]
        lower = [character in "█▄" for character in line]
        rows += [upper, lower]
    if len(rows) < 21:
        return None
    width = max(map(len, rows))
    for full, empty in ((0, 255), (255, 0)):
        image = Image.new("L", (width + 8, len(rows) + 8), empty)
        for y, row in enumerate(rows):
            for x, is_full in enumerate(row):
                if is_full:
                    image.putpixel((x + 4, y + 4), full)
        image = image.resize((image.width * 6, image.height * 6), Image.NEAREST)
        for code in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode):
            return code.text
    return None
