"""Bitcoin Core's own consensus code, through py-bitcoinkernel.

Everything that can make a block invalid is judged here and nowhere else. The library gives a
verdict without words: where a reason is needed, the caller has its own.
"""

import os

import pbk
from pbk.script import PrecomputedTransactionData

SCRIPT_FLAGS = pbk.ScriptVerificationFlags.ALL


class Rejected(Exception):
    """Consensus refused; the text is the name of the kind of failure."""


class Kernel:
    """The chain of blocks on regtest, kept in a folder."""

    def __init__(self, folder):
        os.makedirs(os.path.join(folder, "blocks"), exist_ok=True)
        self._verdict = None
        options = pbk.ContextOptions()
        self.parameters = pbk.ChainParameters(pbk.ChainType.REGTEST)
        options.set_chainparams(self.parameters)
        self._callbacks = pbk.ValidationInterfaceCallbacks(block_checked=self._checked)
        options.set_validation_interface(self._callbacks)
        self._context = pbk.Context(options)
        manager = pbk.ChainstateManagerOptions(
            self._context, os.path.join(folder, "kernel"), os.path.join(folder, "blocks"))
        manager.set_worker_threads_num(0)
        self.manager = pbk.ChainstateManager(manager)
        self.manager.import_blocks([])

    def _checked(self, _, __, state):
        self._verdict = (state.validation_mode, state.block_validation_result)

    def close(self):
        """Writes everything to disk; nothing may be asked afterwards."""
        self.manager = None

    @property
    def height(self):
        return self.manager.get_active_chain().height

    def block_at(self, height):
        """The bytes of the block of the active chain at a height."""
        entry = self.manager.get_active_chain().block_tree_entries[height]
        return bytes(self.manager.blocks[entry])

    def hash_at(self, height):
        entry = self.manager.get_active_chain().block_tree_entries[height]
        return bytes(entry.block_hash)

    def process(self, block):
        """Takes a block (bytes) into the chain. Raises `Rejected`; returns whether it was new."""
        self._verdict = None
        try:
            is_new = self.manager.process_block(pbk.Block(block))
        except Exception as error:
            raise Rejected(self._reason() or str(error)) from None
        reason = self._reason()
        if reason:
            raise Rejected(reason)
        return is_new

    def _reason(self):
        if self._verdict is None or self._verdict[0] == pbk.ValidationMode.VALID:
            return None
        return self._verdict[1].name.lower().replace("_", "-")

    def is_well_formed(self, block):
        """Whether a block (bytes) passes the checks that need no context, proof of work aside."""
        state = pbk.Block(block).check(
            self.parameters.consensus_params, pbk.BlockCheckFlags.BASE)
        return state.validation_mode == pbk.ValidationMode.VALID


def verify_scripts(transaction, spent):
    """The index of the first input whose scripts consensus refuses; None when all pass.

    `transaction` is bytes, `spent` the (value, script) of every output it spends.
    """
    judged = pbk.Transaction(transaction)
    outputs = [pbk.TransactionOutput(pbk.ScriptPubkey(script), value) for value, script in spent]
    shared = PrecomputedTransactionData(judged, outputs)
    for index, (value, script) in enumerate(spent):
        if not pbk.ScriptPubkey(script).verify(value, judged, shared, index, SCRIPT_FLAGS):
            return index
    return None
