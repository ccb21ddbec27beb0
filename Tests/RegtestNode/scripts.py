"""Scripts, addresses of regtest, and descriptors, as far as the node must name them."""

import re

from embit import base58, bech32
from embit.descriptor import Descriptor
from embit.descriptor.checksum import add_checksum, checksum
from embit.networks import NETWORKS

from wire import hash160

REGTEST = NETWORKS["regtest"]

NAMES = {
    0x4F: "-1", 0x50: "OP_RESERVED", 0x61: "OP_NOP", 0x63: "OP_IF", 0x64: "OP_NOTIF",
    0x67: "OP_ELSE", 0x68: "OP_ENDIF", 0x69: "OP_VERIFY", 0x6A: "OP_RETURN",
    0x6B: "OP_TOALTSTACK", 0x6C: "OP_FROMALTSTACK", 0x6D: "OP_2DROP", 0x6E: "OP_2DUP",
    0x73: "OP_IFDUP", 0x74: "OP_DEPTH", 0x75: "OP_DROP", 0x76: "OP_DUP", 0x77: "OP_NIP",
    0x78: "OP_OVER", 0x7B: "OP_ROT", 0x7C: "OP_SWAP", 0x7D: "OP_TUCK", 0x82: "OP_SIZE",
    0x87: "OP_EQUAL", 0x88: "OP_EQUALVERIFY", 0x9A: "OP_BOOLAND", 0x9B: "OP_BOOLOR",
    0xA6: "OP_RIPEMD160", 0xA7: "OP_SHA1", 0xA8: "OP_SHA256", 0xA9: "OP_HASH160",
    0xAA: "OP_HASH256", 0xAB: "OP_CODESEPARATOR", 0xAC: "OP_CHECKSIG",
    0xAD: "OP_CHECKSIGVERIFY", 0xAE: "OP_CHECKMULTISIG", 0xAF: "OP_CHECKMULTISIGVERIFY",
    0xB1: "OP_CHECKLOCKTIMEVERIFY", 0xB2: "OP_CHECKSEQUENCEVERIFY", 0xBA: "OP_CHECKSIGADD",
}


class Refused(Exception):
    """An address or a descriptor that is none."""


def operations(script):
    """The (opcode, data) of a script; data is None for opcodes that push nothing of their own.

    A push that is cut off ends the list with (None, None).
    """
    found, at = [], 0
    while at < len(script):
        opcode = script[at]
        at += 1
        if opcode > 78:
            found.append((opcode, None))
            continue
        size = opcode
        if opcode > 75:
            width = 1 << (opcode - 76)
            size = int.from_bytes(script[at : at + width], "little")
            at += width
        if at + size > len(script):
            found.append((None, None))
            break
        found.append((opcode, script[at : at + size]))
        at += size
    return found


def number(data):
    value = int.from_bytes(data, "little")
    if data and data[-1] & 0x80:
        return -(value & ~(0x80 << 8 * (len(data) - 1)))
    return value


SIGHASH_NAMES = {
    1: "ALL", 2: "NONE", 3: "SINGLE", 0x81: "ALL|ANYONECANPAY", 0x82: "NONE|ANYONECANPAY",
    0x83: "SINGLE|ANYONECANPAY",
}


def assembly(script, decode_signatures=False):
    words = []
    for opcode, data in operations(script):
        if opcode is None:
            words.append("[error]")
        elif data is not None:
            if len(data) <= 4:
                words.append(str(number(data)))
            elif decode_signatures and data[0] == 0x30 and 9 <= len(data) <= 73 and data[-1] in SIGHASH_NAMES:
                words.append(data[:-1].hex() + "[" + SIGHASH_NAMES[data[-1]] + "]")
            else:
                words.append(data.hex())
        elif 0x51 <= opcode <= 0x60:
            words.append(str(opcode - 0x50))
        else:
            words.append(NAMES.get(opcode, "OP_UNKNOWN"))
    return " ".join(words)


def witness_program(script):
    """(version, program) of a witness output, or None."""
    if 4 <= len(script) <= 42 and script[1] == len(script) - 2:
        if script[0] == 0 or 0x51 <= script[0] <= 0x60:
            return (script[0] and script[0] - 0x50), script[2:]
    return None


def is_key(data):
    return data is not None and (
        (len(data) == 33 and data[0] in (2, 3)) or (len(data) == 65 and data[0] in (4, 6, 7))
    )


def multisig(script):
    """(threshold, keys) of bare multisig, or None."""
    found = operations(script)
    if len(found) < 4 or found[-1] != (0xAE, None):
        return None
    keys = [data for _, data in found[1:-2]]
    small = [opcode - 0x50 if data is None else number(data) for opcode, data in (found[0], found[-2])]
    if all(is_key(key) for key in keys) and small[1] == len(keys) and 1 <= small[0] <= small[1] <= 20:
        return small[0], keys
    return None


