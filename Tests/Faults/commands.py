"""Every command of the signer that changes a file, with what it begins from and what it leaves."""

from dataclasses import dataclass


@dataclass
class Case:
    """One command.

    `out` is its result, in `out`; `again` is added when it is given a second time and the result is there.
    `typed` is what appears on a terminal and what is typed then. With `is_random` its fingerprints differ from run to
    run. `needs_record`: the result may be there only if the vault says so. `changes` is whether the vault is saved,
    `removes` whether it is gone afterwards. `passphrase` is the file that opens it, None where none is asked for.
    """

    name: str
    arguments: tuple
    base: str = "plain"
    out: str = None
    again: tuple = ()
    typed: tuple = None
    is_random: bool = False
    needs_record: bool = False
    changes: bool = True
    removes: bool = False
    passphrase: str = "passphrase"


def _(text):
    return tuple(text.split())


CASES = [
    Case("init", _("init --network regtest --yes"), base="empty"),
    Case("seed create", _("seed create new --words 12 --yes"), is_random=True),
    Case("seed import", _("seed import two --from more-words")),
    Case("seed derive", _("seed derive seed --into child --words 12")),
    Case("seed remove", _("seed remove two --yes"), base="two"),
    Case("wallet register", _("wallet register shared --from shared.txt --yes")),
    Case("wallet remove", _("wallet remove seed-wpkh-0 --yes")),
    Case("account export", _("account export seed --script pkh --out out/account.txt"), out="account.txt",
         again=("--force",)),
    Case("sign", _("sign payment.psbt.txt --out out/signed.psbt --yes"), out="signed.psbt", again=("--force",),
         needs_record=True),
    Case("vault passphrase", _("vault passphrase --new-passphrase-file other")),
    Case("vault passphrase --seeds", _("vault passphrase --seeds --new-passphrase-file other")),
    Case("vault passphrase --remove", _("vault passphrase --seeds --remove --seeds-passphrase-file other"),
         base="locked"),
    Case("vault settings", _("vault settings drill-interval-days 100"),
         typed=("Anything else stops", "drill-interval-days")),
    Case("vault restore", _("vault restore --yes"), base="damaged"),
    Case("backup key", _("backup key seed --out out/key.txt --yes"), out="key.txt", again=("--force",), changes=False),
    Case("backup write", _("backup write seed --from document.json --out out/seed.backup"), out="seed.backup",
         again=("--force",), changes=False),
    Case("log export", _("log export --out out/log.txt"), base="signed", out="log.txt", again=("--force",),
         changes=False),
    Case("wallet export", _("wallet export seed-wpkh-0 --out out/wallet.txt"), out="wallet.txt", again=("--force",),
         changes=False),
    Case("sheet print, public", _("sheet print seed-wpkh-0 --kind public --out out/public.pdf --yes"), out="public.pdf",
         again=("--force",)),
    Case("sheet print, full", _("sheet print seed --kind full --out out/full.pdf"), out="full.pdf", again=("--force",),
         typed=("Anything else stops", "seed")),
    Case("wipe", _("wipe --yes"), removes=True, passphrase=None),
]
