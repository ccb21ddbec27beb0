"""Holds the kills complete: each command of the coordinator is killed, or a reason says why not.

A command that the program gains later fails `walks_programs_test.py` until somebody decides.
"""

import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Documents"))

from leaves import leaves, unknown  # noqa: E402

# By which trials (`try_...`) a command is killed.
KILLED = {
    "addresses": ["addresses_out"],
    "backup auto": ["backup_auto", "backed_up", "upload"],
    "backup key": ["backup_key"],
    "backup restore": ["backup_restore"],
    "backup write": ["backup_write"],
    "broadcast": ["broadcast", "broadcast_step"],
    "bsms token": ["bsms_token"],
    "bump": ["bump", "bump_by_child"],
    "cancel": ["cancel", "cancel_on_chain"],
    "collect": ["collect", "collect_ladder", "collect_begun_elsewhere"],
    "freeze": ["freeze"],
    "history": ["history_out"],
    "label export": ["label_export"],
    "label import": ["label_import"],
    "label set": ["label", "label_tag"],
    "message request": ["message_request"],
    "network add": ["network_add"],
    "network remove": ["network_remove"],
    "node add": ["node_add"],
    "node remove": ["node_remove"],
    "node second": ["node_second", "node_second_none"],
    "node use": ["node_use"],
    "pay": ["pay", "pay_replace", "pay_ladder"],
    "payments": ["payments_out"],
    "qr read": ["qr_read"],
    "qr show": ["qr_show"],
    "receive": ["receive", "receive_here"],
    "recipient add": ["recipient_add"],
    "recipient remove": ["recipient_remove"],
    "rehearse fund": ["rehearse_fund"],
    "rehearse mine": ["rehearse_mine"],
    "settings": ["settings"],
    "sync": ["sync", "sync_whole"],
    "unfreeze": ["unfreeze"],
    "wallet create": ["wallet_create"],
    "wallet discover": ["wallet_discover"],
    "wallet export": ["wallet_export"],
    "wallet import": ["wallet_import"],
    "wallet people": ["wallet_people"],
    "wallet remove": ["wallet_remove"],
}
READS = "changes nothing"
SYNCS = "changes the records by a sync alone, which is killed"
OTHERS = "changes files by commands of this list, each a process of its own"
# Commands that are not killed by themselves, and why.
NOT_KILLED = {
    "backup show": READS,
    "balance": SYNCS,
    "changes": READS,
    "coins": SYNCS,
    "desk": OTHERS,
    "doctor": READS,
    "message check": SYNCS,
    "network list": READS,
    "network show": READS,
    "node compare": READS,
    "node fees": READS,
    "node list": READS,
    "node status": READS,
    "poll": SYNCS,
    "recipient list": READS,
    "reconcile": SYNCS,
    "signer-bridge": "not tried: Bitcoin Core runs it, and asks again for what was interrupted",
    "wallet list": READS,
    "wallet show": READS,
    "watch": OTHERS,
}


def missing(program, trials):
    """What is wrong with the lists; `trials` are the names of all that are there."""
    found = leaves(program)
    named = {name for names in KILLED.values() for name in names}
    wrong = unknown({*KILLED, *NOT_KILLED}, found)
    wrong += [f"`{command}` is in no list of walks/complete.py: kill it, or say why not"
              for command in sorted(set(found) - {*KILLED, *NOT_KILLED})]
    wrong += [f"`{command}` is in both lists" for command in sorted(set(KILLED) & set(NOT_KILLED))]
    wrong += [f"there is no trial {name}" for name in sorted(named - set(trials))]
    wrong += [f"the trial {name} stands by no command" for name in sorted(set(trials) - named)]
    return wrong
