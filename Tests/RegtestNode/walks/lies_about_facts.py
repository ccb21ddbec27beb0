"""Lies in answers that are well made: events, blocks, the chain, transactions, coins, fees, sending."""

from .kinds import error, kind, random_hash, result
from .proxy import Literal


def events(name, function):
    """A lie about the events of getdescriptoractivity."""
    @result(name, "getdescriptoractivity")
    def change(context, said, request):
        return {**said, "activity": function(context, list(said["activity"]))}


def each(name, function, only=None):
    """A lie that changes every event, or every event of a type."""
    def change(context, activity):
        return [
            function(context, dict(event)) if only is None or event["type"] == only else event for event in activity]
    events(name, change)


# What happened: getdescriptoractivity

def in_block(event):
    return "blockhash" in event


events("events: none", lambda context, activity: [])
events("events: no receipts", lambda context, activity: [one for one in activity if one["type"] != "receive"])
events("events: no spends", lambda context, activity: [one for one in activity if one["type"] != "spend"])
events("events: not the last", lambda context, activity: activity[:-1])
events("events: not the first", lambda context, activity: activity[1:])
events("events: every second", lambda context, activity: activity[::2])
events("events: none of the mempool", lambda context, activity: [one for one in activity if in_block(one)])
events("events: none of the blocks", lambda context, activity: [one for one in activity if not in_block(one)])
events("events: each twice", lambda context, activity: activity + activity)
events("events: backwards", lambda context, activity: activity[::-1])
events("events: no list", lambda context, activity: {"a": 1})
events("events: an invented coin", lambda context, activity: activity + [
    {**one, "txid": random_hash(context)} for one in activity if one["type"] == "receive"][:1])
events("events: an invented spend of a coin", lambda context, activity: activity + [
    {"type": "spend", "amount": one["amount"], "spend_txid": random_hash(context), "spend_vin": 0,
     "prevout_txid": one["txid"], "prevout_vout": one["vout"], "prevout_spk": one["output_spk"],
     **{name: one[name] for name in ("blockhash", "height") if name in one}}
    for one in activity if one["type"] == "receive"])
events("events: coins change places", lambda context, activity: [
    {**one, "output_spk": other["output_spk"]} if one["type"] == other["type"] == "receive" else one
    for one, other in zip(activity, activity[1:] + activity[:1])])


def with_amount(text):
    return lambda context, event: {**event, "amount": Literal(text)}


def plus_one(context, event):
    whole, _, part = str(event["amount"]).partition(".")
    value = int(whole) * 10**8 + int(part.ljust(8, "0")) + 1
    return {**event, "amount": Literal(f"{value // 10**8}.{value % 10**8:08d}")}


each("events: a satoshi more", plus_one, "receive")
each("events: a satoshi more is spent", plus_one, "spend")
each("events: amounts of 1000 BTC", with_amount("1000.00000000"), "receive")
each("events: negative amounts", with_amount("-0.5"))
each("events: more than there is", with_amount("21000001.0"))
each("events: nine decimals", with_amount("0.123456789"))
each("events: amounts with exponents", with_amount("1e400"))
each("events: amounts as text", lambda context, event: {**event, "amount": "0.5"})
each("events: another txid", lambda context, event: {**event, "txid": random_hash(context)}, "receive")
each("events: another output", lambda context, event: {**event, "vout": event["vout"] + 1}, "receive")
each("events: output 4294967295", lambda context, event: {**event, "vout": 4294967295}, "receive")
each("events: another spender", lambda context, event: {**event, "spend_txid": random_hash(context)}, "spend")
each("events: spends of other coins", lambda context, event: {
    **event, "prevout_vout": event["prevout_vout"] + 1}, "spend")
each("events: foreign scripts", lambda context, event: {
    **event, "output_spk": {**event["output_spk"], "hex": "0014" + context.random.randbytes(20).hex()}}, "receive")
each("events: an unknown type", lambda context, event: {**event, "type": "burn"})
each("events: no type", lambda context, event: {name: value for name, value in event.items() if name != "type"})
each("events: heights above the tip", lambda context, event: {
    **event, **({"height": event["height"] + 1000} if in_block(event) else {})})
each("events: heights one less", lambda context, event: {
    **event, **({"height": event["height"] - 1} if in_block(event) else {})})
each("events: heights one more", lambda context, event: {
    **event, **({"height": event["height"] + 1} if in_block(event) else {})})
each("events: negative heights", lambda context, event: {**event, **({"height": -5} if in_block(event) else {})})
each("events: heights of 2^40", lambda context, event: {**event, **({"height": 1 << 40} if in_block(event) else {})})
each("events: a foreign block", lambda context, event: {
    **event, **({"blockhash": random_hash(context)} if in_block(event) else {})})
