"""Keys that sign for the spends; the curve is libsecp256k1's, through embit."""

from embit import ec

from sighash import tagged

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141


class Key:
    def __init__(self, secret):
        self.secret = secret
        self.private = ec.PrivateKey(secret.to_bytes(32, "big"))
        public = self.private.get_public_key()
        self.compressed = public.sec()
        public.compressed = False
        self.uncompressed = public.sec()
        self.x = self.compressed[1:]

    @property
    def hybrid(self):
        return bytes([6 + (self.uncompressed[64] & 1)]) + self.uncompressed[1:]

    def ecdsa(self, digest):
        """The (r, s) of a signature with a low s."""
        body = self.private.sign(digest, grind=False).serialize()
        size = body[3]
        return int.from_bytes(body[4 : 4 + size], "big"), int.from_bytes(body[6 + size :], "big")

    def schnorr(self, digest):
        return self.private.schnorr_sign(digest).serialize()

    def tweaked(self, root=b""):
        """The key of a taproot output with these scripts, and whether its y is odd."""
        secret = self.secret if self.compressed[0] == 2 else ORDER - self.secret
        tweak = int.from_bytes(tagged("TapTweak", self.x + root), "big")
        key = Key((secret + tweak) % ORDER)
        return key, key.compressed[0] - 2


def der(r, s):
    def number(value):
        data = value.to_bytes(value.bit_length() // 8 + 1, "big")
        return b"\2" + bytes([len(data)]) + data

    body = number(r) + number(s)
    return b"\x30" + bytes([len(body)]) + body
