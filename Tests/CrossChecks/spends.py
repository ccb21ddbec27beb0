"""Whole spends of every kind: a transaction, the coins it spends, the input in question."""

import random

import sighash
from keys import ORDER, Key, der
from mutations import mutate, relaxed
from programs import LEGACY, SUCCESS, TAP, V0, Program, Promise, pushed
from sighash import tagged
from wire import Transaction, TxIn, TxOut, hash160, sha256, var_bytes

ALL_FLAGS = 1 << 0 | 1 << 2 | 1 << 4 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 17


class Spend:
    def __init__(self, rng):
        self.rng = rng
        self.flags = ALL_FLAGS
        self.mutations = 0
        inputs, outputs = rng.randrange(1, 4), rng.randrange(1, 4)
        self.transaction = Transaction(
            rng.choice([1, 2, 2, 3]),
            [
                TxIn(rng.randbytes(32), rng.randrange(4), b"", rng.choice(
                    [0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0, 5, 1 << 22 | 3, 1 << 31]))
                for _ in range(inputs)
            ],
            [TxOut(rng.randrange(1 << 40), rng.randbytes(rng.choice([0, 22, 34]))) for _ in range(outputs)],
            rng.choice([0, 7, 400_000, 500_000_000, 1_700_000_000]))
        self.index = rng.randrange(inputs)
        self.spent = [(rng.randrange(1 << 40), rng.randbytes(rng.choice([0, 22, 34]))) for _ in range(inputs)]
        self.keys = [Key(rng.randrange(1, 1 << 250)) for _ in range(4)]

    @property
    def input(self):
        return self.transaction.vin[self.index]

    @property
    def value(self):
        return self.spent[self.index][0]

    def lock(self, script):
        self.spent[self.index] = (self.value, script)

    def sign(self, promise, version, script, annex=None, leaf=None):
        """Makes a promised signature; `script` is the whole script that is run."""
        if not isinstance(promise, Promise):
            return promise
        if promise.is_empty:
            return b""
        position, offset = promise.separator
        kind = promise.kind
        if version == TAP:
            digest = sighash.taproot(
                self.transaction, self.index, self.spent, kind, annex, leaf, position)
            return promise.key.schnorr(digest) + (bytes([kind]) if kind else b"")
        if version == V0:
            digest = sighash.segwit_v0(self.transaction, self.index, script[offset:], self.value, kind)
        else:
            digest = sighash.legacy(self.transaction, self.index, script[offset:], kind)
        r, s = promise.key.ecdsa(digest)
        if self.rng.random() < 0.1:
            # A high s is valid by consensus.
            s = ORDER - s
        return der(r, s) + bytes([kind])

    def program(self, version, fragments=None):
        fragments = self.rng.randrange(1, 5) if fragments is None else fragments
        return Program(self.rng, version, self.keys, self.transaction, self.index).write(fragments)

    def encoded(self):
        return self.transaction.encode().hex()


def filled(spend, program, version, script):
    return [spend.sign(item, version, script) for item in program.witness]


# One function a family; each returns a spend that is meant to be valid, or nearly so.


def bare(rng):
    spend = Spend(rng)
    program = spend.program(LEGACY)
    spend.lock(program.bytes)
    spend.input.script = b"".join(pushed(item) for item in filled(spend, program, LEGACY, program.bytes))
    return spend


def key_hash(rng):
    spend = Spend(rng)
    key = spend.keys[0]
    public = rng.choice([key.compressed, key.uncompressed, key.hybrid])
    script = b"\x76\xa9\x14" + hash160(public) + b"\x88\xac"
    if rng.random() < 0.3:
        script = pushed(public) + b"\xac"
    spend.lock(script)
    kind = rng.choice([1, 1, 2, 3, 0x81, 0x82, 0x83, rng.randrange(256)])
    signature = spend.sign(Promise(key, (0, 0), kind), LEGACY, script)
    spend.input.script = pushed(signature) + (pushed(public) if script[0] == 0x76 else b"")
    return spend


def lax_signature(rng):
    """A signature in a form from before BIP-66, under the rules of that time."""
    spend = Spend(rng)
    key = spend.keys[0]
    script = pushed(key.compressed) + b"\xac"
    spend.lock(script)
    signature = relaxed(rng, spend.sign(Promise(key, (0, 0), rng.choice([1, 2, 0x83])), LEGACY, script))
    spend.input.script = pushed(signature)
    spend.flags = rng.choice([0, 1, 1, 1 | 1 << 9 | 1 << 10, ALL_FLAGS])
    return spend


def script_hash(rng):
    spend = Spend(rng)
    program = spend.program(LEGACY)
    spend.lock(b"\xa9\x14" + hash160(program.bytes) + b"\x87")
    items = filled(spend, program, LEGACY, program.bytes) + [program.bytes]
    spend.input.script = b"".join(pushed(item) for item in items)
    return spend


def nest(spend):
    """Wraps a witness output in P2SH."""
    program = spend.spent[spend.index][1]
    spend.lock(b"\xa9\x14" + hash160(program) + b"\x87")
    spend.input.script = pushed(program)