each("events: the block before", lambda context, event: {**event, **(
    {"blockhash": context.node("getblockhash", event["height"] - 1)} if in_block(event) else {})})
each("events: confirmed ones as pending", lambda context, event: {
    name: value for name, value in event.items() if name not in ("blockhash", "height")})
each("events: pending ones as confirmed", lambda context, event: event if in_block(event) else {
    **event, "blockhash": context.node("getbestblockhash"), "height": context.node("getblockcount")})
each("events: a hash without a height", lambda context, event: {
    name: value for name, value in event.items() if name != "height"})

# Where something happened: scanblocks


def blocks(name, function):
    @result(name, "scanblocks")
    def change(context, said, request):
        if not isinstance(said, dict) or "relevant_blocks" not in said:
            return said
        return {**said, **function(context, list(said["relevant_blocks"]))}


blocks("blocks: none is relevant", lambda context, found: {"relevant_blocks": []})
blocks("blocks: not the last", lambda context, found: {"relevant_blocks": found[:-1]})
blocks("blocks: not the first", lambda context, found: {"relevant_blocks": found[1:]})
blocks("blocks: foreign ones", lambda context, found: {"relevant_blocks": [random_hash(context) for _ in found]})
blocks("blocks: each three times", lambda context, found: {"relevant_blocks": found * 3})
blocks("blocks: a scan that did not end", lambda context, found: {"completed": False, "relevant_blocks": []})
blocks("blocks: a scan that stops early", lambda context, found: {"relevant_blocks": [], "to_height": 1})
blocks("blocks: no hashes", lambda context, found: {"relevant_blocks": ["x", 7, None]})
blocks("blocks: no list", lambda context, found: {"relevant_blocks": None})

# The chain: getblockchaininfo, getblockhash, getblockheader


def chain(name, function):
    @result(name, "getblockchaininfo")
    def change(context, said, request):
        return {**said, **function(context, said)}


chain("chain: 1000 blocks more", lambda context, said: {"blocks": said["blocks"] + 1000})
chain("chain: 1 block more", lambda context, said: {"blocks": said["blocks"] + 1})
chain("chain: 10 blocks less", lambda context, said: {"blocks": said["blocks"] - 10})
chain("chain: no blocks", lambda context, said: {"blocks": 0})
chain("chain: a foreign best block", lambda context, said: {"bestblockhash": random_hash(context)})
chain("chain: an older best block", lambda context, said: {
    "bestblockhash": context.node("getblockhash", said["blocks"] - 3)})
chain("chain: 20 blocks ago, all of it", lambda context, said: {
    "blocks": said["blocks"] - 20, "bestblockhash": context.node("getblockhash", said["blocks"] - 20)})
chain("chain: mainnet", lambda context, said: {"chain": "main"})
chain("chain: testnet", lambda context, said: {"chain": "test"})
chain("chain: signet", lambda context, said: {"chain": "signet"})
chain("chain: no such network", lambda context, said: {"chain": "moonnet\x1b[2J"})
chain("chain: still catching up", lambda context, said: {"initialblockdownload": True})
chain("chain: pruned to the tip", lambda context, said: {"pruned": True, "pruneheight": said["blocks"]})
chain("chain: a time in the far future", lambda context, said: {"time": 1 << 33})
chain("chain: negative heights", lambda context, said: {"blocks": -1})


@result("hashes: foreign ones", "getblockhash")
def _(context, said, request):
    return random_hash(context)


@result("hashes: those of the block before", "getblockhash")
def _(context, said, request):
    return context.node("getblockhash", max(0, request["params"][0] - 1))


@result("hashes: none", "getblockhash")
def _(context, said, request):
    return None


@result("headers: heights one more", "getblockheader")
def _(context, said, request):
    return {**said, "height": said["height"] + 1} if isinstance(said, dict) else said


@result("headers: no block of the best chain", "getblockheader")
def _(context, said, request):
    return {**said, "confirmations": -1} if isinstance(said, dict) else said


error("hashes: above the tip, all of them", -8, "Block height out of range", "getblockhash")
error("headers: refused", -5, "Block not found", "getblockheader")


@result("indices: none", "getindexinfo")
def _(context, said, request):
    return {}


@result("indices: far ahead", "getindexinfo")
def _(context, said, request):
    return {name: {**index, "best_block_height": 1 << 30} for name, index in said.items()}


