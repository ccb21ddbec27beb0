"""The commands that touch a secret, as a person types them, and the secrets of this test.

All secrets are made up for this test and stand nowhere else; they are unlike any word of the programs.
"""

import hashlib
import hmac
import os
import pathlib
import re
import struct
import sys
from dataclasses import dataclass, field

from embit import bip32, bip39, bip85

import forms
import payment
from session import Keys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Documents"))

from photographs import unmarked  # noqa: E402

FIRST = bip39.mnemonic_from_bytes(bytes.fromhex("c95b7cba1e5842d6932db25f8a3c9f4e"))
SECOND = bip39.mnemonic_from_bytes(bytes.fromhex("5e2ab17fd0c4893b6e1f7a9025cd48b3f6018ad972e5bc341d90a7f3684ec25b"))
OWN = "Gr3n0uil-Vxrt 42qz"
VAULT = "Zw4nzigKr0kodile*Qf7xu-Hj"
NEW_VAULT = "Qu1tte-J0nge*Xylo88w!Rk"
SEEDS = "S33ds*Vogelfrei-Kopje9Bq"
SHARES = "Tw1ngo~Pelmeni#55Xh"
BIP38 = "Fj0rd+Quokka%31Zdw"
SHEET = "lava mosquito tunnel glimpse violin wreck"
ROLLS = "62415323166425134453621164352614324551362416351243"
CARDS = "7H QD 3S 10C AD KC 4H 9S JD 2C 8H 5D 6S KH 3C 9D AS QC 7S 4D JH 2H 10S 8C 5H 6D KS AC QH 3D 9C 7D 4S JC 2S 10H 8D 5C"
FLIPS = "HTTHHTHTTTHHTHHTHTHTTHHHTHTTHTHTHHTHTTHTHHTTHTHHTTHTHHTHTTHHTHTHTT"
ROLLED = bip39.mnemonic_from_bytes(hashlib.sha256(ROLLS.encode()).digest()[:16])
# The password of the wallet file that Electrum encrypted (Tests/TestSupport/ElectrumFiles.swift).
ELECTRUM = "correct horse"
ELECTRUM_FILE = re.search(
    r'watching =\s+"([A-Za-z0-9+/=]+)"', (HERE.parent / "TestSupport" / "ElectrumFiles.swift").read_text(encoding="utf-8"))[1]
PAPER = bip85.derive_wif(bip32.HDKey.from_seed(bip39.mnemonic_to_seed(FIRST)), 1)

SECRETS = [
    *forms.of_seed("the first seed", FIRST),
    *forms.of_seed("the second seed", SECOND, ("", OWN)),
    forms.Secret("a BIP-39 passphrase", text=OWN),
    forms.Secret("the vault's passphrase", text=VAULT),
    forms.Secret("the vault's new passphrase", text=NEW_VAULT),
    forms.Secret("the passphrase of the seeds", text=SEEDS),
    forms.Secret("a passphrase of shares", text=SHARES),
    forms.Secret("a passphrase of BIP-38", text=BIP38),
    forms.Secret("the words of a sheet", text=SHEET, words=SHEET.split()),
    *forms.of_seed("the rolled seed", ROLLED),
    forms.Secret("rolls of a die", text=ROLLS),
    forms.Secret("cards", text=CARDS),
    forms.Secret("flips of a coin", text=FLIPS),
    forms.Secret("a single key", data=PAPER.secret),
    forms.Secret("a single key, as WIF", text=PAPER.wif()[1:]),
]


@dataclass
class Case:
    """One command: what is typed, what is answered, and which of its results hold secrets on purpose."""

    line: str
    answers: list = field(default_factory=list)
    # Files that are to hold a secret: nobody searches them.
    results: tuple[str, ...] = ()
    # What is learnt from what it showed and wrote: more secrets.
    learns: object = None
    # What is done before it is typed.
    before: object = None
    # At which question what holds the seed is ended by a signal, as a crash would.
    dies: int = 0
    status: int = 0
    # Whether a secret must be found while it runs: in locked memory, which shows that the search sees it.
    holds: bool = False
    # Whether others cannot run without it.
    is_needed: bool = False
    # With the program of laptops, whose vaults take longer to open, in a home of its own.
    is_real: bool = False
    name: str = ""


