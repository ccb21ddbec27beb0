#!/usr/bin/env python3
"""Makes the words of a seed again from its transcript (docs/formats.md, "Seed entropy").

    replay.py < transcript               the words, in English
    replay.py spanish.txt < transcript   with another word list of BIP-39

The transcript and the words ARE the seed: never on a machine with a network.
"""
import pathlib, sys
from hashlib import sha256

listed = pathlib.Path(sys.argv[1] if sys.argv[1:] else pathlib.Path(__file__).with_name("english.txt"))
words = listed.read_text(encoding="utf-8").split()
lines = [line.split(" ", 1) for line in sys.stdin.read().splitlines()]
if lines[0] != ["drawbridge", "seed entropy 1"] or len(words) != 2048:
    sys.exit("error: this is no transcript, or no list of 2048 words")
commitment, count = lines[1][1], int(lines[2][1])
sources = [(int(kind), bytes.fromhex(data)) for kind, data in lines[3:]]
tagged = lambda tag: bytes([len(tag)]) + tag.encode()

shown = sha256(tagged("drawbridge/entropy-commitment/1") + sources[0][1]).hexdigest()
if shown != commitment:
    sys.exit("error: the program's part is not the one that it committed to")
whole = tagged("drawbridge/seed-entropy/1") + b"".join(
    bytes([kind]) + len(data).to_bytes(4, "big") + data for kind, data in sources)
entropy = sha256(whole).digest()[: count * 4 // 3]
checksum = sha256(entropy).digest()[0] >> 8 - count // 3
number = int.from_bytes(entropy, "big") << count // 3 | checksum
print(*(words[number >> 11 * place & 2047] for place in reversed(range(count))))
