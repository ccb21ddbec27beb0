"""ECDSA and Schnorr signatures in nothing but Python's integers, from RFC 6979, SEC 1 and BIP-340.

Slow, not safe against timing, and independent: no libsecp256k1 in it. ECDSA as Bitcoin Core makes
it: nonces of RFC 6979, tried again with a counter as extra entropy until r is below 2^255.
"""

import hashlib
import hmac

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def added(left, right):
    """The sum of two points in Jacobian coordinates; z = 0 is infinity."""
    if left[2] == 0:
        return right
    if right[2] == 0:
        return left
    z1, z2 = left[2] * left[2] % P, right[2] * right[2] % P
    u1, u2 = left[0] * z2 % P, right[0] * z1 % P
    s1, s2 = left[1] * z2 * right[2] % P, right[1] * z1 * left[2] % P
    if u1 == u2:
        return doubled(left) if s1 == s2 else (1, 1, 0)
    h, r = u2 - u1, s2 - s1
    h2 = h * h % P
    h3, v = h2 * h % P, u1 * h2 % P
    x = (r * r - h3 - 2 * v) % P
    return x, (r * (v - x) - s1 * h3) % P, left[2] * right[2] * h % P


def doubled(point):
    x, y, z = point
    if z == 0:
        return point
    y2 = y * y % P
    s, m = 4 * x * y2 % P, 3 * x * x % P
    nx = (m * m - 2 * s) % P
    return nx, (m * (s - nx) - 8 * y2 * y2) % P, 2 * y * z % P


def multiplied(scalar):
    """The coordinates of `scalar` times the generator; the scalar is 1 to N - 1."""
    total, base = (1, 1, 0), (*G, 1)
    while scalar:
        if scalar & 1:
            total = added(total, base)
        base = doubled(base)
        scalar >>= 1
    inverse = pow(total[2], -1, P)
    return total[0] * inverse**2 % P, total[1] * inverse**3 % P


def nonces(key, digest, extra=b""):
    """The nonces of RFC 6979 with SHA-256, one after another; `extra` as in libsecp256k1."""
    reduced = (int.from_bytes(digest, "big") % N).to_bytes(32, "big")
    data = key + reduced + extra
    k, v = bytes(32), b"\1" * 32
    for mark in (b"\0", b"\1"):
        k = hmac.digest(k, v + mark + data, "sha256")
        v = hmac.digest(k, v, "sha256")
    while True:
        v = hmac.digest(k, v, "sha256")
        yield int.from_bytes(v, "big")
        k = hmac.digest(k, v + b"\0", "sha256")
        v = hmac.digest(k, v, "sha256")


def ecdsa_once(key, digest, extra=b""):
    secret, message = int.from_bytes(key, "big"), int.from_bytes(digest, "big")
    for nonce in nonces(key, digest, extra):
        if not 0 < nonce < N:
            continue
        r = multiplied(nonce)[0] % N
        s = pow(nonce, -1, N) * (message + r * secret) % N
        if r and s:
            return r, min(s, N - s)


def der(r, s):
    def number(value):
        data = value.to_bytes(value.bit_length() // 8 + 1, "big")
        return b"\2" + bytes([len(data)]) + data

    return b"\x30" + bytes([len(number(r) + number(s))]) + number(r) + number(s)


def ecdsa(key, digest):
    """The DER signature that Bitcoin Core makes with a key, and how many tries it took."""
    r, s = ecdsa_once(key, digest)
    tries = 1
    while r >= 1 << 255:
        r, s = ecdsa_once(key, digest, tries.to_bytes(32, "little"))
        tries += 1
    return der(r, s), tries


def tagged(tag, data):
    prefix = hashlib.sha256(tag.encode()).digest()
    return hashlib.sha256(prefix + prefix + data).digest()


def schnorr(key, digest, auxiliary=bytes(32)):
    """The signature of BIP-340."""
    secret = int.from_bytes(key, "big")
    x, y = multiplied(secret)
    if y & 1:
        secret = N - secret
    public = x.to_bytes(32, "big")
    masked = (secret ^ int.from_bytes(tagged("BIP0340/aux", auxiliary), "big")).to_bytes(32, "big")
    nonce = int.from_bytes(tagged("BIP0340/nonce", masked + public + digest), "big") % N
    rx, ry = multiplied(nonce)
    if ry & 1:
        nonce = N - nonce
    r = rx.to_bytes(32, "big")
    challenge = int.from_bytes(tagged("BIP0340/challenge", r + public + digest), "big") % N
    return r + ((nonce + challenge * secret) % N).to_bytes(32, "big")


def tweaked(key, root=b""):
    """The private key of a taproot output (BIP-341)."""
    secret = int.from_bytes(key, "big")
    x, y = multiplied(secret)
    if y & 1:
        secret = N - secret
    tweak = int.from_bytes(tagged("TapTweak", x.to_bytes(32, "big") + root), "big")
    return ((secret + tweak) % N).to_bytes(32, "big")
