"""Compact block filters (BIP-158): a Golomb-coded set of the scripts of a block."""

from wire import compact_size, sha256d

P, M = 19, 784_931
MASK = (1 << 64) - 1


def siphash(key, data):
    """SipHash-2-4 of `data` under a key of 16 bytes."""
    k0, k1 = (int.from_bytes(part, "little") for part in (key[:8], key[8:]))
    v = [0x736F6D6570736575 ^ k0, 0x646F72616E646F6D ^ k1, 0x6C7967656E657261 ^ k0, 0x7465646279746573 ^ k1]

    def rotated(value, count):
        return (value << count | value >> 64 - count) & MASK

    def rounds(count):
        for _ in range(count):
            v[0] = (v[0] + v[1]) & MASK
            v[1] = rotated(v[1], 13) ^ v[0]
            v[0] = rotated(v[0], 32)
            v[2] = (v[2] + v[3]) & MASK
            v[3] = rotated(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & MASK
            v[3] = rotated(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & MASK
            v[1] = rotated(v[1], 17) ^ v[2]
            v[2] = rotated(v[2], 32)

    tail = len(data) % 8
    padded = data + bytes(7 - tail) + bytes([len(data) & 0xFF])
    for start in range(0, len(padded), 8):
        word = int.from_bytes(padded[start : start + 8], "little")
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xFF
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def elements(indexed):
    """The scripts a block makes and spends, without OP_RETURN and empty ones."""
    found = set()
    for transaction, spent in zip(indexed.block.transactions, indexed.spent):
        found.update(output.script for output in transaction.vout if output.script[:1] != b"\x6a")
        found.update(coin.script for coin in spent)
    found.discard(b"")
    return found


def basic_filter(indexed):
    """The bytes of the filter: the number of elements, then the differences of their hashes."""
    found = elements(indexed)
    span = len(found) * M
    values = sorted(siphash(indexed.hash[:16], item) * span >> 64 for item in found)
    bits, count, last = 0, 0, 0
    for value in values:
        difference, last = value - last, value
        quotient, rest = difference >> P, difference & (1 << P) - 1
        bits = (bits << quotient + 1 | ((1 << quotient) - 1) << 1) << P | rest
        count += quotient + 1 + P
    padding = -count % 8
    return compact_size(len(found)) + (bits << padding).to_bytes((count + padding) // 8, "big")


def next_header(built, previous):
    return sha256d(sha256d(built) + previous)
