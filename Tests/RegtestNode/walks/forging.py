"""Lies that forge a transaction: the node says that it spends a coin of the wallet, and nobody signed it.

Each is told about the coin of a payment that is a draft, complete, or was sent; in a block or in the mempool; as the
payment's own transaction or as one with other outputs; with several kinds of unlocking that is not valid.
"""

from embit.psbt import PSBT

from .kinds import KINDS
from .nodes import LOCK
from .proxy import Literal
from wire import Transaction, TxIn, TxOut

STATES = ("draft", "complete", "sent")
PLACES = ("in a block", "in the mempool")
OUTPUTS = ("the same outputs", "other outputs", "beside a foreign coin")
UNLOCKED = ("by nothing", "by other signatures", "by spoiled ones")


class Forgery:
    """One transaction that nobody signed, and what a node says when it tells of it."""

    def __init__(self, context, payment, place, outputs, unlocked):
        self.context, self.payment, self.place = context, payment, place
        wallet, keys = context.walk.wallet(), context.walk.keys
        with open(payment.path, "rb") as file:
            body = Transaction.parse(PSBT.parse(file.read()).tx.serialize())
        points = [(item.txid[::-1].hex(), item.vout) for item in body.vin]
        if outputs != "the same outputs":
            points = points[:1]
            body.vin = body.vin[:1]
            body.vout = [TxOut(wallet.coins[points[0]].amount - 2_000, LOCK.data)]
        self.coins = {point: wallet.coins[point] for point in points}
        coins = [(*point, coin.amount, coin.script) for point, coin in self.coins.items()]
        # Signatures that are right, of another transaction with the same coins.
        total = sum(coin[2] for coin in coins)
        other = Transaction.parse(bytes.fromhex(keys.spend(coins, [(total - 9_000, LOCK.data)])))
        for item, signed in zip(body.vin, other.vin):
            if unlocked == "by nothing":
                item.script, item.witness = b"", []
            else:
                item.script, item.witness = signed.script, signed.witness
            if unlocked == "by spoiled ones":
                item.script, item.witness = spoiled(item.script), [spoiled(part) for part in item.witness[:1]] + list(
                    item.witness[1:])
        if outputs == "beside a foreign coin":
            body.vin.append(TxIn(context.random.randbytes(32), 0, b"", 0xFFFFFFFD, [context.random.randbytes(64)]))
        self.body, self.txid, self.hex = body, body.txid[::-1].hex(), body.encode().hex()
        node = context.node
        self.where = {}
        if place == "in a block":
            self.where = {"blockhash": node("getbestblockhash"), "height": node("getblockcount")}

    # What is said

    def events(self, honest):
        """Without what the node says about these coins, and with what it would say about the forged transaction."""
        said = [one for one in honest if not (
            one["type"] == "spend" and (one["prevout_txid"], one["prevout_vout"]) in self.coins)]
        if self.payment.state == "sent":
            # Of the one that it replaces nothing is left.
            said = [one for one in said if one.get("txid") not in self.replaced()]
        for number, (point, coin) in enumerate(self.coins.items()):
            said.append({
                "type": "spend", "amount": amount(coin.amount), **self.where, "spend_txid": self.txid,
                "spend_vin": number, "prevout_txid": point[0], "prevout_vout": point[1],
                "prevout_spk": self.lock(coin.script)})
        for number, output in enumerate(self.body.vout):
            if self.context.walk.keys.place(output.script):
                said.append({
                    "type": "receive", "amount": amount(output.value), **self.where, "txid": self.txid, "vout": number,
                    "output_spk": self.lock(output.script)})
        return said

    def replaced(self):
        return {coin.spender for coin in self.coins.values() if coin.spender}

    def lock(self, script):
        from scripts import address
        return {"asm": "", "desc": "", "hex": script.hex(), "address": address(script), "type": "unknown"}

    def lie(self, call):
        """Changes every answer that has to do with it."""
        answers = {answer.get("id"): answer for answer in call.answers if isinstance(answer, dict)}
        for request in call.requests:
            answer, method, params = answers.get(request.get("id")), request.get("method"), request.get("params") or []
            if answer is None:
                continue
            if method == "getrawtransaction" and params[:1] == [self.txid]:
                answer.pop("error", None)
                answer["result"] = self.hex
                call.status = 200
            elif method == "getdescriptoractivity" and isinstance(answer.get("result"), dict):
                scripts = str(params[1:2])
                blocks = params[0] if params else []
                # It is told once, to whoever asks about these scripts and, in a block, about this block.
                if any(coin.script.hex() in scripts for coin in self.coins.values()) and (
                        not self.where or self.where["blockhash"] in blocks):
                    answer["result"] = {**answer["result"], "activity": self.events(answer["result"]["activity"])}
            elif method == "scanblocks" and isinstance(answer.get("result"), dict) and self.where:
                found = answer["result"].get("relevant_blocks")
                if isinstance(found, list) and self.where["blockhash"] not in found:
                    answer["result"] = {**answer["result"], "relevant_blocks": [*found, self.where["blockhash"]]}


def spoiled(part):
    """With one bit of a signature changed."""
    if len(part) < 20:
        return part
    return part[:18] + bytes([part[18] ^ 1]) + part[19:]


def amount(value):
    return Literal(f"{value // 10**8}.{value % 10**8:08d}")


def forged(state, place, outputs, unlocked):
    def make(context):
        forgery = Forgery(context, context.standing[state], place, outputs, unlocked)
        return forgery.lie
    KINDS[f"forged: of the {state} one, {place}, {outputs}, unlocked {unlocked}"] = make


for one in STATES:
    for where in PLACES:
        for what in OUTPUTS:
            for how in UNLOCKED:
                forged(one, where, what, how)