GIVEN = {
    "vault": VAULT, "vault-new": NEW_VAULT, "seeds": SEEDS, "first": FIRST, "second": SECOND, "own": OWN, "sheet": SHEET,
    "shares-passphrase": SHARES, "bip38": BIP38, "eleven": " ".join(FIRST.split()[:11]),
    "payment": payment.payment(FIRST), "payment-2": payment.payment(SECOND, OWN, amount=3_000_000),
    "payment-3": payment.payment(FIRST, amount=2_000_000),
    "document": '{"version":"1","network":"test","accounts":{"0":{"label":"pocket"}}}',
    "text": "signmessage m/84h/1h/0h/0/0 ascii:I hold this address.",
    "wallet": payment.descriptor(FIRST), "wallet-2": payment.descriptor(SECOND, OWN),
    "rolls": ROLLS, "cards": CARDS, "flips": FLIPS, "electrum": ELECTRUM, "electrum-file": ELECTRUM_FILE,
    "xprv": payment.account(SECOND)[0].to_base58(),
    # Built by `online-coordinator pay` on a rehearsal chain for the wallet of the first seed.
    **{name: (HERE / "fixtures" / f"{name}.txt").read_text(encoding="ascii").strip()
       for name in ("ladder", "anti-exfil", "anti-exfil-2")},
}


def shown_words(stage, shown):
    """The words that a seed was shown in."""
    text = re.sub(rb"\x1b\[[?0-9;]*[a-zA-Z]", b"\n", shown).decode(errors="replace")
    words = re.findall(r"^\s*\d+\s{1,3}([a-z]{3,8})\r?$", text, re.MULTILINE)
    return [word for word in words if word in bip39.WORDLIST]


def learn_seed(name):
    def learn(stage, shown):
        words = shown_words(stage, shown)
        if len(words) != 12:
            raise AssertionError(f"{len(words)} words were shown")
        return list(forms.of_seed(name, " ".join(words)))

    return learn


def learn_shares(folder):
    """Each share that was written to a file of its own."""

    def learn(stage, shown):
        secrets = []
        for name in sorted(os.listdir(stage.path(folder))):
            with open(stage.path(f"{folder}/{name}"), encoding="utf-8") as file:
                text = " ".join(file.read().split())
            secrets.append(forms.Secret(f"{folder}/{name}", text=text, is_wordy=" " in text))
        if not secrets:
            raise AssertionError("no share was written")
        return secrets

    return learn


def learn_text(name, pattern):
    """A text that was shown: the one that matches, without blanks."""

    def learn(stage, shown):
        text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.decode(errors="replace"))
        found = re.findall(pattern, text)
        if not found:
            raise AssertionError(f"nothing was shown that is {pattern}")
        return [forms.Secret(name, text="".join(found[0].split()))]

    return learn


def damage(stage):
    """Spoils the vault's file, as a disk does."""
    with open(stage.path("home/signer/vault"), "r+b") as file:
        file.seek(-40, os.SEEK_END)
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 1]))


def put_in(stage):
    """A memory stick with a payment."""
    os.makedirs(stage.path("work/stick"))
    pathlib.Path(stage.path("work/stick/pay.psbt")).write_text(GIVEN["payment-3"], encoding="ascii")


def from_paper(shown):
    """The word that was asked for last."""
    return FIRST.split()[int(re.findall(rb"Word\s+(\d+)\s+of", shown)[-1]) - 1]


