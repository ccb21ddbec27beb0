"""Signature hashes of all three kinds, written from the BIPs and from nobody's program."""

import struct

from wire import compact_size, sha256, sha256d, var_bytes

ONE = (1).to_bytes(32, "little")


def tagged(tag, data):
    prefix = sha256(tag.encode())
    return sha256(prefix + prefix + data)


def outpoint(item):
    return item.txid + struct.pack("<I", item.vout)


def without_separators(script):
    """A script without OP_CODESEPARATOR, up to the first push that is cut off."""
    kept, start, at = b"", 0, 0
    while at < len(script):
        opcode, here = script[at], at
        at += 1
        if 1 <= opcode <= 75:
            at += opcode
        elif 76 <= opcode <= 78:
            width = 1 << opcode - 76
            at += width + int.from_bytes(script[at : at + width], "little")
        if at > len(script):
            break
        if opcode == 0xAB:
            kept, start = kept + script[start:here], at
    return kept + script[start:]


def legacy(transaction, index, script_code, kind):
    base = kind & 0x1F
    if base == 3 and index >= len(transaction.vout):
        return ONE
    script_code = without_separators(script_code)
    parts = [struct.pack("<i", transaction.version)]
    chosen = [index] if kind & 0x80 else range(len(transaction.vin))
    parts.append(compact_size(len(chosen)))
    for position in chosen:
        item = transaction.vin[position]
        sequence = item.sequence if position == index or base not in (2, 3) else 0
        script = script_code if position == index else b""
        parts.append(outpoint(item) + var_bytes(script) + struct.pack("<I", sequence))
    if base == 2:
        parts.append(b"\0")
    elif base == 3:
        blank = struct.pack("<q", -1) + b"\0"
        parts.append(compact_size(index + 1) + blank * index + transaction.vout[index].encode())
    else:
        parts.append(compact_size(len(transaction.vout)))
        parts.extend(output.encode() for output in transaction.vout)
    parts.append(struct.pack("<II", transaction.locktime, kind))
    return sha256d(b"".join(parts))


def segwit_v0(transaction, index, script_code, value, kind):
    base, alone = kind & 0x1F, kind & 0x80
    item = transaction.vin[index]
    prevouts = sequences = outputs = bytes(32)
    if not alone:
        prevouts = sha256d(b"".join(map(outpoint, transaction.vin)))
        if base not in (2, 3):
            sequences = sha256d(b"".join(struct.pack("<I", one.sequence) for one in transaction.vin))
    if base not in (2, 3):
        outputs = sha256d(b"".join(output.encode() for output in transaction.vout))
    elif base == 3 and index < len(transaction.vout):
        outputs = sha256d(transaction.vout[index].encode())
    return sha256d(
        struct.pack("<i", transaction.version) + prevouts + sequences + outpoint(item)
        + var_bytes(script_code) + struct.pack("<qI", value, item.sequence) + outputs
        + struct.pack("<II", transaction.locktime, kind))


def taproot(transaction, index, spent, kind, annex=None, leaf=None, separator=0xFFFFFFFF):
    """The hash of BIP-341, or None for types and indices it does not define."""
    if kind not in (0, 1, 2, 3, 0x81, 0x82, 0x83):
        return None
    base = kind & 3
    if base == 3 and index >= len(transaction.vout):
        return None
    parts = [bytes([0, kind]), struct.pack("<iI", transaction.version, transaction.locktime)]
    if not kind & 0x80:
        parts.append(sha256(b"".join(map(outpoint, transaction.vin))))
        parts.append(sha256(b"".join(struct.pack("<q", value) for value, _ in spent)))
        parts.append(sha256(b"".join(var_bytes(script) for _, script in spent)))
        parts.append(sha256(b"".join(struct.pack("<I", one.sequence) for one in transaction.vin)))
    if base < 2:
        parts.append(sha256(b"".join(output.encode() for output in transaction.vout)))
    parts.append(bytes([(2 if leaf else 0) + (1 if annex is not None else 0)]))
    if kind & 0x80:
        item, (value, script) = transaction.vin[index], spent[index]
        parts.append(outpoint(item) + struct.pack("<q", value) + var_bytes(script))
        parts.append(struct.pack("<I", item.sequence))
    else:
        parts.append(struct.pack("<I", index))
    if annex is not None:
        parts.append(sha256(var_bytes(annex)))
    if base == 3:
        parts.append(sha256(transaction.vout[index].encode()))
    if leaf:
        parts.append(leaf + b"\0" + struct.pack("<I", separator))
    return tagged("TapSighash", b"".join(parts))
