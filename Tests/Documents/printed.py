"""The commands that Tests/Documents/schemas runs, in their order, and what they need to print all that they can."""

import os
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "RegtestNode"))
from backup_server import BackupServer  # noqa: E402

# Members that these runs do not bring about; the tests of each command do.
SELDOM = {
    # A parent that the node dropped is sent again with its child.
    "broadcast": ("parents[].payment", "parents[].txid", "parents[].fee", "parents[].feeRate", "parents[].paid",
                  "parents[].outputs", "parents[].outputs[].address", "parents[].outputs[].amount",
                  "parents[].outputs[].change", "parents[].outputs[].name"),
    # An answer that was tampered with.
    "collect": ("rejected[].input", "rejected[].signer", "rejected[].reason", "rejected[].source", "leftOut[].map",
                "leftOut[].field", "leftOut[].added", "leftOut[].source"),
    # A node of Bitcoin Core.
    "node-status": ("indexes[].name", "indexes[].height", "indexes[].synced"),
    # Messages that neither program writes.
    "qr-read": ("path", "fingerprint", "depth", "coinType", "network"),
    # Somebody else has the keys.
    "reconcile": ("unsigned[].wallet", "unsigned[].verdict", "unsigned[].txid", "unsigned[].height", "unsigned[].lost",
                  "unsigned[].coins"),
}

# Members that chance brings about.
SOMETIMES = {}

ELSEWHERE = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"


def walk(homes):
    signer(homes)
    nodes(homes)
    wallets(homes)
    payments(homes)
    group(homes)
    words(homes)
    backups(homes)
    ends(homes)


def signer(homes):
    homes.offline("init", "--network", "regtest", "--yes")
    homes.write("dice.txt", "2 4 3 1 6 6 5 1 2 3 4 1 6 5 3 2 2 4 1 6 5 3 1 4 2 6 3 5 1 2 "
                            "4 6 5 3 1 2 6 4 3 5 1 6 2 3 4 5 6\n")
    homes.offline("seed", "create", "first", "--words", "12", "--dice", "dice.txt", "--yes")
    homes.offline("account", "export", "first", "--script", "wpkh", "--out", "account.txt")
    homes.offline("account", "export", "first", "--all", "--out", "accounts.gif")
    homes.offline("backup", "key", "first", "--out", "key.txt", "--yes")


def nodes(homes):
    homes.online("balance", "nobody", ends=1)
    homes.opened("desk", "--no-browser")
    homes.opened("changes")
    homes.online("node", "add", "practice", "rehearsal://")
    homes.online("rehearse", "mine", "2")
    homes.online("node", "add", "other", "rehearsal://")
    homes.online("node", "second", "other")
    homes.online("node", "list")
    homes.online("node", "status")
    homes.online("node", "use", "practice")


def fund(homes, wallet, *amounts):
    address = homes.online("receive", wallet).get("address", "")
    for amount in amounts:
        homes.online("rehearse", "fund", address, amount)
    homes.online("sync", wallet)
    homes.online("rehearse", "mine")
    homes.online("sync", wallet)
    return address


def wallets(homes):
    homes.online("wallet", "create", "savings", "account.txt")
    homes.online("wallet", "people", "savings", "1=Alice")
    homes.online("wallet", "list")
    homes.online("wallet", "show", "savings")
    homes.online("wallet", "export", "savings", "--out", "savings.txt")
    homes.online("receive", "savings", "--amount", "0.1", "--out", "request.png")
    fund(homes, "savings", "0.5", "0.4", "0.3")
    homes.online("wallet", "discover", "found", "accounts.gif")
    homes.online("wallet", "import", "again", "--from", "savings.txt", "--yes", ends=1)
    homes.online("wallet", "remove", "savings", "--yes")
    homes.online("wallet", "import", "savings", "--from", "savings.txt", "--yes")
    homes.online("poll", "--after", "0")
    homes.online("balance", "savings")
    homes.online("coins", "savings")
    homes.online("addresses", "savings")
    homes.online("history", "savings")
    homes.online("bsms", "token", "--out", "tokens.txt")
    homes.online("settings")


