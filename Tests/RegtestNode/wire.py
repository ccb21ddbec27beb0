"""Transactions and blocks as bytes: what Bitcoin sends, read and written. Nothing here judges."""

import hashlib
import struct


def sha256(data):
    return hashlib.sha256(data).digest()


def sha256d(data):
    return sha256(sha256(data))


def hash160(data):
    return hashlib.new("ripemd160", sha256(data)).digest()


def compact_size(number):
    if number < 253:
        return bytes([number])
    if number < 0x10000:
        return b"\xfd" + struct.pack("<H", number)
    if number < 0x100000000:
        return b"\xfe" + struct.pack("<I", number)
    return b"\xff" + struct.pack("<Q", number)


def var_bytes(data):
    return compact_size(len(data)) + data


class Malformed(Exception):
    """Bytes that are not what they should be."""


class Reader:
    def __init__(self, data):
        self.data = data
        self.offset = 0

    def take(self, count):
        end = self.offset + count
        if end > len(self.data):
            raise Malformed("cut off")
        part = self.data[self.offset : end]
        self.offset = end
        return part

    def number(self, form):
        return struct.unpack(form, self.take(struct.calcsize(form)))[0]

    def compact_size(self):
        first = self.take(1)[0]
        if first < 253:
            return first
        form, least = {253: ("<H", 253), 254: ("<I", 0x10000), 255: ("<Q", 0x100000000)}[first]
        number = self.number(form)
        if number < least:
            raise Malformed("size not minimal")
        return number

    def var_bytes(self):
        return self.take(self.compact_size())


class TxIn:
    def __init__(self, txid, vout, script=b"", sequence=0xFFFFFFFD, witness=()):
        self.txid = txid
        self.vout = vout
        self.script = script
        self.sequence = sequence
        self.witness = list(witness)

    @property
    def outpoint(self):
        return self.txid, self.vout

    @property
    def is_null(self):
        return self.txid == bytes(32) and self.vout == 0xFFFFFFFF


class TxOut:
    def __init__(self, value, script):
        self.value = value
        self.script = script

    def encode(self):
        return struct.pack("<q", self.value) + var_bytes(self.script)


class Transaction:
    """A transaction; `txid` and `wtxid` are bytes in the order of the wire."""

    def __init__(self, version=2, vin=(), vout=(), locktime=0):
        self.version = version
        self.vin = list(vin)
        self.vout = list(vout)
        self.locktime = locktime

    @classmethod
    def parse(cls, data):
        reader = Reader(data)
        transaction = cls.read(reader)
        if reader.offset != len(data):
            raise Malformed("trailing bytes")
        return transaction

    @classmethod
    def read(cls, reader):
        version = reader.number("<i")
        flags = 0
        vin = cls._read_inputs(reader)
        if not vin:
            flags = reader.take(1)[0]
            if flags != 0:
                vin = cls._read_inputs(reader)
                vout = cls._read_outputs(reader)
            else:
                vout = []
        else:
            vout = cls._read_outputs(reader)
        if flags & 1:
            for item in vin:
                item.witness = [reader.var_bytes() for _ in range(reader.compact_size())]
            if not any(item.witness for item in vin):
                raise Malformed("superfluous witness")
        if flags & ~1:
            raise Malformed("unknown flags")
        return cls(version, vin, vout, reader.number("<I"))

    @staticmethod
    def _read_inputs(reader):
        return [
            TxIn(reader.take(32), reader.number("<I"), reader.var_bytes(), reader.number("<I"))
            for _ in range(reader.compact_size())
        ]

    @staticmethod
    def _read_outputs(reader):
        return [TxOut(reader.number("<q"), reader.var_bytes()) for _ in range(reader.compact_size())]

    @property
    def has_witness(self):
        return any(item.witness for item in self.vin)

    @property
    def is_coinbase(self):
        return len(self.vin) == 1 and self.vin[0].is_null

    def encode(self, with_witness=None):
        if with_witness is None:
            with_witness = self.has_witness
        parts = [struct.pack("<i", self.version)]
        if with_witness:
            parts.append(b"\0\1")
        parts.append(compact_size(len(self.vin)))
        for item in self.vin:
            parts.append(item.txid + struct.pack("<I", item.vout) + var_bytes(item.script))
            parts.append(struct.pack("<I", item.sequence))
        parts.append(compact_size(len(self.vout)))
        parts.extend(output.encode() for output in self.vout)
        if with_witness:
            for item in self.vin:
                parts.append(compact_size(len(item.witness)))
                parts.extend(var_bytes(element) for element in item.witness)
        parts.append(struct.pack("<I", self.locktime))
        return b"".join(parts)

    @property
    def txid(self):
        return sha256d(self.encode(with_witness=False))

    @property
    def wtxid(self):
        return sha256d(self.encode())

    @property
    def weight(self):
        return 3 * len(self.encode(with_witness=False)) + len(self.encode())

    @property
    def vsize(self):
        return (self.weight + 3) // 4


def merkle_root(hashes):
    while len(hashes) > 1:
        if len(hashes) % 2:
            hashes = hashes + hashes[-1:]
        hashes = [sha256d(hashes[i] + hashes[i + 1]) for i in range(0, len(hashes), 2)]
    return hashes[0]


class Block:
    def __init__(self, version, previous, merkle, time, bits, nonce, transactions):
        self.version = version
        self.previous = previous
        self.merkle = merkle
        self.time = time
        self.bits = bits
        self.nonce = nonce
        self.transactions = transactions

    @classmethod
    def parse(cls, data):
        reader = Reader(data)
        version, previous, merkle = reader.number("<i"), reader.take(32), reader.take(32)
        time, bits, nonce = reader.number("<I"), reader.number("<I"), reader.number("<I")
        transactions = [Transaction.read(reader) for _ in range(reader.compact_size())]
        if reader.offset != len(data):
            raise Malformed("trailing bytes")
        return cls(version, previous, merkle, time, bits, nonce, transactions)

    @property
    def header(self):
        return (
            struct.pack("<i", self.version) + self.previous + self.merkle
            + struct.pack("<III", self.time, self.bits, self.nonce)
        )

    @property
    def hash(self):
        return sha256d(self.header)

    def encode(self, with_witness=True):
        bodies = [
            transaction.encode(None if with_witness else False) for transaction in self.transactions
        ]
        return self.header + compact_size(len(bodies)) + b"".join(bodies)

    @property
    def target(self):
        return (self.bits & 0xFFFFFF) << 8 * ((self.bits >> 24) - 3)

    def solve(self):
        """Counts the nonce up until the hash is below the target; on regtest every second one is."""
        while int.from_bytes(self.hash, "little") > self.target:
            self.nonce += 1
