"""Our signatures, those of plain Python, and those of embit, for the same keys and digests.

    judge_signatures.py PATH-OF-sign-judge

Plain Python decides, byte for byte. embit is counted beside it: for ECDSA it tries again only while
the DER form is over 70 bytes, so where a high r comes with a short s it stops too early; those
signatures are valid, but not the ones Bitcoin Core makes. Its older library also leaves a digest
above the order as it is, against RFC 6979; no transaction has such a digest. For Schnorr it is
given the zeros that stand for auxiliary data, which it leaves out otherwise.
Ends with `N passed, N failed`.
"""

import random
import subprocess
import sys

from embit import ec
from embit.util import secp256k1

import plain_signing as plain

COUNT = 600
ABOVE_ORDER = b"\xff" * 32


def embit_schnorr(private, digest):
    return secp256k1.schnorrsig_sign(digest, private.secret, None, bytes(32))


def requests():
    """(name, request, what plain Python signs, what embit signs)."""
    for number in range(COUNT):
        rng = random.Random(f"signatures/{number}")
        secret = rng.choice([rng.randrange(1, plain.N), rng.randrange(1, 1 << 20), plain.N - 1 - number])
        key, digest = secret.to_bytes(32, "big"), rng.randbytes(32)
        if number == 0:
            digest = bytes(32)
        elif number == 1:
            digest = ABOVE_ORDER
        elif number == 2:
            # Here embit stops at a high r.
            key, digest = (7).to_bytes(32, "big"), (516).to_bytes(32, "big")
        theirs = ec.PrivateKey(key)
        yield (
            f"ecdsa/{number}", f"ecdsa {key.hex()} {digest.hex()}", plain.ecdsa(key, digest)[0],
            theirs.sign(digest).serialize())
        if number % 3 == 0:
            yield (
                f"schnorr/{number}", f"schnorr {key.hex()} {digest.hex()}", plain.schnorr(key, digest),
                embit_schnorr(theirs, digest))
        if number % 3 == 1:
            root = rng.choice([b"", rng.randbytes(32)])
            yield (
                f"taproot/{number}", f"taproot {key.hex()} {root.hex() or '-'} {digest.hex()}",
                plain.schnorr(plain.tweaked(key, root), digest),
                embit_schnorr(theirs.taproot_tweak(root), digest))


def stops_early(expected, theirs):
    """Whether embit's signature is one that it took although its r is high."""
    return len(theirs) <= 70 and theirs[3] == 33 and expected[3] < 33


def main():
    wanted = list(requests())
    lines = "".join(f"{name} {request}\n" for name, request, _, _ in wanted)
    ran = subprocess.run([sys.argv[1]], input=lines, capture_output=True, text=True, check=True)
    ours = dict(answer.split(" ", 1) for answer in ran.stdout.splitlines())
    passed = failed = early = 0
    for name, _, expected, theirs in wanted:
        same = ours.get(name) == expected.hex()
        if name.startswith("ecdsa") and stops_early(expected, theirs):
            early += 1
        elif name == "ecdsa/1":
            pass
        elif theirs != expected:
            same = False
        if same:
            passed += 1
        else:
            failed += 1
            print(f"DISAGREE: {name}: {ours.get(name)}, plain {expected.hex()}, embit {theirs.hex()}")
    print(f"signatures: {len(wanted)}, of which embit stopped at a high r: {early}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
