"""Random scripts that succeed when they are signed and spent rightly.

A script is a row of fragments, each of which consumes what it needs from the witness and leaves
nothing. Signatures are promises until the whole script is known.
"""

import struct

from keys import der
from wire import hash160, sha256, sha256d

IF, NOTIF, ELSE, ENDIF, VERIFY, DROP, DUP, SIZE = 0x63, 0x64, 0x67, 0x68, 0x69, 0x75, 0x76, 0x82
EQUALVERIFY, NUMEQUALVERIFY, NUMEQUAL = 0x88, 0x9D, 0x9C
CODESEPARATOR, CHECKSIG, CHECKSIGVERIFY, CHECKMULTISIGVERIFY, CHECKSIGADD = 0xAB, 0xAC, 0xAD, 0xAF, 0xBA
CLTV, CSV = 0xB1, 0xB2
LEGACY, V0, TAP = "legacy", "v0", "tap"
SUCCESS = [80, 98, *range(126, 130), *range(131, 135), 137, 138, 141, 142, *range(149, 154), *range(187, 255)]


class Promise:
    """A signature still to be made, behind a separator at (position in opcodes, offset in bytes)."""

    def __init__(self, key, separator, kind, is_empty=False):
        self.key = key
        self.separator = separator
        self.kind = kind
        self.is_empty = is_empty


def pushed(data):
    if data == b"":
        return b"\0"
    if len(data) == 1 and 1 <= data[0] <= 16:
        return bytes([0x50 + data[0]])
    if data == b"\x81":
        return b"\x4f"
    if len(data) < 76:
        return bytes([len(data)]) + data
    if len(data) < 256:
        return b"\x4c" + bytes([len(data)]) + data
    return b"\x4d" + struct.pack("<H", len(data)) + data