def photograph(source, target):
    """Makes pictures of the pages that are not the files that the program drew: without the mark in those."""

    def learn(stage, shown):
        os.makedirs(stage.path(f"given/{target}"))
        for name in os.listdir(stage.path(f"work/{source}")):
            with open(stage.path(f"work/{source}/{name}"), "rb") as file:
                page = unmarked(file.read())
            with open(stage.path(f"given/{target}/{name}"), "wb") as file:
                file.write(page)
        return []

    return learn


def learn_keys(name, passphrase):
    """The keys that the passphrase of the vault leads to (docs/formats.md, "The keys")."""

    def learn(stage, shown):
        with open(stage.path("home/signer/vault"), "rb") as file:
            header = file.read(137)
        log2, r, p = struct.unpack_from(">BII", header, 11)
        master = hashlib.scrypt(passphrase.encode(), salt=header[20:52], n=1 << log2, r=r, p=p, dklen=32, maxmem=1 << 28)
        seeds = hmac.digest(master, b"drawbridge seeds key", "sha256")
        contents = hmac.digest(master, b"drawbridge vault key" + header[52:84], "sha256")
        if not hmac.compare_digest(hmac.digest(master, b"drawbridge vault commitment" + header[52:84], "sha256"), header[84:116]):
            raise AssertionError("the key of the vault is another one")
        return [
            forms.Secret(f"{name}: master key", data=master), forms.Secret(f"{name}: key of the seeds", data=seeds),
            forms.Secret(f"{name}: key of the contents", data=contents),
        ]

    return learn


V = "--passphrase-file ../given/vault"
ASKED = ("Passphrase of the vault", VAULT)
NAME = ("To continue, type: a", "a")
ENTER = ("Press Enter", "")