@result("software: a screenful of controls", "getnetworkinfo")
def _(context, said, request):
    return {**said, "subversion": "\x1b[2J\u202e" * 5000}


# Transactions


@result("transactions: of another one", "getrawtransaction")
def _(context, said, request):
    return context.some_transaction if isinstance(said, str) else said


@result("transactions: cut off", "getrawtransaction")
def _(context, said, request):
    return said[:-8] if isinstance(said, str) else said


@result("transactions: other signatures", "getrawtransaction")
def _(context, said, request):
    return context.with_other_witness(said) if isinstance(said, str) else said


error("transactions: none is known", -5, "No such mempool or blockchain transaction", "getrawtransaction")
error("transactions: none is there (pruned)", -1, "Block not available (pruned data)", "getrawtransaction")

# Coins, where there are no filters: scantxoutset


def coins(name, function):
    @kind(name, "scantxoutset", "getindexinfo")
    def change(context, call):
        for request, answer in call.results():
            if request["method"] == "getindexinfo":
                answer["result"] = {}
            elif isinstance(answer["result"], dict) and "unspents" in answer["result"]:
                answer["result"] = {**answer["result"], **function(context, list(answer["result"]["unspents"]))}


coins("coins: none", lambda context, found: {"unspents": []})
coins("coins: not the first", lambda context, found: {"unspents": found[1:]})
coins("coins: each twice", lambda context, found: {"unspents": found + found})
coins("coins: amounts of 1000 BTC", lambda context, found: {
    "unspents": [{**one, "amount": Literal("1000.0")} for one in found]})
coins("coins: heights above the tip", lambda context, found: {
    "unspents": [{**one, "height": one["height"] + 1000} for one in found]})
coins("coins: heights one less", lambda context, found: {
    "unspents": [{**one, "height": one["height"] - 1} for one in found]})
coins("coins: foreign blocks", lambda context, found: {
    "unspents": [{**one, "blockhash": random_hash(context)} for one in found]})
coins("coins: invented ones", lambda context, found: {
    "unspents": found + [{**one, "txid": random_hash(context)} for one in found]})
coins("coins: of foreign scripts", lambda context, found: {
    "unspents": [{**one, "scriptPubKey": "51"} for one in found]})
coins("coins: of another best block", lambda context, found: {"bestblock": random_hash(context)})
coins("coins: a scan that failed", lambda context, found: {"success": False})

# Fees and sending


@result("fees: an estimate of 10 BTC per kvB", "estimatesmartfee")
def _(context, said, request):
    return {"feerate": Literal("10.00000000"), "blocks": 6}


@result("fees: an estimate of a satoshi per kvB", "estimatesmartfee")
def _(context, said, request):
    return {"feerate": Literal("0.00000001"), "blocks": 6}


@result("fees: a negative estimate", "estimatesmartfee")
def _(context, said, request):
    return {"feerate": Literal("-0.001"), "blocks": 6}


@result("fees: a minimum of 10 BTC per kvB", "getmempoolinfo")
def _(context, said, request):
    return {**said, "mempoolminfee": Literal("10.0"), "minrelaytxfee": Literal("10.0")}


@result("fees: no minimum", "getmempoolinfo")
def _(context, said, request):
    return {**said, "mempoolminfee": 0, "minrelaytxfee": 0}


@result("verdicts: all are refused", "testmempoolaccept")
def _(context, said, request):
    return [{**one, "allowed": False, "reject-reason": "bad-txns"} for one in said]


@result("verdicts: all are there already", "testmempoolaccept")
def _(context, said, request):
    return [{**one, "allowed": False, "reject-reason": "txn-already-in-mempool"} for one in said]


@result("verdicts: all are confirmed already", "testmempoolaccept")
def _(context, said, request):
    return [{**one, "allowed": False, "reject-reason": "txn-already-known"} for one in said]


@result("verdicts: about another transaction", "testmempoolaccept")
def _(context, said, request):
    return [{**one, "txid": random_hash(context)} for one in said]


@result("sending: another txid", "sendrawtransaction")
def _(context, said, request):
    return random_hash(context)


@kind("sending: sent, and the answer is lost", "sendrawtransaction")
def _(context, call):
    call.send = lambda handler, _: None


error("sending: sent, and said to be refused", -26, "bad-txns", "sendrawtransaction")
error("sending: sent, and said to be in the chain", -27, "Transaction outputs already in utxo set", "sendrawtransaction")


@result("the mempool: other witnesses", "getmempoolentry")
def _(context, said, request):
    return {**said, "wtxid": random_hash(context)}


error("the mempool: nothing is there", -5, "Transaction not in mempool", "getmempoolentry")
