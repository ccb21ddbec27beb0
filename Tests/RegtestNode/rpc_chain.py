"""Calls about blocks: what the chain is and what is in it."""

import struct

import filters
import packages
import scripts
from answers import ADDRESS_OR_KEY, PARAMETER, Money, RPCError, parsed_hash, shown_hash
from chain import HALVING_INTERVAL
from wire import compact_size, sha256d

TARGET_OF_ONE = 0xFFFF << 208


def difficulty(target):
    return TARGET_OF_ONE / target


def partial_merkle_tree(leaves, matches):
    """The part of a block's tree that leads to some of its transactions (merkleblock.h of Bitcoin Core)."""
    levels = [(leaves, matches)]
    while len(levels[-1][0]) > 1:
        hashes, wanted = levels[-1]
        pairs = range(0, len(hashes), 2)
        levels.append((
            [sha256d(hashes[i] + hashes[min(i + 1, len(hashes) - 1)]) for i in pairs],
            [any(wanted[i:i + 2]) for i in pairs]))
    bits, found = [], []

    def visit(height, position):
        hashes, wanted = levels[height]
        bits.append(wanted[position])
        if height == 0 or not wanted[position]:
            found.append(hashes[position])
            return
        for child in (2 * position, 2 * position + 1):
            if child < len(levels[height - 1][0]):
                visit(height - 1, child)

    visit(len(levels) - 1, 0)
    flags = bytes(
        sum(bit << place for place, bit in enumerate(bits[start:start + 8]))
        for start in range(0, len(bits), 8))
    return (
        struct.pack("<I", len(leaves)) + compact_size(len(found)) + b"".join(found)
        + compact_size(len(flags)) + flags)


