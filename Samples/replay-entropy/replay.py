#!/usr/bin/env python3
"""Makes the entropy of a seed again from a transcript (docs/formats.md, "Seed entropy").

    replay.py < transcript              prints the entropy in hexadecimal
    replay.py english.txt < transcript  prints the words, with a word list of BIP-39

A transcript is the seed: never on a machine with a network.
"""
import sys
from hashlib import sha256

lines = [line.split(" ", 1) for line in sys.stdin.read().splitlines()]
assert lines[0] == ["drawbridge", "seed entropy 1"], "this is no transcript"
commitment, count = lines[1][1], int(lines[2][1])
sources = [(int(kind), bytes.fromhex(data)) for kind, data in lines[3:]]

tag = b"drawbridge/entropy-commitment/1"
shown = sha256(bytes([len(tag)]) + tag + sources[0][1]).hexdigest()
assert shown == commitment, "the program's part is not the one it committed to"

tag = b"drawbridge/seed-entropy/1"
whole = bytes([len(tag)]) + tag
for kind, data in sources:
    whole += bytes([kind]) + len(data).to_bytes(4, "big") + data
entropy = sha256(whole).digest()[: count * 4 // 3]

if len(sys.argv) > 1:
    words = open(sys.argv[1], encoding="utf-8").read().split()
    bits = len(entropy) // 4
    number = int.from_bytes(entropy, "big") << bits | sha256(entropy).digest()[0] >> (8 - bits)
    print(" ".join(words[number >> 11 * place & 2047] for place in reversed(range(count))))
else:
    print(entropy.hex())