WHOLE = [
    Case("init --network regtest", [("[yes/no]", "yes"), ("Passphrase of the new vault", VAULT), ("once more", VAULT)],
         learns=learn_keys("the vault", VAULT), holds=True, is_needed=True),
    Case("seed import a", [ASKED, ("The words, in order", FIRST)], holds=True, is_needed=True),
    Case(f"seed import b --from ../given/second --keep-passphrase {V}",
         [("assphrase", OWN), ("once more", OWN), ("[yes/no]", "yes")], holds=True),
    Case(f"seed create fresh --words 12 --yes {V}"),
    Case("seed show fresh", [ASKED, ("To continue, type: fresh", "fresh"), ENTER], learns=learn_seed("the new seed"), holds=True),
    Case("seed show a", [ASKED, NAME, ENTER], holds=True),
    Case(f"seed show a --as xprv {V}", [NAME, ENTER], holds=True),
    Case(f"seed show a --as codex32 --symbol {V}", [NAME, ENTER], holds=True),
    Case(f"seed show a --as compact-seedqr {V}", [NAME, ENTER], holds=True),
    Case(f"seed show a --as seedqr --out seedqr.png {V}", [NAME], results=("seedqr.png",)),
    Case(f"seed verify a {V}", [("The words from the paper, in order", FIRST)], holds=True),
    Case(f"seed verify a --from seedqr.png {V}", results=("seedqr.png",)),
    Case(f"seed split a --as slip39 --shares 2-of-3 {V}", [NAME, ENTER, ENTER, ENTER], holds=True),
    Case(f"seed split a --as sskr --shares 2-of-3 --out shares {V}", [NAME],
         results=("shares",), learns=learn_shares("work/shares")),
    Case(f"seed derive a --as words --index 0 {V}", [NAME, ENTER], learns=learn_seed("a child"), holds=True),
    Case(f"seed derive a --as wif --index 1 --into paper {V}"),
    Case("seed last-word --from ../given/eleven", [("Coin flips", "HTHTHTH"), ENTER], holds=True),
    Case(f"seed passphrase b --forget {V}", [("assphrase", OWN)], holds=True),
    Case(f"seed passphrase b --keep {V}", [("assphrase", OWN), ("once more", OWN), ("[yes/no]", "yes")], holds=True),
    Case(f"account export a --script wpkh --out account.txt {V}"),
    Case(f"account export b --script wpkh --out account-2.txt --bip39-passphrase-file ../given/own {V}"),
    Case(f"wallet remove a-wpkh-0 --yes {V}"),
    Case(f"wallet register a-wpkh-0 --from ../given/wallet {V}", [("or no to stop", "{groups}")]),
    Case(f"address show a-wpkh-0 0 {V}"),
    Case("review ../given/payment", [ASKED]),
    Case("sign ../given/payment --out signed.psbt", [ASKED, ("or no to stop", "{groups}")]),
    Case(f"sign ../given/payment-2 --out signed-2.psbt --yes {V}"),
    Case("message sign ../given/text --wallet a-wpkh-0 --out text.txt", [ASKED, ("or no to stop", "{groups}")]),
    Case(f"message sign ../given/text --wallet a-wpkh-0 --format bip322 --out text-2.txt --yes {V}"),
    Case("sign ../given/payment-3 --out signed-3.psbt --seed ../given/first --wallet ../given/wallet --network regtest"
         " --accept wallet --accept practice --yes"),
    Case(f"sheet print a --kind full --out sheets/full.png {V}", [NAME], results=("sheets",),
         learns=photograph("sheets", "scans")),
    Case(f"sheet check ../given/scans {V}"),
    Case(f"sheet print a --kind encrypted --out encrypted.pdf {V}", [NAME, ("Sheet words, not", SHEET), ("once more", SHEET)], holds=True),
    Case(f"backup key a --out key.txt {V}", [("[yes/no]", "yes")], results=("key.txt",)),
    Case(f"backup write a --from ../given/document --out a.aewb {V}"),
    Case(f"backup read a --from a.aewb {V}"),
    Case("log export --out log.txt", [ASKED]),
    Case("log verify", [ASKED]),
    Case("doctor --log", [ASKED]),
    Case(f"vault settings drill-interval-days 30 {V}", [("To continue, type:", "drill-interval-days")]),
    Case("vault passphrase --seeds", [ASKED, ("of the seeds", SEEDS), ("once more", SEEDS)], holds=True),
    Case("seed show a", [ASKED, NAME, ("of the seeds", SEEDS), ENTER], holds=True),
    Case("vault passphrase", [ASKED, ("of the seeds", SEEDS), ("ew passphrase", NEW_VAULT), ("once more", NEW_VAULT)],
         learns=learn_keys("the vault anew", NEW_VAULT), holds=True),
    Case("sign ../given/payment-3 --out signed-4.psbt",
         [("Passphrase of the vault", NEW_VAULT), ("or no to stop", "{groups}"), ("of the seeds", SEEDS)]),
    Case("seed show a", [("Passphrase of the vault", NEW_VAULT), NAME, ("of the seeds", SEEDS), ("Press Enter", "")],
         dies=4, status=128 + 31),
    Case("wipe --yes"),
    Case(f"init --network regtest --yes {V}", is_real=True),
    Case("seed import a --from ../given/first", [ASKED], holds=True, is_real=True),
    Case(f"account export a --script wpkh --out account-3.txt {V}", is_real=True),
    Case("sign ../given/payment --out signed-5.psbt", [ASKED, ("or no to stop", "{groups}")], is_real=True),
    Case("seed show a", [ASKED, NAME, ENTER], holds=True, is_real=True),
]