def number(value):
    if value == 0:
        return b""
    data = abs(value).to_bytes((abs(value).bit_length() + 8) // 8, "little")
    if len(data) > 1 and data[-1] == 0 and data[-2] < 0x80:
        data = data[:-1]
    return data[:-1] + bytes([data[-1] | (0x80 if value < 0 else 0)])


class Program:
    """`bytes` is the script, `witness` what it consumes, first consumed last."""

    def __init__(self, rng, version, keys, transaction, index):
        self.rng = rng
        self.version = version
        self.keys = keys
        self.transaction = transaction
        self.index = index
        self.bytes = b""
        self.count = 0
        self.separator = (0xFFFFFFFF, 0)
        self.taken = True
        self.witness = []

    # Writing

    def op(self, *opcodes):
        for opcode in opcodes:
            if opcode == CODESEPARATOR and self.taken:
                self.separator = (self.count, len(self.bytes) + 1)
            self.bytes += bytes([opcode])
            self.count += 1

    def push(self, data):
        self.bytes += pushed(data)
        self.count += 1

    def need(self, item):
        """Asks for a witness element that lies on top when this point is reached."""
        if self.taken:
            self.witness.insert(0, item)

    def kind(self):
        rng = self.rng
        if self.version == TAP:
            kinds = [0, 0, 1, 2, 0x81, 0x82]
            if self.index < len(self.transaction.vout):
                kinds += [3, 0x83]
        else:
            # Undefined types are signed too: consensus allows them.
            kinds = [1, 1, 1, 2, 3, 0x81, 0x82, 0x83, rng.randrange(256)]
        return rng.choice(kinds)

    def public(self, key):
        if self.version == TAP:
            return key.x
        return self.rng.choice([key.compressed] * 6 + [key.uncompressed, key.hybrid])

    def promise(self, key, is_empty=False):
        return Promise(key, self.separator, self.kind(), is_empty)

    # Fragments

    def signature(self):
        key = self.rng.choice(self.keys)
        self.need(self.promise(key))
        self.push(self.public(key))
        self.op(CHECKSIGVERIFY)

    def failing_signature(self):
        self.need(b"")
        self.push(self.public(self.rng.choice(self.keys)))
        self.op(CHECKSIG, 0x91, VERIFY)

    def repeated_signature(self):
        """One signature checked several times: in tapscript each costs weight."""
        key = self.rng.choice(self.keys)
        self.need(self.promise(key))
        for _ in range(self.rng.randrange(1, 7)):
            self.op(DUP)
            self.push(self.public(key))
            self.op(CHECKSIGVERIFY)
        self.op(DROP)

    def threshold(self):
        keys = self.rng.sample(self.keys, self.rng.randrange(1, len(self.keys) + 1))
        threshold = self.rng.randrange(0, len(keys) + 1)
        chosen = set(self.rng.sample(range(len(keys)), threshold))
        if self.version == TAP:
            self.push(b"")
            for position, key in enumerate(keys):
                self.need(self.promise(key, is_empty=position not in chosen))
                self.push(self.public(key))
                self.op(CHECKSIGADD)
        else:
            for position in sorted(chosen, reverse=True):
                self.need(self.promise(keys[position]))
            self.need(b"")
            self.push(number(threshold))
            for key in keys:
                self.push(self.public(key))
            self.push(number(len(keys)))
            self.op(CHECKMULTISIGVERIFY)
            return
        self.push(number(threshold))
        self.op(NUMEQUALVERIFY)

    def unknown_key(self):
        if self.version == TAP:
            self.need(self.rng.randbytes(self.rng.choice([1, 5, 64])))
            self.push(self.rng.randbytes(self.rng.choice([1, 2, 31, 33, 65])))
            self.op(CHECKSIGVERIFY)

    def separate(self):
        self.op(CODESEPARATOR)

    def arithmetic(self):
        left, right = (self.rng.choice([0, 1, -1, 127, 128, -32768, 2**31 - 1]) for _ in range(2))
        self.push(number(left))
        self.push(number(right))
        self.op(*self.rng.choice([(0x93,), (0x94,), (0xA3,), (0xA4,), (0x9A,), (0x9B,), (0xA0,)]))
        result = {
            0x93: left + right, 0x94: left - right, 0xA3: min(left, right), 0xA4: max(left, right),
            0x9A: int(left != 0 and right != 0), 0x9B: int(left != 0 or right != 0),
            0xA0: int(left > right),
        }[self.bytes[-1]]
        # Results may be too long for a number again: compared as bytes.
        self.push(number(result))
        self.op(EQUALVERIFY)

    def hashing(self):
        secret = self.rng.randbytes(self.rng.choice([0, 1, 32, 80]))
        opcode, hashed = self.rng.choice(
            [(0xA8, sha256), (0xA9, hash160), (0xAA, sha256d)])
        self.need(secret)
        self.op(SIZE)
        self.push(number(len(secret)))
        self.op(EQUALVERIFY, opcode)
        self.push(hashed(secret))
        self.op(EQUALVERIFY)

    def branch(self):
        taken, inverted = self.rng.random() < 0.5, self.rng.random() < 0.5
        self.need(b"\1" if taken else b"")
        self.op(NOTIF if inverted else IF)
        outer = self.taken
        self.taken = outer and taken != inverted
        self.fragment(inside=True)
        self.op(ELSE)
        self.taken = outer and taken == inverted
        self.fragment(inside=True)
        self.taken = outer
        self.op(ENDIF)

    def dead_branch(self):
        self.push(b"")
        self.op(IF)
        self.bytes += self.rng.choice([
            b"\x62", b"\x89", b"\x6a", b"\xba", b"\xae", b"\x8a", b"\xff", b"\x4d\x08\x02" + bytes(520)])
        self.count += 1
        self.op(ENDIF)

    def locks(self):
        if self.rng.random() < 0.5:
            lock = self.transaction.locktime
            self.push(number(self.rng.choice([lock, max(0, lock - 1), lock + 1, 0])))
            self.op(CLTV, DROP)
        else:
            sequence = self.transaction.vin[self.index].sequence & 0x40FFFF
            self.push(number(self.rng.choice([sequence, max(0, sequence - 1), sequence + 1, 1 << 31])))
            self.op(CSV, DROP)

    def shuffling(self):
        words, left = self.rng.choice([
            ((0x51, 0x52, 0x53, 0x7B), 3), ((0x51, 0x52, 0x7C), 2), ((0x51, 0x52, 0x7D), 3),
            ((0x51, 0x52, 0x53, 0x6F), 6), ((0x51, 0x52, 0x53, 0x54, 0x72), 4), ((0x51, 0x73), 2),
            ((0x51, 0x52, 0x51, 0x79), 3), ((0x51, 0x52, 0x51, 0x7A), 2), ((0x51, 0x6B, 0x6C), 1),
            ((0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x71), 6), ((0x74,), 1), ((0x51, 0x82), 2),
        ])
        self.op(*words)
        for _ in range(left):
            self.op(DROP)

    def embedded_signature(self):
        """A legacy script that holds its own signature: the one of the number one needs no script."""
        if self.version == LEGACY and self.index >= len(self.transaction.vout):
            key = self.rng.choice(self.keys)
            kind = self.rng.choice([3, 0x83, 0x23])
            self.push(der(*key.ecdsa((1).to_bytes(32, "little"))) + bytes([kind]))
            self.push(key.compressed)
            self.op(CHECKSIGVERIFY)
        else:
            self.shuffling()

    def fragment(self, inside=False):
        choices = [
            (self.signature, 6), (self.threshold, 4), (self.failing_signature, 2),
            (self.repeated_signature, 3), (self.arithmetic, 2), (self.hashing, 2), (self.locks, 1),
            (self.shuffling, 2), (self.unknown_key, 2), (self.separate, 3),
            (self.embedded_signature, 1), (self.dead_branch, 1),
        ]
        if not inside:
            choices.append((self.branch, 4))
        runs, weights = zip(*choices)
        self.rng.choices(runs, weights)[0]()

    def write(self, fragments):
        for _ in range(fragments):
            self.fragment()
        self.push(b"\1")
        return self