def payments(homes):
    homes.write("table.csv", f"{ELSEWHERE},0.01,rent\n")
    draft = homes.online("pay", "savings", "--to-csv", "table.csv", "--fee-rate", "5", "--explain", "--data", "beef",
                         "--out", "draft.psbt")
    # A fee that would be asked about.
    homes.online("pay", "savings", "--to", f"{ELSEWHERE}=0.001", "--fee-rate", "600", "--dry-run")
    homes.online("payments")
    homes.online("payments", "--payment", str(draft.get("payment")))
    # The short numbers of coins go on where the wallet was removed and imported again.
    coin = next(iter(homes.online("coins", "savings")), {}).get("outpoint", "")
    homes.online("freeze", "savings", coin)
    homes.online("unfreeze", "savings", coin)
    homes.online("freeze", "savings", coin)
    homes.online("payments")
    homes.online("unfreeze", "savings", coin)
    homes.online("cancel", str(draft.get("payment")), "--yes")
    built = homes.online("pay", "savings", "--to", f"{ELSEWHERE}=0.1", "--fee-rate", "5", "--out", "unsigned.psbt")
    homes.offline("sign", "unsigned.psbt", "--out", "signed.psbt", "--receipt", "receipt.txt", "--yes")
    homes.online("qr", "read", "signed.psbt")
    homes.online("qr", "show", "signed.psbt", "--out", "shown.gif")
    homes.online("collect", "signed.psbt", "receipt.txt")
    first = homes.online("pay", "savings", "--to", f"{ELSEWHERE}=0.05", "--fee-rate", "5", "--anti-exfil", "--out",
                         "first.psbt")
    homes.offline("sign", "first.psbt", "--out", "answer.psbt", "--yes")
    homes.online("collect", "answer.psbt", "--out", "second.psbt", ends=3)
    homes.online("payments", "--payment", str(first.get("payment")))
    homes.online("cancel", str(first.get("payment")), "--yes")
    compared(homes)
    homes.online("broadcast", str(built.get("payment")), "--yes")
    homes.online("node", "fees")
    homes.online("sync", "savings")
    homes.online("payments")
    homes.online("payments", "--payment", str(built.get("payment")))
    homes.online("node", "compare", "other", "savings")
    homes.online("poll", "savings", "--after", "0")
    homes.online("watch", "savings", "--chain", "--once", "--since", "0")
    bumped = homes.online("bump", str(built.get("payment")), "--fee-rate", "20", "--out", "bumped.psbt")
    homes.online("cancel", str(bumped.get("payment")), "--yes")
    raised = homes.online("bump", str(built.get("payment")), "--ladder", "20,40", "--out", "raised.txt")
    homes.online("cancel", str(raised.get("payment")), "--yes")
    homes.online("history", "savings")
    homes.online("history", "savings", "--out", "history.json")
    homes.offline("log", "export", "--out", "log.txt")
    homes.online("reconcile", "log.txt")
    child = homes.online("bump", str(built.get("payment")), "--by-child", "--fee-rate", "30", "--out", "child.psbt")
    homes.online("cancel", str(child.get("payment")), "--yes")
    homes.online("cancel", str(built.get("payment")), "--on-chain", "--fee-rate", "50", "--out", "back.psbt")
    ladder(homes)


def ladder(homes):
    """A payment at several fees, and what takes it back."""
    built = homes.online("pay", "savings", "--to", f"{ELSEWHERE}=0.01", "--ladder", "2,5", "--out", "ladder.txt")
    homes.offline("sign", "ladder.txt", "--out", "ladder-signed.txt", "--yes")
    homes.online("qr", "read", "ladder.txt")
    homes.online("collect", "ladder-signed.txt")
    number = str(built.get("payment"))
    homes.online("payments", "--payment", number)
    homes.online("broadcast", number, "--yes")
    homes.online("broadcast", number, "--step", "2", "--yes")
    homes.online("cancel", number, "--on-chain", "--yes")


def compared(homes):
    """The second node knows the same chain: nothing was sent yet."""
    home = homes.folder / "coordinator"
    shutil.rmtree(home / "rehearsal-other")
    shutil.copytree(home / "rehearsal-practice", home / "rehearsal-other")


