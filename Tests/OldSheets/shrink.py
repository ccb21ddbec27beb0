#!/usr/bin/env python3
"""shrink.py IN.png OUT.png: a page as `sheet print` drew it, in 16 greys and without its notes.

The page is 8-bit grey, RGB or RGBA, not interlaced.
"""
import struct
import sys
import zlib


def chunks(data):
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + length]
        at += length + 12


def rows(width, height, step, raw):
    before = bytearray(width * step)
    size = width * step + 1
    for row in range(height):
        kind = raw[row * size]
        line = bytearray(raw[row * size + 1:(row + 1) * size])
        for index in range(len(line) if kind else 0):
            left = line[index - step] if index >= step else 0
            above = before[index]
            corner = before[index - step] if index >= step else 0
            guess = left + above - corner
            a, b, c = abs(guess - left), abs(guess - above), abs(guess - corner)
            paeth = left if a <= b and a <= c else above if b <= c else corner
            line[index] = line[index] + (0, left, above, (left + above) // 2, paeth)[kind] & 255
        yield line
        before = line


def main(source, target):
    data = open(source, "rb").read()
    parts = list(chunks(data))
    width, height, depth, color = struct.unpack(">IIBB", parts[0][1][:10])
    assert depth == 8, depth
    step = {0: 1, 2: 3, 6: 4}[color]
    raw = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    packed = bytearray()
    before = bytes((width + 1) // 2)
    for line in rows(width, height, step, raw):
        greys = [line[at] * 15 // 255 for at in range(0, len(line), step)] + [0]
        plain = bytes(greys[at] << 4 | greys[at + 1] for at in range(0, width, 2))
        above = bytes((new - old) & 255 for new, old in zip(plain, before))
        packed += b"\2" + above if above.count(0) > plain.count(255) else b"\0" + plain
        before = plain

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 4, 0, 0, 0, 0)
    with open(target, "wb") as file:
        file.write(data[:8] + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(packed), 9)))
        file.write(chunk(b"IEND", b""))


main(*sys.argv[1:])
