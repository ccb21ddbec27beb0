"""The node: the calls of all families over one chain, one mempool and one lock."""

import inspect
import json
import os
import threading
import time as clock

import scripts
from answers import (
    ADDRESS_OR_KEY, DESERIALIZATION, METHOD_NOT_FOUND, MISC, PARAMETER, RPCError, shown_hash,
)
from chain import Chain
from consensus import Kernel, Rejected
from mempool import Mempool, NotAccepted
from rpc_chain import ChainCalls
from rpc_scan import ScanCalls
from rpc_transactions import TransactionCalls
from wire import Block, Malformed, Transaction

MAX_TIP_AGE = 24 * 60 * 60
METHODS = """
getblockchaininfo getnetworkinfo getblockcount getbestblockhash getblockhash getblock getblockheader
gettxoutproof getblockfilter getindexinfo scanblocks getdescriptoractivity scantxoutset getdescriptorinfo
deriveaddresses getrawtransaction gettxout testmempoolaccept sendrawtransaction getmempoolentry
getrawmempool getmempoolinfo getmempoolfeeratediagram gettxspendingprevout submitpackage estimatesmartfee
getblockstats generatetoaddress submitblock validateaddress uptime stop
""".split()


class Node(ChainCalls, ScanCalls, TransactionCalls):
    def __init__(self, folder, on_stop=lambda: None, has_filters=True, has_txindex=False, fees=()):
        """`fees` are the least rates of the mempool, as `Mempool` takes them."""
        self.folder = folder
        self.has_filters, self.has_txindex = has_filters, has_txindex
        self.started = clock.time()
        self._on_stop = on_stop
        self._lock = threading.Lock()
        self._was_current = False
        self.chain = Chain(Kernel(folder))
        self.mempool = Mempool(self.chain, *fees)
        self._load_mempool()

    def call(self, method, params):
        """Runs a call by its name; `params` is a list or an object of names."""
        if method not in METHODS:
            raise RPCError(METHOD_NOT_FOUND, "Method not found")
        run = getattr(self, method)
        try:
            bound = (
                inspect.signature(run).bind(**params) if isinstance(params, dict)
                else inspect.signature(run).bind(*params)
            )
        except TypeError as error:
            raise RPCError(MISC, f"{method}: {error}") from None
        with self._lock:
            return run(*bound.args, **bound.kwargs)

    @property
    def is_catching_up(self):
        """Whether the tip is older than a day; once it was not, never again (as Bitcoin Core)."""
        if self.chain.tip.block.time > clock.time() - MAX_TIP_AGE:
            self._was_current = True
        return not self._was_current

    def getnetworkinfo(self):
        return {
            "version": 310000, "subversion": "/Drawbridge-RegtestNode:31.0.0/",
            "protocolversion": 70016, "localservices": "0000000000000000",
            "localservicesnames": [], "localrelay": True, "timeoffset": 0, "networkactive": False,
            "connections": 0, "connections_in": 0, "connections_out": 0, "networks": [],
            "relayfee": self.getmempoolinfo()["minrelaytxfee"],
            "incrementalfee": self.getmempoolinfo()["incrementalrelayfee"],
            "localaddresses": [], "warnings": [],
        }

    def validateaddress(self, address):
        try:
            script = scripts.script_of_address(address)
        except scripts.Refused as error:
            return {"isvalid": False, "error_locations": [], "error": str(error)}
        program = scripts.witness_program(script)
        shown = {
            "isvalid": True, "address": scripts.address(script), "scriptPubKey": script.hex(),
            "isscript": scripts.kind(script) in ("scripthash", "witness_v0_scripthash", "witness_v1_taproot"),
            "iswitness": program is not None,
        }
        if program:
            shown.update({"witness_version": program[0], "witness_program": program[1].hex()})
        return shown

    def uptime(self):
        return int(clock.time() - self.started)

    def stop(self):
        self._on_stop()
        return "Bitcoin Core stopping"

    # Blocks

    def generatetoaddress(self, nblocks, address, maxtries=1000000):
        try:
            script = scripts.script_of_address(address)
        except scripts.Refused:
            raise RPCError(ADDRESS_OR_KEY, "Error: Invalid address") from None
        hashes = []
        for _ in range(nblocks):
            entries = self._chosen_for_block()
            block = self.chain.assemble(
                script, [entry.transaction for entry in entries], sum(entry.fee for entry in entries))
            try:
                self.chain.kernel.process(block.encode())
            except Rejected as error:
                # Policy let something in that consensus refuses: that is a mistake of ours.
                raise RPCError(MISC, f"the block was refused by consensus: {error}") from None
            self._follow()
            hashes.append(shown_hash(block.hash))
        return hashes

    def _chosen_for_block(self):
        chosen, weight = [], 4000
        for entry in self.mempool.in_order():
            weight += entry.transaction.weight
            if weight > 3_900_000:
                break
            chosen.append(entry)
        return chosen

    def submitblock(self, hexdata, dummy=None):
        try:
            block = Block.parse(bytes.fromhex(hexdata))
        except (ValueError, Malformed):
            raise RPCError(DESERIALIZATION, "Block decode failed") from None
        if self.chain.find(block.hash):
            return "duplicate"
        try:
            self.chain.kernel.process(block.encode())
        except Rejected as error:
            return str(error)
        self._follow()
        return None if self.chain.find(block.hash) else "inconclusive"

    def _follow(self):
        before = self.chain.blocks
        self.chain.follow()
        if self.chain.blocks is not before:
            # Reorganized: what lost its block may wait again.
            for indexed in before:
                if not self.chain.find(indexed.hash):
                    for transaction in indexed.block.transactions[1:]:
                        self._try(transaction, was_here=True)
        self.mempool.follow()

    def _try(self, transaction, was_here=False):
        try:
            self.mempool.add(*self.mempool.judge(transaction, was_here=was_here))
        except NotAccepted:
            pass

    # Between runs

    @property
    def _mempool_file(self):
        return os.path.join(self.folder, "regtest", "mempool.json")

    def _load_mempool(self):
        if os.path.exists(self._mempool_file):
            with open(self._mempool_file, encoding="ascii") as file:
                for text in json.load(file):
                    self._try(Transaction.parse(bytes.fromhex(text)))

    def close(self):
        """Writes chain and mempool where the next start finds them."""
        with self._lock:
            texts = [entry.transaction.encode().hex() for entry in self.mempool.in_order()]
            with open(self._mempool_file, "w", encoding="ascii") as file:
                json.dump(texts, file)
            self.chain.kernel.close()