class ChainCalls:
    """Needs `chain`, `mempool`, `has_filters` and `has_txindex` of the node."""

    def getblockcount(self):
        return self.chain.height

    def getbestblockhash(self):
        return shown_hash(self.chain.tip.hash)

    def getblockhash(self, height):
        if not isinstance(height, int) or not 0 <= height <= self.chain.height:
            raise RPCError(PARAMETER, "Block height out of range")
        return shown_hash(self.chain.blocks[height].hash)

    def getblockchaininfo(self):
        tip = self.chain.tip
        return {
            "chain": "regtest", "blocks": tip.height, "headers": tip.height,
            "bestblockhash": shown_hash(tip.hash), "bits": f"{tip.block.bits:08x}",
            "target": f"{tip.block.target:064x}", "difficulty": difficulty(tip.block.target),
            "time": tip.block.time, "mediantime": self.chain.median_time(),
            "verificationprogress": 1, "initialblockdownload": self.is_catching_up,
            "chainwork": f"{tip.work:064x}",
            "size_on_disk": sum(len(item.block.encode()) + 8 for item in self.chain.blocks),
            "pruned": False, "warnings": [],
        }

    def _indexed(self, block_hash):
        indexed = self.chain.find(parsed_hash(block_hash, "blockhash"))
        if indexed is None:
            raise RPCError(ADDRESS_OR_KEY, "Block not found")
        return indexed

    def _header(self, indexed):
        block, height = indexed.block, indexed.height
        header = {
            "hash": shown_hash(indexed.hash), "confirmations": self.chain.height - height + 1,
            "height": height, "version": block.version,
            "versionHex": f"{block.version & 0xFFFFFFFF:08x}",
            "merkleroot": shown_hash(block.merkle), "time": block.time,
            "mediantime": self.chain.median_time(height), "nonce": block.nonce,
            "bits": f"{block.bits:08x}", "target": f"{block.target:064x}",
            "difficulty": difficulty(block.target), "chainwork": f"{indexed.work:064x}",
            "nTx": len(block.transactions),
        }
        if height > 0:
            header["previousblockhash"] = shown_hash(block.previous)
        if height < self.chain.height:
            header["nextblockhash"] = shown_hash(self.chain.blocks[height + 1].hash)
        return header

    def getblockheader(self, blockhash, verbose=True):
        indexed = self._indexed(blockhash)
        return self._header(indexed) if verbose else indexed.block.header.hex()

    def gettxoutproof(self, txids, blockhash):
        """Core finds the block by itself where it can; here it has to be named."""
        indexed = self._indexed(blockhash)
        if not isinstance(txids, list) or not txids:
            raise RPCError(PARAMETER, "Parameter 'txids' cannot be empty")
        wanted = {parsed_hash(txid, "txid") for txid in txids}
        matches = [txid in wanted for txid in indexed.txids]
        if sum(matches) != len(wanted):
            raise RPCError(ADDRESS_OR_KEY, "Not all transactions found in specified or retrieved block")
        return (indexed.block.header + partial_merkle_tree(indexed.txids, matches)).hex()

    def getblock(self, blockhash, verbosity=1):
        indexed = self._indexed(blockhash)
        if verbosity in (0, False):
            return indexed.block.encode().hex()
        shown = self._header(indexed)
        size, stripped = len(indexed.block.encode()), len(indexed.block.encode(False))
        shown.update({"strippedsize": stripped, "size": size, "weight": 3 * stripped + size})
        if verbosity in (1, True):
            shown["tx"] = [shown_hash(txid) for txid in indexed.txids]
        else:
            shown["tx"] = [
                self.described(transaction, coins, with_prevouts=verbosity >= 3)
                for transaction, coins in zip(indexed.block.transactions, indexed.spent)
            ]
        return shown

    def getblockstats(self, hash_or_height, stats=None):
        """Without what it says of the size of the outputs."""
        if isinstance(hash_or_height, int):
            if hash_or_height < 0:
                raise RPCError(PARAMETER, f"Target block height {hash_or_height} is negative")
            if hash_or_height > self.chain.height:
                raise RPCError(
                    PARAMETER, f"Target block height {hash_or_height} after current tip {self.chain.height}")
            indexed = self.chain.blocks[hash_or_height]
        else:
            indexed = self._indexed(hash_or_height)
        everything = self._stats(indexed)
        for name in stats or ():
            if name not in everything:
                raise RPCError(PARAMETER, f"Invalid selected statistic '{name}'")
        return {name: everything[name] for name in sorted(stats or everything)}

    def _stats(self, indexed):
        paying = list(zip(indexed.block.transactions, indexed.spent))[1:]
        weights = [transaction.weight for transaction, _ in paying]
        sums = [sum(output.value for output in transaction.vout) for transaction, _ in paying]
        fees = [sum(coin.value for coin in coins) - out for (_, coins), out in zip(paying, sums)]
        rates = [4 * fee // weight for fee, weight in zip(fees, weights)]
        count, weight = len(paying), sum(weights)
        return {
            "avgfee": sum(fees) // count if count else 0, "avgfeerate": 4 * sum(fees) // weight if weight else 0,
            "blockhash": shown_hash(indexed.hash),
            "feerate_percentiles": packages.percentiles(list(zip(rates, weights))), "height": indexed.height,
            "ins": sum(len(transaction.vin) for transaction, _ in paying), "maxfee": max(fees, default=0),
            "maxfeerate": max(rates, default=0), "mediantime": self.chain.median_time(indexed.height),
            "minfee": min(fees, default=0), "minfeerate": min(rates, default=0),
            "outs": sum(len(transaction.vout) for transaction in indexed.block.transactions),
            "subsidy": 50 * 100_000_000 >> indexed.height // HALVING_INTERVAL, "time": indexed.block.time,
            "total_out": sum(sums), "total_size": sum(len(transaction.encode()) for transaction, _ in paying),
            "total_weight": weight, "totalfee": sum(fees), "txs": count + 1,
        }

    def described(self, transaction, coins=None, with_prevouts=False):
        """A transaction as the object that Bitcoin Core shows; the fee when `coins` are known."""
        vin = []
        for index, item in enumerate(transaction.vin):
            if item.is_null:
                shown = {"coinbase": item.script.hex()}
            else:
                shown = {
                    "txid": shown_hash(item.txid), "vout": item.vout,
                    "scriptSig": {
                        "asm": scripts.assembly(item.script, decode_signatures=True),
                        "hex": item.script.hex(),
                    },
                }
            if item.witness:
                shown["txinwitness"] = [element.hex() for element in item.witness]
            if with_prevouts and coins:
                coin = coins[index]
                shown["prevout"] = {
                    "generated": coin.is_coinbase, "height": coin.height,
                    "value": Money(coin.value), "scriptPubKey": scripts.described(coin.script),
                }
            shown["sequence"] = item.sequence
            vin.append(shown)
        shown = {
            "txid": shown_hash(transaction.txid), "hash": shown_hash(transaction.wtxid),
            "version": transaction.version, "size": len(transaction.encode()),
            "vsize": transaction.vsize, "weight": transaction.weight,
            "locktime": transaction.locktime, "vin": vin,
            "vout": [
                {"value": Money(output.value), "n": n, "scriptPubKey": scripts.described(output.script)}
                for n, output in enumerate(transaction.vout)
            ],
        }
        if coins and not transaction.is_coinbase:
            shown["fee"] = Money(
                sum(coin.value for coin in coins) - sum(output.value for output in transaction.vout))
        shown["hex"] = transaction.encode().hex()
        return shown

    def getblockfilter(self, blockhash, filtertype="basic"):
        if filtertype != "basic":
            raise RPCError(ADDRESS_OR_KEY, "Unknown filtertype")
        if not self.has_filters:
            raise RPCError(-1, "Index is not enabled for filtertype basic")
        indexed = self._indexed(blockhash)
        header = bytes(32)
        for item in self.chain.blocks[: indexed.height + 1]:
            built = filters.basic_filter(item)
            header = filters.next_header(built, header)
        return {"filter": built.hex(), "header": shown_hash(header)}

    def getindexinfo(self, name=""):
        indices = {}
        if self.has_filters and name in ("", "basic block filter index"):
            indices["basic block filter index"] = {
                "synced": True, "best_block_height": self.chain.height}
        for index in ("txindex", "txospenderindex") if self.has_txindex else ():
            if name in ("", index):
                indices[index] = {"synced": True, "best_block_height": self.chain.height}
        return indices
