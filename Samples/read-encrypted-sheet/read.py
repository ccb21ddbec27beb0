#!/usr/bin/env python3
"""read.py FILE: opens an encrypted sheet of Drawbridge (docs/formats.md, "Encrypted sheets").
FILE has the lines of letters as they are printed, or the letters of each symbol, one symbol a line;
spaces do not count. It asks for the words.
Run it on a machine without a network: what it prints is the seed."""
import base64, getpass, hashlib, hmac, re, struct, sys, unicodedata


def quarter(s, a, b, c, d):
    for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        s[x] = (s[x] + s[y]) & 0xFFFFFFFF
        mixed = s[z] ^ s[x]
        s[z] = (mixed << turn | mixed >> 32 - turn) & 0xFFFFFFFF


def block(key, counter):  # ChaCha20 (RFC 8439) with a nonce of zeros
    start = list(struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + bytes(12)))
    s = start[:]
    for _ in range(10):
        for row in (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15):
            quarter(s, *row)
        for row in (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14):
            quarter(s, *row)
    return struct.pack("<16I", *((x + y) & 0xFFFFFFFF for x, y in zip(s, start)))


def poly1305(key, text):
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    sum = 0
    for at in range(0, len(text), 16):
        sum = (sum + int.from_bytes(text[at:at + 16] + b"\1", "little")) * r % ((1 << 130) - 5)
    return ((sum + int.from_bytes(key[16:32], "little")) & (1 << 128) - 1).to_bytes(16, "little")


def joined(lines):  # each ends with = and three sums modulo 1021 (docs/formats.md, "Lines with checks")
    text, wrong = "", []
    for number, line in enumerate((line.upper() for line in lines if "=" in line), 1):
        letters, _, check = re.sub(r"^\s*\d{1,3}[.:]?\s", "", line).rpartition("=")
        letters = "".join(letters.split())
        values = list(enumerate([number, *letters.encode()], 1))
        sums = [sum(value * place ** power for place, value in values) % 1021 for power in range(3)]
        right = "".join(chr(65 + d if d < 26 else 24 + d) for s in sums for d in divmod(s, 32))
        wrong += [] if right == "".join(check.split()) else [str(number)]
        text += letters
    if wrong:
        sys.exit("a letter is wrong, or a line is missing: look at line " + ", ".join(wrong))
    return text.replace("B$2B", "\nB$2B").split("\n")


def payload(lines):
    lines = list(lines)
    if any("=" in line for line in lines):
        lines = joined(lines)
    parts = sorted(part for part in ("".join(line.split()).upper() for line in lines) if part)
    if not parts or any(p[:4] != "B$2B" or int(p[4:6], 36) != len(parts) or int(p[6:8], 36) != at
                        for at, p in enumerate(parts)):
        sys.exit("a symbol is missing, or these are no symbols of an encrypted sheet")
    text = "".join(part[8:] for part in parts)
    return base64.b32decode(text + "=" * (-len(text) % 8))


def opened(sheet, words):
    if sheet[:5] != b"DBES\1" or hashlib.sha256(sheet[:-4]).digest()[:4] != sheet[-4:]:
        sys.exit("this is not an encrypted sheet, or a letter was misread")
    head, sealed, tag = sheet[:24], sheet[24:-20], sheet[-20:-4]
    words = b" ".join(unicodedata.normalize("NFKD", words).encode().lower().split())
    key = hashlib.scrypt(words, salt=head[8:], n=1 << head[5], r=head[6], p=head[7], maxmem=2**31 - 1, dklen=32)
    pad = lambda text: text + bytes(-len(text) % 16)
    lengths = struct.pack("<QQ", len(head), len(sealed))
    if not hmac.compare_digest(poly1305(block(key, 0), pad(head) + pad(sealed) + lengths), tag):
        sys.exit("these are not the words")
    stream = b"".join(block(key, 1 + at // 64) for at in range(0, len(sealed), 64))
    return bytes(x ^ y for x, y in zip(sealed, stream)).decode().rstrip("\n")


if __name__ == "__main__":
    ask = getpass.getpass if sys.stdin.isatty() else lambda question: sys.stdin.readline()
    print(opened(payload(open(sys.argv[1])), ask("The words of the sheet: ")))
