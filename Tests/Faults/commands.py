"""Every command of the signer that changes a file, with what it begins from and what it leaves."""

from dataclasses import dataclass


@dataclass
class Case:
    """One command.

    `out` is its result, a file or a folder in `out`, `beside` another one; `again` is added when it is given a second
    time and the result is there. `typed` is what appears on a terminal and what is typed then (empty where it only
    asks for words of the paper), None without a terminal. With `is_random` its
    fingerprints differ from run to run. `needs_record`: the result may be there only if the vault says so. `changes`
    is whether the vault is saved, `removes` whether it is gone afterwards. `passphrase` is the file that opens it,
    None where none is asked for. One that `relays` ends as the command that it ran did, and says no more about a kill.
    Where the result `stays`, nothing overwrites it: whoever gives the command again removes it first. A folder that is
    made `in_parts` may have the first of its files alone, each of them whole.
    """

    name: str
    arguments: tuple
    base: str = "plain"
    out: str = None
    beside: str = None
    again: tuple = ()
    typed: tuple = None
    is_random: bool = False
    needs_record: bool = False
    changes: bool = True
    removes: bool = False
    passphrase: str = "passphrase"
    relays: bool = False
    stays: bool = False
    in_parts: bool = False


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
    Case("network show", _("network show ecash --out out/ecash.json"), out="ecash.json", again=("--force",), changes=False,
         passphrase=None),
    Case("log export", _("log export --out out/log.txt"), base="signed", out="log.txt", again=("--force",),
         changes=False),
    Case("wallet export", _("wallet export seed-wpkh-0 --out out/wallet.txt"), out="wallet.txt", again=("--force",),
         changes=False),
    Case("sheet print, public", _("sheet print seed-wpkh-0 --kind public --out out/public.pdf --yes"), out="public.pdf",
         again=("--force",)),
    Case("sheet print, full", _("sheet print seed --kind full --out out/full.pdf"), out="full.pdf", again=("--force",),
         typed=("Anything else stops", "seed")),
    Case("seed create --transcript", _("seed create new --words 12 --yes --transcript out/how.txt"), out="how.txt",
         typed=("Anything else stops", "new"), is_random=True, stays=True),
    Case("seed import --account-map", _("seed import two --from recovery.png --account-map out/map.json --yes"),
         base="scanned", out="map.json"),
    Case("seed passphrase --keep", _("seed passphrase two --keep --bip39-passphrase-file other --yes"), base="asked"),
    Case("seed passphrase --forget", _("seed passphrase two --forget --bip39-passphrase-file other --yes"), base="kept"),
    Case("seed verify", _("seed verify seed --from words")),
    Case("seed verify --drill", _("seed verify seed --from words --drill --yes")),
    Case("seed verify --quiz", _("seed verify seed --quiz"), typed=()),
    Case("seed show --out", _("seed show seed --as seedqr --out out/seedqr.png"), out="seedqr.png",
         typed=("Anything else stops", "seed"), changes=False),
    Case("seed split --out", _("seed split seed --as sskr --shares 2-of-3 --out out/shares"), out="shares",
         typed=("Anything else stops", "seed"), changes=False, stays=True, in_parts=True),
    Case("account export --all", _("account export seed --all --out out/all.txt"), out="all.txt", again=("--force",)),
    Case("account export --as bsms", _("account export seed --script wsh --as bsms --out out/key.bsms"), out="key.bsms",
         again=("--force",), changes=False),
    Case("account export --seed", _("account export --seed words --network regtest --script wpkh --out out/account.txt"),
         out="account.txt", again=("--force",), changes=False, passphrase=None),
    Case("sign --receipt", _("sign payment.psbt.txt --out out/signed.psbt --receipt out/receipt.txt --yes"),
         out="signed.psbt", beside="receipt.txt", again=("--force",), needs_record=True),
    Case("sign --receipt alone", _("sign payment.psbt.txt --receipt out/receipt.txt --yes"), out="receipt.txt",
         again=("--force",), changes=False),
    Case("sign --compare", _("sign payment.psbt.txt --compare first.psbt --out out/signed.psbt --yes"), base="signed",
         out="signed.psbt", again=("--force",), needs_record=True),
    Case("sign --seed", _("sign payment.psbt.txt --seed words --wallet wallet.txt --network regtest --accept wallet"
         " --accept practice --yes --out out/signed.psbt"), out="signed.psbt", again=("--force",), changes=False,
         passphrase=None),
    Case("sign, a ladder", _("sign ladder.txt --out out/signed.txt --yes"), out="signed.txt", again=("--force",),
         needs_record=True),
    Case("sign, anti-exfil round 1", _("sign anti-exfil.txt --out out/opened.txt --yes"), out="opened.txt",
         again=("--force",), changes=False),
    Case("sign, anti-exfil round 2", _("sign anti-exfil-2.txt --out out/signed.txt --yes"), out="signed.txt",
         again=("--force",), needs_record=True),
    Case("watch --once", _("watch stick --once --out out -- --yes"), out="payment.psbt-signed.txt", needs_record=True,
         relays=True),
    Case("message sign", _("message sign text --wallet seed-wpkh-0 --out out/text.txt --yes"), out="text.txt",
         again=("--force",), needs_record=True),
    Case("backup read", _("backup read seed --from seed.backup --out out/document.json"), base="backed", out="document.json",
         changes=False),
    Case("sheet print, encrypted", _("sheet print seed --kind encrypted --out out/sheet.pdf --sheet-words-file other"),
         out="sheet.pdf", again=("--force",), typed=("Anything else stops", "seed")),
    Case("sheet print, share", _("sheet print seed --kind share --as codex32 --shares 2-of-3 --share 1 --out out/share.pdf"),
         out="share.pdf", again=("--force",), typed=("Anything else stops", "seed")),
    Case("sheet print, inheritance", _("sheet print seed-wpkh-0 --kind inheritance --out out/letter.pdf --yes"),
         out="letter.pdf", again=("--force",)),
    Case("sheet print, blank", _("sheet print --kind blank --words 12 --out out/blank.pdf --yes"), out="blank.pdf",
         again=("--force",), changes=False),
    Case("sheet check", _("sheet check scan"), base="printed"),
    Case("qr show", _("qr show payment.psbt.txt --out out/payment.gif"), out="payment.gif", again=("--force",),
         changes=False, passphrase=None),
    Case("qr read", _("qr read payment.gif --out out/payment.psbt"), base="scanned", out="payment.psbt", again=("--force",),
         changes=False, passphrase=None),
    Case("wipe", _("wipe --yes"), removes=True, passphrase=None),
]
