"""Calls that look for scripts: descriptors, scans of blocks and of the coins."""

import scripts
from answers import ADDRESS_OR_KEY, MISC, PARAMETER, Money, RPCError, parsed_hash, shown_hash

DEFAULT_RANGE = 1000
MAX_RANGE = 1_000_000


def parsed(text, needs_checksum=False):
    try:
        descriptor = scripts.ParsedDescriptor(text)
    except scripts.Refused as error:
        raise RPCError(ADDRESS_OR_KEY, str(error)) from None
    if needs_checksum and not descriptor.has_checksum:
        raise RPCError(ADDRESS_OR_KEY, "Missing checksum")
    return descriptor


def parsed_range(value):
    first, last = (0, value) if isinstance(value, int) else value
    if first < 0:
        raise RPCError(PARAMETER, "Range should be greater or equal than 0")
    if last < first:
        raise RPCError(PARAMETER, "Range specified as [begin,end] must not have begin after end")
    if last - first >= MAX_RANGE:
        raise RPCError(PARAMETER, "Range is too large")
    return first, last


def wanted_scripts(objects):
    """The scripts of scan objects, each with the descriptor that gives it."""
    found = {}
    for item in objects:
        text = item["desc"] if isinstance(item, dict) else item
        first, last = 0, DEFAULT_RANGE
        if isinstance(item, dict) and "range" in item:
            first, last = parsed_range(item["range"])
        descriptor = parsed(text)
        if not descriptor.is_ranged:
            first = last = 0
        for branch in range(descriptor.branches):
            for index in range(first, last + 1):
                script = descriptor.script(index, branch)
                found.setdefault(script, scripts.inferred_descriptor(script))
    return found


class ScanCalls:
    """Needs `chain`, `mempool` and `has_filters` of the node."""

    def getdescriptorinfo(self, descriptor):
        read = parsed(descriptor)
        shown = {"descriptor": read.expansion(0)}
        if read.branches > 1:
            shown["multipath_expansion"] = [read.expansion(n) for n in range(read.branches)]
        shown.update({
            "checksum": read.checksum, "isrange": read.is_ranged, "issolvable": read.is_solvable,
            "hasprivatekeys": read.has_private_keys,
        })
        return shown

    def deriveaddresses(self, descriptor, range=None):
        read = parsed(descriptor, needs_checksum=True)
        if range is None and read.is_ranged:
            raise RPCError(PARAMETER, "Range must be specified for a ranged descriptor")
        if range is not None and not read.is_ranged:
            raise RPCError(PARAMETER, "Range should not be specified for an un-ranged descriptor")
        first, last = parsed_range(range) if range is not None else (0, 0)
        lists = []
        for branch in _count(read.branches):
            places = []
            for index in _count(last + 1)[first:]:
                place = scripts.address(read.script(index, branch))
                if place is None:
                    raise RPCError(
                        ADDRESS_OR_KEY, "Descriptor does not have a corresponding address")
                places.append(place)
            lists.append(places)
        return lists[0] if read.branches == 1 else lists

    def scanblocks(
        self, action, scanobjects=None, start_height=0, stop_height=None, filtertype="basic",
        options=None,
    ):
        if action == "status":
            return None
        if action == "abort":
            return False
        if action != "start":
            raise RPCError(PARAMETER, f"Invalid action '{action}'")
        if not self.has_filters:
            raise RPCError(MISC, "Index is not enabled for filtertype basic")
        if not 0 <= start_height <= self.chain.height:
            raise RPCError(MISC, "Invalid start_height")
        stop = self.chain.height if stop_height is None else stop_height
        if not start_height <= stop <= self.chain.height:
            raise RPCError(MISC, "Invalid stop_height")
        wanted = wanted_scripts(scanobjects or [])
        relevant = []
        for indexed in self.chain.blocks[start_height : stop + 1]:
            made = (output.script for item in indexed.block.transactions for output in item.vout)
            spent = (coin.script for coins in indexed.spent for coin in coins)
            if any(script in wanted for script in made) or any(script in wanted for script in spent):
                relevant.append(shown_hash(indexed.hash))
        return {
            "from_height": start_height, "to_height": stop, "relevant_blocks": relevant,
            "completed": True,
        }

    def getdescriptoractivity(self, blockhashes=(), scanobjects=(), include_mempool=True):
        wanted = wanted_scripts(scanobjects)
        chosen = []
        for text in blockhashes:
            indexed = self.chain.find(parsed_hash(text, "blockhash"))
            if indexed is None:
                raise RPCError(ADDRESS_OR_KEY, "Block not found")
            chosen.append(indexed)
        activity = []
        for indexed in sorted(set(chosen), key=lambda item: item.height):
            place = {"blockhash": shown_hash(indexed.hash), "height": indexed.height}
            for transaction, coins in zip(indexed.block.transactions, indexed.spent):
                activity += self._events(transaction, coins, wanted, place)
        if include_mempool:
            for entry in self.mempool.in_order():
                coins = [self.mempool.coin(item.outpoint) for item in entry.transaction.vin]
                activity += self._events(entry.transaction, coins, wanted, {})
        return {"activity": activity}

    @staticmethod
    def _events(transaction, coins, wanted, place):
        txid = shown_hash(transaction.txid)
        for index, (item, coin) in enumerate(zip(transaction.vin, coins)):
            if coin.script in wanted:
                yield {
                    "type": "spend", "amount": Money(coin.value), **place, "spend_txid": txid,
                    "spend_vin": index, "prevout_txid": shown_hash(item.txid),
                    "prevout_vout": item.vout, "prevout_spk": scripts.described(coin.script),
                }
        for vout, output in enumerate(transaction.vout):
            if output.script in wanted:
                yield {
                    "type": "receive", "amount": Money(output.value), **place, "txid": txid,
                    "vout": vout, "output_spk": scripts.described(output.script),
                }

    def scantxoutset(self, action, scanobjects=None):
        if action == "status":
            return None
        if action == "abort":
            return False
        if action != "start":
            raise RPCError(PARAMETER, f"Invalid action '{action}'")
        if scanobjects is None:
            raise RPCError(MISC, "scanobjects argument is required for the start action")
        wanted = wanted_scripts(scanobjects)
        unspents = []
        for (txid, vout), coin in sorted(self.chain.coins.items()):
            if coin.script in wanted:
                unspents.append({
                    "txid": shown_hash(txid), "vout": vout, "scriptPubKey": coin.script.hex(),
                    "desc": wanted[coin.script], "amount": Money(coin.value),
                    "coinbase": coin.is_coinbase, "height": coin.height,
                    "blockhash": shown_hash(self.chain.blocks[coin.height].hash),
                    "confirmations": self.chain.height - coin.height + 1,
                })
        return {
            "success": True, "txouts": len(self.chain.coins), "height": self.chain.height,
            "bestblock": shown_hash(self.chain.tip.hash), "unspents": unspents,
            "total_amount": Money(sum(int(item["amount"]) for item in unspents)),
        }


# `range` is an argument of deriveaddresses, by its name in the protocol.
_count = range
