"""Changes to a spend, small and large: some leave it valid, most do not."""

from programs import SUCCESS, pushed


def flipped(rng, data):
    if not data:
        return rng.randbytes(1)
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def edited(rng, data):
    """Bytes with one of them changed, taken away, added, or the end cut off."""
    at = rng.randrange(len(data) + 1)
    what = rng.randrange(5)
    if what == 0:
        return data[:at] + rng.randbytes(rng.randrange(1, 4)) + data[at:]
    if what == 1:
        return data[:at] + data[at + 1 :]
    if what == 2:
        return data[:at]
    if what == 3:
        return data + rng.choice([b"\0", b"\1", b"\x83", rng.randbytes(1)])
    return flipped(rng, data)


def relaxed(rng, signature):
    """The same DER numbers written in a way that only older rules allow."""
    if len(signature) < 9 or signature[0] != 0x30:
        return edited(rng, signature)
    body, kind = signature[:-1], signature[-1:]
    what = rng.randrange(8)
    if what == 0:
        # A longer length of the sequence.
        return b"\x30\x81" + body[1:2] + body[2:] + kind
    if what == 1:
        # A padded r.
        size = body[3]
        return b"\x30" + bytes([body[1] + 1, 2, size + 1, 0]) + body[4:] + kind
    if what == 2:
        # Something behind s.
        return b"\x30" + bytes([body[1] + 1]) + body[2:] + b"\0" + kind
    if what == 3:
        # A wrong length of the sequence.
        return b"\x30" + bytes([(body[1] + 7) & 0x7F]) + body[2:] + kind
    if what == 4:
        # A longer length of r, with zeros in front.
        return body[:3] + rng.choice([b"\x81", b"\x82\0", b"\x85\0\0\0\0"]) + body[3:] + kind
    if what == 5:
        # A length of the sequence in bytes that nobody reads.
        return b"\x30\x84" + rng.randbytes(4) + body[2:] + kind
    if what == 6:
        # A number above the order.
        size = body[3]
        return body[:3] + b"\x21\0" + b"\xff" * 32 + body[4 + size :] + kind
    return b"\x30" + bytes([body[1]]) + flipped(rng, body[2:]) + kind


def items_of(script):
    """What an input script pushes, or None when it does more."""
    items, at = [], 0
    while at < len(script):
        opcode = script[at]
        at += 1
        if 0x51 <= opcode <= 0x60:
            items.append(bytes([opcode - 0x50]))
            continue
        if opcode > 78:
            return None
        size = opcode
        if opcode > 75:
            width = 1 << opcode - 76
            size = int.from_bytes(script[at : at + width], "little")
            at += width
        items.append(script[at : at + size])
        at += size
    return items


def mutate_items(rng, items):
    """Changes one of the elements that unlock, or their order."""
    items = list(items)
    if not items:
        return [rng.randbytes(rng.choice([0, 1, 64]))]
    at = rng.randrange(len(items))
    what = rng.randrange(9)
    if what == 0:
        items.pop(at)
    elif what == 1:
        items.insert(at, rng.choice([b"", b"\1", rng.randbytes(64), items[at]]))
    elif what == 2:
        other = rng.randrange(len(items))
        items[at], items[other] = items[other], items[at]
    elif what == 3:
        items[at] = b""
    elif what == 4:
        items[at] = relaxed(rng, items[at])
    elif what == 5 and items[at]:
        items[at] = items[at][:-1] + rng.choice([b"\0", b"\1", b"\2", b"\3", b"\x81", b"\x83", b"\x84"])
    elif what == 6:
        items.append(b"\x50" + rng.randbytes(rng.choice([0, 3])))
    else:
        items[at] = edited(rng, items[at])
    return items


def mutate(rng, spend):
    spend.mutations += 1
    what = rng.randrange(20)
    item = spend.input
    transaction = spend.transaction
    if what < 11:
        if item.witness:
            item.witness = mutate_items(rng, item.witness)
        else:
            items = items_of(item.script)
            if items is not None and rng.random() < 0.8:
                item.script = b"".join(pushed(one) for one in mutate_items(rng, items))
            else:
                item.script = edited(rng, item.script)
    elif what == 11:
        value, script = spend.spent[spend.index]
        spend.spent[spend.index] = (value, edited(rng, script))
    elif what == 12:
        value, script = spend.spent[spend.index]
        spend.spent[spend.index] = (value ^ 1 << rng.randrange(40), script)
    elif what == 13:
        transaction.version ^= 1 << rng.randrange(31)
    elif what == 14:
        transaction.locktime ^= 1 << rng.randrange(32)
    elif what == 15:
        chosen = rng.choice(transaction.vin)
        chosen.sequence ^= 1 << rng.randrange(32)
    elif what == 16:
        chosen = rng.choice(transaction.vout)
        if rng.random() < 0.5:
            chosen.value ^= 1 << rng.randrange(40)
        else:
            chosen.script = edited(rng, chosen.script)
    elif what == 17:
        other = rng.randrange(len(spend.spent))
        value, script = spend.spent[other]
        spend.spent[other] = (value, edited(rng, script)) if rng.random() < 0.5 else (value ^ 1, script)
    elif what == 18 and item.witness:
        # The script itself, whose hash no longer fits, or an OP_SUCCESS that makes nothing better.
        at = rng.randrange(len(item.witness))
        item.witness[at] = item.witness[at] + bytes([rng.choice(SUCCESS)])
    else:
        spend.flags = weaker_flags(rng)


def weaker_flags(rng):
    """Some of the rules of consensus; witness needs P2SH, taproot needs witness."""
    flags = sum(1 << bit for bit in (2, 4, 9, 10) if rng.random() < 0.6)
    if rng.random() < 0.8:
        flags |= 1 << 0
        if rng.random() < 0.8:
            flags |= 1 << 11
            if rng.random() < 0.8:
                flags |= 1 << 17
    return flags
