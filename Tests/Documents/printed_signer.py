"""The commands of offline-signer that Tests/Documents/schemas runs, behind those of printed.py and on the same homes, and
what they need to print all that they can."""

import printed
from photographs import unmarked

# Members that these runs do not bring about; the tests of each command do.
SELDOM = {
    # Messages that neither program writes.
    "qr-read": ("path", "fingerprint", "depth", "coinType", "network"),
    # Pages of other prints.
    "sheet-check": ("uncounted[].page", "uncounted[].reason"),
    # No printer is connected.
    "sheet-print": ("printer",),
}

# Members that chance brings about: whether every copy of a QR code is read.
SOMETIMES = {"sheet-check": ("pageNotes[].page", "pageNotes[].note")}

WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
STRANGER = "letter advice cage absurd amount doctor acoustic avoid letter advice cage above"
OTHER = "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong"


def walk(homes):
    homes.write("words.txt", WORDS + "\n")
    homes.write("other.txt", OTHER + "\n")
    homes.write("own.txt", "quiet harbour 42\n")
    seeds(homes)
    forms(homes)
    accounts(homes)
    payments(homes)
    texts(homes)
    sheets(homes)
    vault(homes)


def seeds(homes):
    homes.offline("seed", "import", "third", "--from", "words.txt")
    homes.offline("seed", "import", "own", "--from", "other.txt", "--keep-passphrase",
                  "--bip39-passphrase-file", "own.txt", "--birth-height", "10", "--yes")
    homes.offline("seed", "passphrase", "own", "--forget", "--bip39-passphrase-file", "own.txt", "--yes")
    homes.offline("seed", "passphrase", "own", "--keep", "--bip39-passphrase-file", "own.txt", "--yes")
    homes.typed("seed", "create", "like", "--words", "12", "--as", "coldcard", "--dice", "dice.txt",
                answers=[("Press Enter", "")])
    homes.offline("seed", "derive", "third", "--as", "words", "--index", "1", "--into", "pocket")
    homes.offline("seed", "derive", "third", "--as", "wif", "--index", "2", "--into", "paper")
    homes.offline("seed", "verify", "third", "--from", "words.txt")
    homes.offline("seed", "verify", "third", "--from", "words.txt", "--drill", "--yes")
    homes.typed("seed", "verify", "third", "--quiz", known=WORDS)
    homes.offline("seed", "list")
    homes.offline("seed", "show", "nobody", ends=1)


def forms(homes):
    homes.typed("seed", "show", "third", "--as", "seedqr", "--out", "seedqr.png",
                answers=[("To continue, type: third", "third")])
    homes.typed("seed", "split", "third", "--as", "slip39", "--shares", "2-of-3", "--out", "shares",
                answers=[("To continue, type: third", "third")])
    homes.write("eleven.txt", " ".join(WORDS.split()[:11]) + "\n")
    homes.typed("seed", "last-word", "--from", "eleven.txt", answers=[("Coin flips", "HTHTHTH"), ("Press Enter", "")])


def accounts(homes):
    homes.offline("account", "export", "third", "--script", "tr", "--out", "third.txt")
    homes.offline("account", "export", "paper", "--out", "paper.txt")
    homes.offline("account", "export", "--seed", "words.txt", "--network", "regtest", "--all", "--out", "carried.gif")
    homes.offline("wallet", "list")
    homes.offline("wallet", "show", "pair")
    homes.offline("wallet", "export", "pair", "--out", "pair-again.txt")
    shown = homes.offline("address", "show", "first-wpkh-0", "3")
    homes.offline("address", "verify", shown.get("address", ""))


def payments(homes):
    homes.offline("review", "bumped.psbt")
    homes.offline("review", "back.psbt")
    homes.offline("review", "pair-pay.txt")
    homes.offline("review", "ladder.txt")
    homes.typed("vault", "settings", "fee-rate-warning", "1", answers=[("To continue, type:", "fee-rate-warning")])
    homes.offline("review", "all.psbt")
    homes.offline("sign", "all.psbt", "--out", "all-signed.psbt", "--yes", "--accept", "R04")
    homes.typed("vault", "settings", "fee-rate-warning", "500", answers=[("To continue, type:", "fee-rate-warning")])
    stranger(homes)
    homes.offline("sign", "unsigned.psbt", "--compare", "signed.psbt", "--receipt", "compared.txt", "--yes")
    homes.offline("wallet", "remove", "pair", "--yes")
    homes.offline("review", "pair-pay.txt", ends=1)
    homes.offline("log", "list")
    homes.offline("log", "verify")
    homes.offline("qr", "show", "signed.psbt", "--out", "signer-shown.gif")
    homes.offline("qr", "read", "signer-shown.gif")
    homes.offline("qr", "read", "pair-pay.txt")