def group(homes):
    """Two of two, with both seeds on this signer."""
    homes.offline("seed", "create", "second", "--words", "12", "--dice", "dice.txt", "--yes")
    homes.offline("account", "export", "first", "--script", "sh", "--out", "one.txt")
    homes.offline("account", "export", "second", "--script", "sh", "--out", "two.txt")
    homes.online("wallet", "create", "pair", "--threshold", "2", "One=one.txt", "Two=two.txt")
    homes.online("wallet", "show", "pair")
    homes.online("wallet", "export", "pair", "--out", "pair.txt")
    homes.offline("wallet", "register", "pair", "--from", "pair.txt", "--yes")
    homes.online("wallet", "remove", "pair", "--yes")
    homes.online("wallet", "import", "pair", "--from", "pair.txt", "--yes")
    fund(homes, "pair", "0.2")
    homes.online("pay", "pair", "--to", f"{ELSEWHERE}=0.03", "--fee-rate", "5", "--as", "multisig", "--out",
                 "pair-pay.txt")
    homes.online("qr", "read", "pair-pay.txt")


def words(homes):
    coin = homes.online("coins", "savings")[0]["outpoint"]
    homes.online("label", "set", "savings", coin, "rent", "--tag", "home")
    homes.online("label", "export", "savings", "--out", "labels.jsonl")
    homes.online("recipient", "add", "landlord", ELSEWHERE)
    homes.online("recipient", "add", "old", ELSEWHERE.upper(), "--network", "signet", ends=1)
    homes.online("recipient", "list")
    homes.write("online-lab.json", '{"name": "lab", "kind": "signet", "challenge": "51"}')
    homes.write("online-ours.json", '{"name": "ours", "kind": "fork", "forkHeight": 900000, "unit": "OURS", "replayLock": true, '
                '"magic": "eca5a104", "landmark": {"height": 900000, "block": "' + 32 * "a1" + '"}}')
    for name in ("lab", "ours"):
        homes.online("network", "add", f"online-{name}.json", "--yes")
        homes.online("network", "show", name, "--out", f"online-{name}-again.json")
    homes.online("network", "list")
    for name in ("lab", "ours"):
        homes.online("network", "remove", name)
    homes.online("pay", "savings", "--to", "landlord=0.001", "--fee-rate", "5", "--explain", "--out", "tagged.psbt")
    homes.online("pay", "savings", "--to", f"{ELSEWHERE}=all", "--fee-rate", "5", "--without-held", "--prove", "1",
                 "--out", "all.psbt")
    homes.online("label", "set", "savings", coin, "--no-tag")
    homes.online("label", "import", "savings", "--from", "labels.jsonl", "--replace")
    homes.online("message", "request", "savings", "0", "--text", "mine", "--out", "message.txt")
    homes.offline("message", "sign", "message.txt", "--wallet", "first-wpkh-0", "--out", "message-signed.txt", "--yes")
    homes.online("message", "check", "message-signed.txt")
    homes.online("message", "request", "savings", "0", "--text", "funds", "--proof-of-funds", "--mix-tags", "--out",
                 "funds.txt")
    homes.offline("message", "sign", "funds.txt", "--wallet", "first-wpkh-0", "--out", "funds-signed.txt", "--yes")
    homes.online("message", "check", "funds-signed.txt")


def backups(homes):
    homes.online("backup", "key", "--from", "key.txt")
    homes.online("backup", "key")
    homes.online("backup", "write", "--out", "home.backup")
    homes.online("backup", "show", "home.backup")
    (homes.folder / "stick").mkdir()
    homes.online("backup", "auto", "--folder", "stick")
    server = BackupServer()
    address = f"http://127.0.0.1:{server.port}"
    homes.online("backup", "auto", "--server", address)
    homes.online("backup", "show", "--server", address)
    homes.online("balance", "savings")
    homes.online("backup", "auto", "--no-server")
    server.close()
    homes.environment["ONLINE_COORDINATOR_HOME"] = str(homes.folder / "fresh")
    homes.online("backup", "key", "--from", "key.txt")
    homes.online("backup", "restore", "home.backup", "--yes", "--accept", "R07")
    homes.environment["ONLINE_COORDINATOR_HOME"] = str(homes.folder / "coordinator")
    homes.online("doctor")


def ends(homes):
    # Nobody listens there.
    homes.online("node", "add", "dead", "http://127.0.0.1:1")
    homes.online("node", "use", "dead")
    homes.online("poll", "savings")
    homes.online("watch", "savings", "--chain", "--once", ends=1)
    homes.online("doctor", ends=1)
    homes.online("recipient", "remove", "landlord")
    homes.online("node", "second", "--none")
    homes.online("node", "remove", "other")