def witness_key_hash(rng):
    spend = Spend(rng)
    key = spend.keys[0]
    public = rng.choice([key.compressed] * 3 + [key.uncompressed])
    spend.lock(b"\0\x14" + hash160(public))
    kind = rng.choice([1, 1, 2, 3, 0x81, 0x82, 0x83, rng.randrange(256)])
    code = b"\x76\xa9\x14" + hash160(public) + b"\x88\xac"
    spend.input.witness = [spend.sign(Promise(key, (0, 0), kind), V0, code), public]
    if rng.random() < 0.4:
        nest(spend)
    return spend


def witness_script_hash(rng):
    spend = Spend(rng)
    program = spend.program(V0)
    spend.lock(b"\0\x20" + sha256(program.bytes))
    spend.input.witness = filled(spend, program, V0, program.bytes) + [program.bytes]
    if rng.random() < 0.4:
        nest(spend)
    return spend


def some_annex(rng):
    return b"\x50" + rng.randbytes(rng.choice([0, 1, 32, 300])) if rng.random() < 0.25 else None


def key_path(rng):
    spend = Spend(rng)
    key, _ = spend.keys[0].tweaked(rng.choice([b"", rng.randbytes(32)]))
    spend.lock(b"\x51\x20" + key.x)
    annex = some_annex(rng)
    kinds = [0, 1, 2, 0x81, 0x82] + ([3, 0x83] if spend.index < len(spend.transaction.vout) else [])
    kind = rng.choice(kinds)
    digest = sighash.taproot(spend.transaction, spend.index, spend.spent, kind, annex)
    signature = key.schnorr(digest) + (bytes([kind]) if kind else b"")
    spend.input.witness = [signature] + ([annex] if annex is not None else [])
    return spend


def leaf_hash(version, script):
    return tagged("TapLeaf", bytes([version]) + var_bytes(script))


def script_path(rng):
    spend = Spend(rng)
    program = spend.program(TAP, rng.randrange(0, 6))
    script, version = program.bytes, 0xC0
    if rng.random() < 0.06:
        version = rng.choice([0xC2, 0xBE, 0x66, 0x50, 0xFE, 0x00])
    if rng.random() < 0.08:
        at = rng.randrange(len(script) + 1)
        script = script[:at] + bytes([rng.choice(SUCCESS)]) + script[at:]
    leaf = leaf_hash(version, script)
    root, path = leaf, []
    for _ in range(rng.choice([0, 0, 1, 2, 5, 128])):
        sibling = rng.randbytes(32)
        path.append(sibling)
        root = tagged("TapBranch", min(root, sibling) + max(root, sibling))
    output, odd = spend.keys[0].tweaked(root)
    spend.lock(b"\x51\x20" + output.x)
    annex = some_annex(rng)
    items = [spend.sign(item, TAP, script, annex, leaf) for item in program.witness]
    control = bytes([version | odd]) + spend.keys[0].x + b"".join(path)
    spend.input.witness = items + [script, control] + ([annex] if annex is not None else [])
    return spend


def budget(rng):
    """One leaf that checks a signature again and again, around the weight that is paid for."""
    spend = Spend(rng)
    program = Program(rng, TAP, spend.keys, spend.transaction, spend.index)
    key = spend.keys[1]
    program.need(program.promise(key))
    for _ in range(rng.randrange(0, 9)):
        program.op(0x76)
        program.push(key.x)
        program.op(0xAC, 0x69)
    if rng.random() < 0.5:
        for _ in range(rng.randrange(1, 60)):
            program.op(0x61)
    program.push(key.x)
    program.op(0xAC)
    for _ in range(rng.randrange(3)):
        # Unknown kinds of keys cost the same.
        program.push(b"\1")
        program.push(b"\2\2")
        program.op(0xAD)
    leaf = leaf_hash(0xC0, program.bytes)
    output, odd = spend.keys[0].tweaked(leaf)
    spend.lock(b"\x51\x20" + output.x)
    annex = some_annex(rng)
    items = [spend.sign(item, TAP, program.bytes, annex, leaf) for item in program.witness]
    control = bytes([0xC0 | odd]) + spend.keys[0].x
    spend.input.witness = items + [program.bytes, control] + ([annex] if annex is not None else [])
    return spend


FAMILIES = {
    "bare": (bare, 1500), "key hash": (key_hash, 800), "script hash": (script_hash, 1200),
    "lax signature": (lax_signature, 600),
    "witness key hash": (witness_key_hash, 800), "witness script hash": (witness_script_hash, 1500),
    "taproot key path": (key_path, 1000), "tapscript": (script_path, 3600),
    "tapscript budget": (budget, 600),
}


def generate(seed):
    """Every spend with its name; the same ones for the same seed."""
    for family, (build, count) in FAMILIES.items():
        for number in range(count):
            rng = random.Random(f"{seed}/{family}/{number}")
            spend = build(rng)
            # A quarter stays as it is, so that many are valid.
            for _ in range(rng.choice([0, 1, 1, 2])):
                mutate(rng, spend)
            yield f"{family.replace(' ', '-')}/{number}", spend