def stranger(homes):
    """Two of two, one of them somebody else; and a wallet with other branches."""
    homes.write("stranger-words.txt", STRANGER + "\n")
    homes.offline("account", "export", "--seed", "stranger-words.txt", "--network", "regtest", "--script", "wsh", "--out",
                  "stranger.txt")
    homes.offline("account", "export", "first", "--script", "wsh", "--out", "own-wsh.txt")
    homes.online("node", "use", "practice")
    homes.online("wallet", "create", "mixed", "--threshold", "2", "One=own-wsh.txt", "Two=stranger.txt")
    homes.online("wallet", "export", "mixed", "--out", "mixed.txt")
    homes.offline("wallet", "register", "mixed", "--from", "mixed.txt", "--yes")
    printed.fund(homes, "mixed", "0.2")
    homes.online("pay", "mixed", "--to", f"{printed.ELSEWHERE}=0.02", "--fee-rate", "5", "--out", "mixed.psbt")
    homes.offline("sign", "mixed.psbt", "--out", "mixed-half.psbt", "--yes")
    homes.offline("review", "mixed-half.psbt")
    shown = homes.offline("wallet", "show", "third-tr-0").get("descriptor", "")
    homes.write("odd.txt", shown.split("#")[0].replace("<0;1>", "<2;3>") + "\n")
    homes.offline("wallet", "register", "odd", "--from", "odd.txt", "--accept", "R07", "--accept", "R23", "--yes")
    homes.offline("wallet", "show", "odd")


def texts(homes):
    homes.offline("message", "verify", "message-signed.txt")
    homes.offline("message", "verify", "funds-signed.txt")
    homes.offline("backup", "read", "first", "--from", "home.backup")
    homes.offline("backup", "write", "first", "--from", "home.backup", "--out", "home.aewb")


def photograph(homes, source, target):
    """Makes pictures of pages that are not the files that the program drew: without the mark in those."""
    (homes.folder / target).mkdir(exist_ok=True)
    for page in sorted((homes.folder / source).iterdir()):
        (homes.folder / target / f"{source}-{page.name}").write_bytes(unmarked(page.read_bytes()))


def sheets(homes):
    for folder in ("public", "full"):
        (homes.folder / folder).mkdir()
    homes.offline("sheet", "print", "first-wpkh-0", "--kind", "public", "--out", "public/page.png")
    homes.typed("sheet", "print", "third", "--kind", "full", "--out", "full/page.png",
                answers=[("To continue, type: third", "third")])
    photograph(homes, "full", "scans")
    homes.offline("sheet", "check", "scans")
    photograph(homes, "public", "scans")
    (homes.folder / "scans/dark.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    homes.offline("sheet", "check", "scans", ends=1)


def vault(homes):
    homes.offline("status")
    homes.write("offline-lab.json", '{"name": "lab", "kind": "signet", "challenge": "51"}')
    homes.write("offline-ours.json", '{"name": "ours", "kind": "fork", "forkHeight": 900000, "unit": "OURS", "replayLock": true, '
                '"magic": "eca5a104", "landmark": {"height": 900000, "block": "' + 32 * "a1" + '"}}')
    for name in ("lab", "ours"):
        homes.offline("network", "add", f"offline-{name}.json", "--yes")
        homes.offline("network", "show", name, "--out", f"offline-{name}-again.json")
    homes.offline("network", "list")
    for name in ("lab", "ours"):
        homes.offline("network", "remove", name)
    homes.offline("vault", "settings")
    homes.write("new.txt", "another harbour under quiet dunes\n")
    homes.offline("vault", "passphrase", "--new-passphrase-file", "new.txt")
    homes.write("passphrase.txt", "another harbour under quiet dunes\n")
    homes.offline("seed", "remove", "pocket", "--yes")
    homes.offline("doctor")
    (homes.folder / "signer/vault").write_bytes(b"a bad disk")
    homes.offline("seed", "list", ends=1)
    homes.offline("vault", "restore", "--yes")
    homes.offline("wipe", "--yes")
