"""Programs that neither PyPI nor Debian has: what was put into them once, by hand, and what came out.

outside.json has the texts of real pages, printed and scanned badly as all others, the secret that each program
made of them, and the day. Nobody runs these programs here again; what every run looks at is that the readers
which restore today's pages still restore those: so pages have not moved away from what was tried. Whoever has
one of the programs can put in the same texts.
"""

import json
from pathlib import Path

from codex32 import Codex32String
from embit import bip39
from shamir_mnemonic import combine_mnemonics

import shares

RECORD = json.loads(Path(__file__).with_name("outside.json").read_text())
READERS = {
    "codex32Seed": lambda texts: bytes(Codex32String(texts[0]).data).hex(),
    "codex32": lambda texts: shares.codex32_joined(texts).hex(),
    "slip39": lambda texts, passphrase=b"": combine_mnemonics(texts, passphrase).hex(),
    "sskr": lambda texts: bip39.mnemonic_from_bytes(shares.sskr_joined(texts)),
    "xor": lambda texts: shares.xor_joined(texts)}


def rows():
    """Kind, program, version and day of each trial."""
    return {(row["kind"], row["program"], row["version"], row["day"]) for row in RECORD["programs"]}


def trials(signer, trials, _):
    kinds = {row["kind"] for row in RECORD["programs"]}
    trials.count(kinds == set(RECORD["pages"]), f"pages of {set(RECORD['pages'])}, programs for {kinds}")
    for kind, pages in RECORD["pages"].items():
        for number, page in enumerate(pages):
            locked = [page["passphrase"].encode()] if "passphrase" in page else []
            found = READERS[kind](page["texts"], *locked)
            trials.count(found == page["secret"], f"the page {kind} {number} that was tried by hand: {found}")
