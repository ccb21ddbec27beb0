"""The commands that touch a secret, as a person types them, and the secrets of this test.

All secrets are made up for this test and stand nowhere else; they are unlike any word of the programs.
"""

import hashlib
import hmac
import os
import re
import struct
from dataclasses import dataclass, field

from embit import bip39

import forms
import payment

FIRST = bip39.mnemonic_from_bytes(bytes.fromhex("c95b7cba1e5842d6932db25f8a3c9f4e"))
SECOND = bip39.mnemonic_from_bytes(bytes.fromhex("5e2ab17fd0c4893b6e1f7a9025cd48b3f6018ad972e5bc341d90a7f3684ec25b"))
OWN = "Gr3n0uil-Vxrt 42qz"
VAULT = "Zw4nzigKr0kodile*Qf7xu-Hj"
NEW_VAULT = "Qu1tte-J0nge*Xylo88w!Rk"
SEEDS = "S33ds*Vogelfrei-Kopje9Bq"
SHARES = "Tw1ngo~Pelmeni#55Xh"
BIP38 = "Fj0rd+Quokka%31Zdw"
SHEET = "lava mosquito tunnel glimpse violin wreck"

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
    "shares-passphrase": SHARES, "eleven": " ".join(FIRST.split()[:11]),
    "payment": payment.payment(FIRST), "payment-2": payment.payment(SECOND, OWN, amount=3_000_000),
    "payment-3": payment.payment(FIRST, amount=2_000_000),
    "document": '{"version":"1","network":"test","accounts":{"0":{"label":"pocket"}}}',
    "text": "signmessage m/84h/1h/0h/0/0 ascii:I hold this address.",
    "wallet": payment.descriptor(FIRST), "wallet-2": payment.descriptor(SECOND, OWN),
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


def photograph(source, target):
    """Makes pictures of the pages that are not the files that the program drew: without the mark in those."""

    def learn(stage, shown):
        os.makedirs(stage.path(f"given/{target}"))
        for name in os.listdir(stage.path(f"work/{source}")):
            with open(stage.path(f"work/{source}/{name}"), "rb") as file:
                data = file.read()
            kept, at = data[:8], 8
            while at < len(data):
                end = at + 12 + int.from_bytes(data[at : at + 4], "big")
                if data[at + 4 : at + 8] in (b"IHDR", b"PLTE", b"IDAT", b"IEND"):
                    kept += data[at:end]
                at = end
            with open(stage.path(f"given/{target}/{name}"), "wb") as file:
                file.write(kept)
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

CASES = [
    Case("init --network regtest", [("[yes/no]", "yes"), ("Passphrase of the new vault", VAULT), ("once more", VAULT)],
         learns=learn_keys("the vault", VAULT), holds=True, is_needed=True),
    Case("seed import a", [ASKED, ("The words, in order", FIRST)], holds=True, is_needed=True),
    Case(f"seed import b --from ../given/second --keep-passphrase {V}", [("assphrase", OWN), ("once more", OWN), ("[yes/no]", "yes")], holds=True),
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
