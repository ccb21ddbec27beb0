"""What a node relays, beyond consensus: sizes, standard scripts, dust, fees.

This is OURS, written after Bitcoin Core's defaults (30.x): consensus code has no policy. Not
checked here: policy flags of scripts (low S and the like), signature operations, clusters.
"""

import scripts

MIN_RELAY_FEE = 100  # sat per 1,000 vbytes
INCREMENTAL_FEE = 100
DUST_FEE = 3000
MAX_STANDARD_WEIGHT = 400_000
MIN_STANDARD_SIZE = 65
MAX_SCRIPT_SIG = 1650
MAX_DATA_CARRIER = 100_000
MAX_CLUSTER = 64


def fee_for(rate, vsize):
    """The fee in satoshis of a rate per 1,000 vbytes, rounded up."""
    return -(-rate * vsize // 1000)


def is_dust(output):
    """Whether spending the output costs more than it is worth at the dust rate."""
    if output.script[:1] == b"\x6a" or len(output.script) > 10_000:
        return False
    size = len(output.encode())
    size += 67 if scripts.witness_program(output.script) else 148
    return output.value < fee_for(DUST_FEE, size)


def why_not_standard(transaction):
    """(reason, details) by which the transaction alone is not standard; None when it is."""
    if not 1 <= transaction.version <= 3:
        return "version", ""
    if transaction.weight > MAX_STANDARD_WEIGHT:
        return "tx-size", ""
    for item in transaction.vin:
        if len(item.script) > MAX_SCRIPT_SIG:
            return "scriptsig-size", ""
        if any(opcode is None or opcode > 0x60 for opcode, _ in scripts.operations(item.script)):
            return "scriptsig-not-pushonly", ""
    carried = dust = 0
    for output in transaction.vout:
        what = scripts.kind(output.script)
        if what == "nonstandard":
            return "scriptpubkey", ""
        if what == "multisig" and len(scripts.multisig(output.script)[1]) > 3:
            return "scriptpubkey", ""
        if what == "nulldata":
            carried += len(output.script)
        elif is_dust(output):
            dust += 1
    if carried > MAX_DATA_CARRIER:
        return "datacarrier", ""
    if dust > 1:
        return "dust", ""
    if len(transaction.encode(with_witness=False)) < MIN_STANDARD_SIZE:
        return "tx-size-small", ""
    return None


def inputs_not_standard(transaction, coins):
    """(reason, details) by which the coins spent are not standard; None when they are."""
    for index, (item, coin) in enumerate(zip(transaction.vin, coins)):
        what = scripts.kind(coin.script)
        if what in ("nonstandard", "witness_unknown"):
            return "bad-txns-nonstandard-inputs", f"input {index}: script unknown"
        if item.witness and what == "anchor":
            return "bad-witness-nonstandard", ""
    return None