BEGIN = [
    Case(f"init --network regtest --yes {V}", is_needed=True),
    Case(f"seed import a --from ../given/first {V}", is_needed=True),
    Case(f"account export a --script wpkh --out account.txt {V}", is_needed=True),
]
FORMS = [
    *BEGIN,
    Case(f"seed create rolled --as coldcard --dice ../given/rolls --words 12 {V}", [ENTER, ("[yes/no]", "yes")], holds=True),
    Case("seed create typed --dice terminal --words 12", [ASKED, ("Enter ends", ROLLS), ("[yes/no]", "no"), ENTER]),
    Case(f"seed create mixed --dice ../given/rolls --coins ../given/flips --cards ../given/cards --yes {V}"),
    Case(f"seed create told --words 12 --yes --transcript terminal {V}", [ENTER], learns=learn_text("a transcript", r"[0-9a-f]{64}")),
    Case(f"seed create kept --words 12 --yes --transcript how.txt {V}", [("To continue, type: kept", "kept")], results=("how.txt",)),
    Case(f"seed show a --as four-letters {V}", [NAME, ENTER], holds=True),
    Case(f"seed show a --as crypto-seed --out crypto-seed.png {V}", [NAME], results=("crypto-seed.png",)),
    Case(f"seed show a --as recovery-qr --out recovery.png {V}", [NAME], results=("recovery.png",)),
    Case(f"seed derive a --as xprv --index 0 {V}", [NAME, ENTER],
         learns=learn_text("a derived xprv", r"[xt]prv[1-9A-Za-z\s]{107,}"), holds=True),
    Case(f"seed derive a --as hex --length 32 --index 0 {V}", [NAME, ENTER],
         learns=learn_text("derived bytes", r"(?:[0-9a-f]\s*){64}"), holds=True),
    Case(f"seed derive a --as base85 --length 20 --index 0 {V}", [NAME, ENTER], holds=True),
    Case(f"seed derive a --as dice --rolls 50 --index 0 {V}", [NAME, ENTER], holds=True),
    Case(f"seed derive a --as wif --index 1 --into paper {V}"),
    Case(f"seed show paper --as bip38 --out bip38.png {V}",
         [("To continue, type: paper", "paper"), ("assphrase", BIP38), ("once more", BIP38)], results=("bip38.png",)),
    Case(f"seed remove paper --yes {V}"),
    Case(f"seed import paper --from bip38.png {V}", [("assphrase", BIP38)], results=("bip38.png",)),
    Case(f"account export paper --script wpkh --out paper.txt {V}"),
    Case(f"seed split a --as xor --shares 3-of-3 --out xor {V}", [NAME], results=("xor",), learns=learn_shares("work/xor")),
    Case(f"seed split a --as sskr --shares 2-of-3 --out sskr {V}", [NAME], results=("sskr",), learns=learn_shares("work/sskr")),
    Case(f"seed split a --as codex32 --shares 2-of-3 --out codex32 {V}", [NAME], results=("codex32",),
         learns=learn_shares("work/codex32")),
    Case(f"seed split a --as slip39 --shares 2-of-3 --with-slip39-passphrase --out slip39 {V}",
         [("assphrase", SHARES), ("once more", SHARES), NAME], results=("slip39",), learns=learn_shares("work/slip39")),
    Case(f"seed verify a --from slip39 {V}", [("assphrase", SHARES)], results=("slip39",), holds=True),
    Case(f"seed verify a --from ../given/first --drill {V}", [("[yes/no]", "yes")], holds=True),
    Case(f"seed verify a --quiz {V}", [("from the paper:", from_paper)] * 3, holds=True),
    Case("account export --seed slip39 --network regtest --script tr --out account-2.txt", [("assphrase", SHARES)], results=("slip39",)),
    Case("account export --seed bip38.png --network regtest --out paper-2.txt --bip38-passphrase-file ../given/bip38",
         results=("bip38.png",)),
    Case(f"seed import x --from ../given/xprv {V}"),
    Case(f"seed remove a --yes {V}"),
    Case(f"seed import j --from sskr --with-bip39-passphrase {V}", results=("sskr",)),
    Case(f"seed remove j --yes {V}"),
    Case(f"seed import j --from xor --xor --xor-parts 3 {V}", results=("xor",)),
    Case(f"seed remove j --yes {V}"),
    Case(f"seed import j --from recovery.png --account-map map.json --yes {V}", results=("recovery.png",)),
    Case(f"seed import k --from crypto-seed.png {V}", results=("crypto-seed.png",), status=1),
    Case(f"seed remove j --yes {V}"),
    Case(f"seed import s --from slip39 --slip39-passphrase-file ../given/shares-passphrase {V}", results=("slip39",)),
    Case(f"seed import c --from codex32 {V}", results=("codex32",), status=1),
]

