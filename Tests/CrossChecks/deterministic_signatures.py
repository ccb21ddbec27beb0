#!/usr/bin/env python3
"""ECDSA as Bitcoin Core signs, from the standards alone: SEC 2 curve arithmetic on Python integers,
RFC 6979 nonces, low S, and low R by appending a counter of 32 little-endian bytes as extra entropy.

Prints the SHA-256 over the DER encodings of 200 signatures, which Tests/Secp256k1SigningTests
expects; in a second line that over 100 openings and signatures whose nonce was agreed on with a host
(sign-to-contract, the scheme of libsecp256k1-zkp's ecdsa_s2c), after its own two vectors.
Slow and not constant time: for comparison only.
"""
import hashlib
import hmac

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def add(a, b):
    if a is None:
        return b
    if b is None:
        return a
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    if a == b:
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def multiply(k):
    result, power = None, G
    while k:
        if k & 1:
            result = add(result, power)
        power = add(power, power)
        k >>= 1
    return result


def nonces(key, digest, extra):
    """RFC 6979, section 3.2, with the additional data of section 3.6.

    libsecp256k1 does not reduce the digest modulo the order before it feeds it in.
    """
    seed = key.to_bytes(32, "big") + digest + extra
    mac = lambda key, message: hmac.new(key, message, hashlib.sha256).digest()
    v, k = b"\x01" * 32, b"\x00" * 32
    for separator in (b"\x00", b"\x01"):
        k = mac(k, v + separator + seed)
        v = mac(k, v)
    while True:
        v = mac(k, v)
        candidate = int.from_bytes(v, "big")
        if 0 < candidate < N:
            yield candidate
        k = mac(k, v + b"\x00")
        v = mac(k, v)


def sign(key, digest):
    counter = 0
    while True:
        extra = counter.to_bytes(32, "little") if counter else b""
        for k in nonces(key, digest, extra):
            r = multiply(k)[0] % N
            s = pow(k, -1, N) * (int.from_bytes(digest, "big") + r * key) % N
            if r and s:
                break
        if r < 1 << 255:
            return r, min(s, N - s), counter
        counter += 1


def tagged(tag, message):
    tag = hashlib.sha256(tag).digest()
    return hashlib.sha256(tag + tag + message).digest()


def compressed(point):
    return bytes([2 + point[1] % 2]) + point[0].to_bytes(32, "big")


def agreed(key, digest, entropy):
    """The opening, and r and s with low S alone, of a nonce that a host had a say in."""
    commitment = tagged(b"s2c/ecdsa/data", entropy)
    first = next(nonces(key, digest, commitment))
    opening = compressed(multiply(first))
    tweak = int.from_bytes(tagged(b"s2c/ecdsa/point", opening + entropy), "big")
    assert tweak < N
    k = (first + tweak) % N
    r = multiply(k)[0] % N
    s = pow(k, -1, N) * (int.from_bytes(digest, "big") + r * key) % N
    return opening, r, min(s, N - s)


# The openings of the anti-exfil protocol that libsecp256k1-zkp's src/modules/ecdsa_s2c/tests_impl.h
# lists for the key 55.. and the digest 88.., by the host's entropy.
PUBLISHED = {
    "1bf6fb42f41eb876c4d7aa0d67242b00baab99dc2084493e4e63277fa1f77f22":
        "03f030def3188c0f56fcea87435b307643f45dafe22cbc82fd56034fae97417d3a",
    "35199a8fbf84ad6ef69a184c1b19285befbe06e60b6264e6d373893f6855e24a":
        "03901717ce7c7484a2ce1b7dc7403b14e0354971393ec092a7f3e0c8e4e2d2639d",
}


def der(r, s):
    number = lambda n: bytes([2, len(b := n.to_bytes(n.bit_length() // 8 + 1, "big"))]) + b
    body = number(r) + number(s)
    return bytes([0x30, len(body)]) + body


def main():
    everything, most = hashlib.sha256(), 0
    for index in range(200):
        key = int.from_bytes(hashlib.sha256(b"drawbridge key %d" % index).digest(), "big") % N
        digest = hashlib.sha256(b"drawbridge digest %d" % index).digest()
        r, s, counter = sign(key, digest)
        everything.update(der(r, s))
        most = max(most, counter)
    print(everything.hexdigest(), "most counter:", most)

    for entropy, opening in PUBLISHED.items():
        found = agreed(int("55" * 32, 16), bytes([0x88]) * 32, bytes.fromhex(entropy))
        assert found[0].hex() == opening, found[0].hex()
    everything, high = hashlib.sha256(), 0
    for index in range(100):
        key = int.from_bytes(hashlib.sha256(b"drawbridge key %d" % index).digest(), "big") % N
        digest = hashlib.sha256(b"drawbridge digest %d" % index).digest()
        entropy = hashlib.sha256(b"drawbridge entropy %d" % index).digest()
        opening, r, s = agreed(key, digest, entropy)
        everything.update(opening + der(r, s))
        high += r >> 255
    print(everything.hexdigest(), "high R:", high)


main()