def kind(script):
    """Bitcoin Core's name of the type of a locking script."""
    program = witness_program(script)
    if program:
        version, data = program
        if version == 0:
            return {20: "witness_v0_keyhash", 32: "witness_v0_scripthash"}.get(len(data), "nonstandard")
        if version == 1 and len(data) == 32:
            return "witness_v1_taproot"
        if version == 1 and data == b"\x4e\x73":
            return "anchor"
        return "witness_unknown"
    if len(script) == 23 and script[:2] == b"\xa9\x14" and script[22] == 0x87:
        return "scripthash"
    if len(script) == 25 and script[:3] == b"\x76\xa9\x14" and script[23:] == b"\x88\xac":
        return "pubkeyhash"
    if script[:1] == b"\x6a":
        rest = operations(script[1:])
        pushes = all(opcode is not None and opcode <= 0x60 for opcode, _ in rest)
        return "nulldata" if pushes else "nonstandard"
    found = operations(script)
    if len(found) == 2 and is_key(found[0][1]) and found[1] == (0xAC, None):
        return "pubkey"
    return "multisig" if multisig(script) else "nonstandard"


def address(script):
    program = witness_program(script)
    if program and kind(script) != "nonstandard":
        return bech32.encode(REGTEST["bech32"], program[0], program[1])
    if kind(script) == "scripthash":
        return base58.encode_check(REGTEST["p2sh"] + script[2:22])
    if kind(script) == "pubkeyhash":
        return base58.encode_check(REGTEST["p2pkh"] + script[3:23])
    return None


def script_of_address(text):
    """The script of a regtest address; raises `Refused` with Bitcoin Core's words."""
    if text.lower().startswith(REGTEST["bech32"] + "1"):
        version, program = bech32.decode(REGTEST["bech32"], text)
        if version is None:
            raise Refused("Invalid Bech32 address")
        return bytes([version and version + 0x50, len(program)]) + bytes(program)
    try:
        data = base58.decode_check(text)
    except Exception:
        raise Refused("Invalid or unsupported Segwit (Bech32) or Base58 encoding.") from None
    if len(data) == 21 and data[:1] == REGTEST["p2pkh"]:
        return b"\x76\xa9\x14" + data[1:] + b"\x88\xac"
    if len(data) == 21 and data[:1] == REGTEST["p2sh"]:
        return b"\xa9\x14" + data[1:] + b"\x87"
    raise Refused("Invalid or unsupported Base58-encoded address.")


def inferred_descriptor(script):
    """The descriptor that Bitcoin Core infers from a locking script alone, with its checksum."""
    what = kind(script)
    if what == "pubkey":
        return add_checksum(f"pk({operations(script)[0][1].hex()})")
    if what == "witness_v1_taproot":
        return add_checksum(f"rawtr({script[2:].hex()})")
    if what == "multisig":
        threshold, keys = multisig(script)
        return add_checksum(f"multi({threshold},{','.join(key.hex() for key in keys)})")
    place = address(script)
    return add_checksum(f"addr({place})" if place else f"raw({script.hex()})")


def described(script):
    """The object by which every answer shows a locking script."""
    shown = {"asm": assembly(script), "desc": inferred_descriptor(script), "hex": script.hex()}
    place = address(script)
    if place:
        shown["address"] = place
    shown["type"] = kind(script)
    return shown


class ParsedDescriptor:
    """A descriptor that gives scripts: `addr`, `raw`, or what embit reads."""

    def __init__(self, text):
        body, mark, given = text.partition("#")
        if mark and given != checksum(body):
            if len(given) != 8:
                raise Refused(f"Expected 8 character checksum, not {len(given)} characters")
            raise Refused(
                f"Provided checksum '{given}' does not match computed checksum '{checksum(body)}'")
        self.body = body
        self.has_checksum = bool(mark)
        self.fixed = None
        self.inner = None
        if body.startswith("addr(") and body.endswith(")"):
            try:
                self.fixed = script_of_address(body[5:-1])
            except Refused:
                raise Refused("Address is not valid") from None
        elif body.startswith("raw(") and body.endswith(")"):
            try:
                self.fixed = bytes.fromhex(body[4:-1])
            except ValueError:
                raise Refused("Raw script is not hex") from None
        elif body.startswith("rawtr(") and body.endswith(")") and len(body) == 71:
            self.fixed = b"\x51\x20" + bytes.fromhex(body[6:-1])
        elif body.startswith("combo("):
            raise Refused("combo() is not known to the regtest node")
        else:
            try:
                self.inner = Descriptor.from_string(body)
            except Exception:
                raise Refused(f"'{body}' is not a valid descriptor function") from None

    @property
    def branches(self):
        return self.inner.num_branches if self.inner else 1

    @property
    def is_ranged(self):
        return bool(self.inner) and self.inner.is_wildcard

    @property
    def is_solvable(self):
        return self.inner is not None

    @property
    def has_private_keys(self):
        return bool(self.inner) and any(key.is_private for key in self.inner.keys)

    @property
    def checksum(self):
        return checksum(self.body)

    def script(self, index=0, branch=0):
        if self.fixed is not None:
            return self.fixed
        derived = self.inner.derive(index, branch_index=branch if self.branches > 1 else None)
        return derived.script_pubkey().data

    def expansion(self, branch=0):
        """The descriptor of one branch without private keys, with its checksum."""
        text = self.body
        if self.has_private_keys:
            text = str(self.inner.to_public()).partition("#")[0]
        return add_checksum(re.sub("<[^>]*>", lambda found: found[0][1:-1].split(";")[branch], text))