HANDS = [
    *BEGIN,
    Case(f"seed list {V}"),
    Case(f"status {V}"),
    Case(f"wallet list {V}"),
    Case(f"wallet show a-wpkh-0 {V}"),
    Case(f"wallet export a-wpkh-0 --out wallet.txt {V}"),
    Case(f"address verify bcrt1qwfz0puaqs3wadul2pceu7kqvgj2ul5uk78vr5x {V}"),
    Case("sign ../given/payment --receipt receipt.txt", [ASKED, ("or no to stop", "{groups}")]),
    Case(f"sign ../given/payment --out signed.psbt --yes {V}"),
    Case("sign ../given/payment --compare signed.psbt", [ASKED, ("or no to stop", "{groups}")]),
    Case("sign ../given/ladder --out ladder.txt", [ASKED, ("or no to stop", "{groups}")]),
    Case("sign ../given/anti-exfil --out opened.txt", [ASKED, ("or no to stop", "{groups}")]),
    Case("sign ../given/anti-exfil-2 --out signed-2.txt", [ASKED, ("or no to stop", "{groups}")]),
    Case("sign ../given/payment --out signed-3.psbt --seed terminal --wallet ../given/wallet --network regtest"
         " --accept wallet --accept practice --yes", [("The words, in order", FIRST)]),
    Case("watch stick --once", [ASKED, ("or no to stop", "{groups}")], before=put_in),
    Case(f"log list {V}"),
    Case(f"vault settings {V}"),
    Case(f"sheet print a --kind full --recovery-qr --for-steel --out sheets/full.png {V}", [NAME], results=("sheets",)),
    Case(f"sheet print a --kind share --as codex32 --shares 2-of-3 --share 1 --out share.png {V}", [NAME], results=("share.png",)),
    Case(f"sheet print a-wpkh-0 --kind inheritance --out letter.pdf --yes {V}"),
    Case("sheet print --kind blank --words 12 --out blank.pdf --yes"),
    Case(f"sheet print a --kind encrypted --out closed/page.png {V}", [NAME, ("Sheet words, not", SHEET), ("once more", SHEET)],
         learns=photograph("closed", "closed"), before=lambda stage: os.makedirs(stage.path("work/closed")), holds=True),
    Case(f"sheet check ../given/closed {V}", [("heet words", SHEET)]),
    Case(f"seed verify a --from ../given/closed --sheet-words-file ../given/sheet {V}"),
    Case(f"wallet register theirs --from ../given/electrum-file --password-file ../given/electrum {V}", status=1),
    Case(f"vault passphrase --seeds --new-passphrase-file ../given/seeds {V}"),
    Case(f"seed show a --seeds-passphrase-file ../given/seeds {V}", [NAME, ENTER], holds=True),
    Case(f"vault passphrase --seeds --remove {V}", [("of the seeds", SEEDS)]),
    Case("desk", [("Enter opens the vault", Keys("\r", is_locked=True)), ASKED, ("leaves", Keys("l")),
                  ("Enter opens the vault", Keys("\r", is_locked=True)), ASKED, ("leaves", Keys("\x0c")),
                  ("Enter opens the vault", Keys("q", is_locked=True))], holds=True),
    Case(f"vault restore --yes {V}", before=damage),
]

# Each runs by itself, in homes of its own and beside the others.
SCENES = {"whole": WHOLE, "forms": FORMS, "hands": HANDS}
