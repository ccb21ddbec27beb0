"""Calls about transactions: reading, testing, sending, and the mempool."""

import packages
import scripts
from answers import (
    ADDRESS_OR_KEY, ALREADY_IN_CHAIN, DESERIALIZATION, PARAMETER, VERIFY_ERROR, VERIFY_REJECTED,
    Money, RPCError, parsed_hash, satoshis, shown_hash,
)
from mempool import NotAccepted
from policy import INCREMENTAL_FEE, MAX_CLUSTER, MAX_DATA_CARRIER
from wire import Malformed, Transaction

MAX_FEE_RATE = 10_000_000  # 0.10 BTC per 1,000 vbytes


def parsed_transaction(text, message="TX decode failed. Make sure the tx has at least one input."):
    try:
        return Transaction.parse(bytes.fromhex(text))
    except (ValueError, Malformed):
        raise RPCError(DESERIALIZATION, message) from None


class TransactionCalls:
    """Needs `chain`, `mempool` and `has_txindex` of the node."""

    def getrawtransaction(self, txid, verbosity=0, blockhash=None):
        wanted = parsed_hash(txid, "parameter 1")
        if blockhash is not None:
            indexed = self.chain.find(parsed_hash(blockhash, "parameter 3"))
            if indexed is None:
                raise RPCError(ADDRESS_OR_KEY, "Block hash not found")
            if wanted not in indexed.txids:
                raise RPCError(
                    ADDRESS_OR_KEY,
                    "No such transaction found in the provided block. Use gettransaction for "
                    "wallet transactions.")
            index = indexed.txids.index(wanted)
            transaction, coins = indexed.block.transactions[index], indexed.spent[index]
        elif wanted in self.mempool.entries:
            transaction, indexed = self.mempool.entries[wanted].transaction, None
            coins = [self.mempool.coin(item.outpoint) for item in transaction.vin]
        elif self.has_txindex and self.chain.transaction(wanted):
            transaction, indexed = self.chain.transaction(wanted)
            coins = indexed.spent[indexed.txids.index(wanted)]
        else:
            # Without an index of transactions, as a node has it by default.
            raise RPCError(
                ADDRESS_OR_KEY,
                "No such mempool transaction. Use -txindex or provide a block hash to enable "
                "blockchain transaction queries. Use gettransaction for wallet transactions.")
        if verbosity in (0, False):
            return transaction.encode().hex()
        coins = coins if verbosity >= 2 else None
        shown = self.described(transaction, coins, with_prevouts=True)
        if indexed is not None:
            shown = {"in_active_chain": True, **shown} if blockhash is not None else shown
            shown.update({
                "blockhash": shown_hash(indexed.hash),
                "confirmations": self.chain.height - indexed.height + 1,
                "time": indexed.block.time, "blocktime": indexed.block.time,
            })
        return shown

    def gettxout(self, txid, n, include_mempool=True):
        outpoint = parsed_hash(txid, "txid"), n
        if include_mempool and outpoint in self.mempool.spenders:
            return None
        coin = self.mempool.coin(outpoint) if include_mempool else self.chain.coins.get(outpoint)
        if coin is None:
            return None
        return {
            "bestblock": shown_hash(self.chain.tip.hash),
            "confirmations": max(0, self.chain.height - coin.height + 1),
            "value": Money(coin.value), "scriptPubKey": scripts.described(coin.script),
            "coinbase": coin.is_coinbase,
        }

    def testmempoolaccept(self, rawtxs, maxfeerate="0.10"):
        if not isinstance(rawtxs, list) or not 1 <= len(rawtxs) <= 25:
            raise RPCError(PARAMETER, "Array must contain between 1 and 25 transactions.")
        limit = satoshis(maxfeerate)
        if len(rawtxs) > 1:
            raise RPCError(PARAMETER, "the regtest node tests one transaction at a time")
        message = "TX decode failed: %s Make sure the tx has at least one input." % rawtxs[0]
        transaction = parsed_transaction(rawtxs[0], message)
        shown = {"txid": shown_hash(transaction.txid), "wtxid": shown_hash(transaction.wtxid)}
        try:
            entry, _ = self.mempool.judge(transaction)
        except NotAccepted as error:
            shown["allowed"] = False
            if error.is_missing:
                shown["reject-reason"] = "missing-inputs"
            else:
                shown.update({"reject-reason": error.reason, "reject-details": error.details})
            return [shown]
        if limit and entry.fee > limit * entry.vsize // 1000:
            shown.update({"allowed": False, "reject-reason": "max-fee-exceeded"})
            return [shown]
        shown.update({
            "allowed": True, "vsize": entry.vsize,
            "fees": {
                "base": Money(entry.fee),
                "effective-feerate": Money(entry.fee * 1000 // entry.vsize),
                "effective-includes": [shown["wtxid"]],
            },
        })
        return [shown]

    def sendrawtransaction(self, hexstring, maxfeerate="0.10", maxburnamount="0"):
        transaction = parsed_transaction(hexstring)
        self._check_burning(transaction, maxburnamount)
        txid = transaction.txid
        outputs = ((txid, vout) for vout in range(len(transaction.vout)))
        if any(outpoint in self.chain.coins for outpoint in outputs):
            raise RPCError(ALREADY_IN_CHAIN, "Transaction outputs already in utxo set")
        if txid in self.mempool.entries:
            return shown_hash(txid)
        try:
            entry, replaced = self.mempool.judge(transaction)
        except NotAccepted as error:
            code = VERIFY_ERROR if error.is_missing else VERIFY_REJECTED
            raise RPCError(code, error.details) from None
        limit = satoshis(maxfeerate)
        if limit and entry.fee > limit * entry.vsize // 1000:
            raise RPCError(
                VERIFY_ERROR,
                "Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)")
        self.mempool.add(entry, replaced)
        return shown_hash(txid)

    @staticmethod
    def _check_burning(transaction, most):
        burnt = satoshis(most)
        for output in transaction.vout:
            if output.script[:1] == b"\x6a" and output.value > burnt:
                raise RPCError(
                    VERIFY_ERROR, "Unspendable output exceeds maximum configured by user (maxburnamount)")

    def submitpackage(self, package, maxfeerate="0.10", maxburnamount="0"):
        if not isinstance(package, list) or not 1 <= len(package) <= packages.MAX_PACKAGE:
            raise RPCError(PARAMETER, f"Array must contain between 1 and {packages.MAX_PACKAGE} transactions.")
        transactions = []
        for text in package:
            transaction = parsed_transaction(
                text, f"TX decode failed: {text} Make sure the tx has at least one input.")
            self._check_burning(transaction, maxburnamount)
            transactions.append(transaction)
        if len(transactions) > 1 and not packages.is_child_with_parents(transactions):
            raise RPCError(
                VERIFY_ERROR, "package topology disallowed. not child-with-parents or parents depend on each other.")
        try:
            verdicts = packages.submit(self.mempool, transactions, satoshis(maxfeerate))
        except packages.BadPackage as error:
            results = {
                shown_hash(one.wtxid): {"txid": shown_hash(one.txid), "error": "package-not-validated"}
                for one in transactions}
            return {"package_msg": str(error), "tx-results": results, "replaced-transactions": []}
        return {
            "package_msg": verdicts.message,
            "tx-results": {shown_hash(one.wtxid): self._result(one, verdicts) for one in transactions},
            "replaced-transactions": sorted(map(shown_hash, verdicts.replaced)),
        }

    @staticmethod
    def _result(transaction, verdicts):
        wtxid, shown = transaction.wtxid, {"txid": shown_hash(transaction.txid)}
        if wtxid in verdicts.taken:
            entry, together = verdicts.taken[wtxid]
            fees = {
                "base": Money(entry.fee), "effective-feerate": Money(packages.rate(together)),
                "effective-includes": [shown_hash(one.wtxid) for one in together]}
            return {**shown, "vsize": entry.vsize, "fees": fees}
        if wtxid in verdicts.known:
            entry = verdicts.known[wtxid]
            return {**shown, "vsize": entry.vsize, "fees": {"base": Money(entry.fee)}}
        if wtxid in verdicts.others:
            return {**shown, "other-wtxid": shown_hash(verdicts.others[wtxid].wtxid)}
        return {**shown, "error": verdicts.refused[wtxid]}

    # The mempool

    def getmempoolfeeratediagram(self):
        weight, fee, points = 0, 0, [{"weight": 0, "fee": Money(0)}]
        for more in packages.chunks(self.mempool):
            weight, fee = weight + more[0], fee + more[1]
            points.append({"weight": weight, "fee": Money(fee)})
        return points

    def _shown_entry(self, entry):
        def total(family):
            members = [self.mempool.entries[txid] for txid in family]
            fees = sum(one.fee for one in members)
            return len(members), sum(one.vsize for one in members), fees

        ancestors = total(self.mempool.ancestors(entry.txid))
        descendants = total(self.mempool.descendants(entry.txid))
        return {
            "vsize": entry.vsize, "weight": entry.transaction.weight, "time": entry.time,
            "height": entry.height, "descendantcount": descendants[0],
            "descendantsize": descendants[1], "ancestorcount": ancestors[0],
            "ancestorsize": ancestors[1], "wtxid": shown_hash(entry.wtxid),
            "fees": {
                "base": Money(entry.fee), "modified": Money(entry.fee),
                "ancestor": Money(ancestors[2]), "descendant": Money(descendants[2]),
            },
            "depends": sorted(shown_hash(txid) for txid in self.mempool.parents(entry)),
            "spentby": sorted(shown_hash(txid) for txid in self.mempool.children(entry.txid)),
            "bip125-replaceable": any(item.sequence < 0xFFFFFFFE for item in entry.transaction.vin),
            "unbroadcast": False,
        }

    def getmempoolentry(self, txid):
        entry = self.mempool.entries.get(parsed_hash(txid, "txid"))
        if entry is None:
            raise RPCError(ADDRESS_OR_KEY, "Transaction not in mempool")
        return self._shown_entry(entry)

    def getrawmempool(self, verbose=False, mempool_sequence=False):
        if verbose:
            return {
                shown_hash(entry.txid): self._shown_entry(entry) for entry in self.mempool.in_order()
            }
        names = [shown_hash(entry.txid) for entry in self.mempool.in_order()]
        return {"txids": names, "mempool_sequence": len(names) + 1} if mempool_sequence else names

    def getmempoolinfo(self):
        entries = self.mempool.entries.values()
        return {
            "loaded": True, "size": len(entries), "bytes": sum(entry.vsize for entry in entries),
            "usage": sum(entry.vsize for entry in entries),
            "total_fee": Money(sum(entry.fee for entry in entries)), "maxmempool": 300000000,
            "mempoolminfee": Money(max(self.mempool.minimum, self.mempool.relayed)),
            "minrelaytxfee": Money(self.mempool.relayed),
            "incrementalrelayfee": Money(INCREMENTAL_FEE), "unbroadcastcount": 0, "fullrbf": True,
            "permitbaremultisig": True, "maxdatacarriersize": MAX_DATA_CARRIER,
            "limitclustercount": MAX_CLUSTER, "limitclustersize": 101000,
        }

    def gettxspendingprevout(self, outputs, options=None):
        """In the mempool alone, as without the index of spenders; `options` are those of Bitcoin Core 31."""
        if not outputs:
            raise RPCError(PARAMETER, "Invalid parameter, outputs are missing")
        answers = []
        for output in outputs:
            shown = {"txid": output["txid"], "vout": output["vout"]}
            spender = self.mempool.spenders.get((parsed_hash(output["txid"], "txid"), output["vout"]))
            if spender is not None:
                shown["spendingtxid"] = shown_hash(spender)
            answers.append(shown)
        return answers

    def estimatesmartfee(self, conf_target, estimate_mode="economical"):
        if not 1 <= conf_target <= 1008:
            raise RPCError(PARAMETER, "Invalid conf_target, must be between 1 and 1008")
        return {"errors": ["Insufficient data or no feerate found"], "blocks": 0}
