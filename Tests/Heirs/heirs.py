"""What heirs do with the pages, without this program: see run. Ends with "N passed, N failed, N skipped".

Each trial names the kind and the tool that it stands for; the versions are those that are installed. What sheets
and docs/standards.md name must be what was tried here.
"""

import re
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import bdkpython
from codex32 import Codex32String
from embit import bip32, bip39, ec, script
from embit.descriptor import Descriptor
from embit.networks import NETWORKS
from shamir_mnemonic import combine_mnemonics

from pages import ROOT, Signer

WORDS = {
    "short": "unfold light protect unfold pulp like vintage drive receive egg dune sketch",
    "long": "abandon " * 23 + "art",
    "other": "legal winner thank year wave sausage worth useful legal winner thank yellow",
}
# What sheets call the packages of PyPI.
PACKAGES = {
    "embit (Python)": "embit", "BDK (Python)": "bdkpython", "shamir-mnemonic (Python)": "shamir-mnemonic",
    "codex32 (Python)": "codex32"}
SIGNET = NETWORKS["signet"]
passed = failed = 0
tried = set()


def check(kind, package, what, found, expected):
    """Counts a trial of a kind with a package of PyPI."""
    global passed, failed
    tried.add((kind, package, version(package)))
    if found == expected:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {kind} with {package}, {what}: {found!r}, not {expected!r}")


def root(words, passphrase=""):
    return bip32.HDKey.from_seed(bip39.mnemonic_to_seed(words, passphrase), version=SIGNET["xprv"])


def only(symbols, what, test):
    """The symbols of a page that pass a test, each once; a page without one counts as a failure."""
    global failed
    found = list(dict.fromkeys(symbol for symbol in symbols if test(symbol)))
    if not found:
        failed += 1
        print(f"FAILED {what} was not read")
    return found


def words_of(digits):
    return " ".join(bip39.WORDLIST[int(digits[at:at + 4])] for at in range(0, len(digits), 4))


def first_address(descriptor):
    return Descriptor.from_string(descriptor).derive(0, branch_index=0).address(SIGNET)


def descriptor_trials(descriptor, words):
    """The descriptor gives the addresses that the words give, by two programs."""
    key = root(words).derive("m/84h/1h/0h").to_public()
    expected = first_address(f"wpkh({key.to_base58(version=SIGNET['xpub'])}/<0;1>/*)")
    check("descriptor", "embit", "the first address", first_address(descriptor), expected)
    wallet = bdkpython.Wallet.create_from_two_path_descriptor(
        bdkpython.Descriptor(descriptor, bdkpython.NetworkKind.TEST), bdkpython.Network.SIGNET,
        bdkpython.Persister.new_in_memory())
    found = str(wallet.peek_address(bdkpython.KeychainKind.EXTERNAL, 0).address)
    check("descriptor", "bdkpython", "the first address", found, expected)


def trials(signer):
    for name, words in WORDS.items():
        signer.seed(name, words)
    signer.run("account", "export", "short", "--script", "wpkh", "--out", "account.txt")
    fingerprints = {name: root(words).my_fingerprint for name, words in WORDS.items()}

    for name in ("short", "long"):
        symbols = signer.symbols(f"full-{name}", name, "--kind", "full")
        count = 4 * len(WORDS[name].split())
        for digits in only(symbols, f"the SeedQR of {name}", lambda text: text.isdigit() and len(text) == count):
            check("words", "embit", "the words", words_of(digits), WORDS[name])
            check("words", "embit", "the fingerprint", root(words_of(digits)).my_fingerprint, fingerprints[name])
            mnemonic = bdkpython.Mnemonic.from_string(words_of(digits))
            check("words", "bdkpython", "the words", str(mnemonic), WORDS[name])
    symbols = signer.symbols("full-again", "short", "--kind", "full")
    for descriptor in only(symbols, "the descriptor", lambda text: text.startswith("wpkh(")):
        descriptor_trials(descriptor, WORDS["short"])

    seed = bip39.mnemonic_to_seed(WORDS["short"])
    shares = [only(signer.symbols(f"codex32-{number}", "short", "--kind", "share", "--as", "codex32", "--shares", "2-of-3",
                                  "--share", str(number)), "a share of codex32", lambda text: text.startswith("MS1"))
              for number in (1, 3)]
    secret = Codex32String.interpolate_at([Codex32String(share[0]) for share in shares], "s")
    check("codex32", "codex32", "the seed of two shares", bytes(secret.data), seed)

    shares = [only(signer.symbols(f"slip39-{number}", "short", "--kind", "share", "--as", "slip39", "--shares", "2-of-3",
                                  "--share", str(number)), "a share of SLIP-39", lambda text: len(text.split()) >= 20)
              for number in (2, 3)]
    check("slip39", "shamir-mnemonic", "the secret of two shares", combine_mnemonics([share[0] for share in shares]), seed)

    parts = [only(signer.symbols(f"xor-{number}", "other", "--kind", "share", "--as", "xor", "--shares", "2-of-2",
                                 "--share", str(number)), "a part of Seed XOR", lambda text: len(text.split()) == 12)
             for number in (1, 2)]
    entropy = [bip39.mnemonic_to_bytes(part[0]) for part in parts]
    joined = bip39.mnemonic_from_bytes(bytes(x ^ y for x, y in zip(*entropy)))
    check("xor", "embit", "the words of two parts", joined, WORDS["other"])

    master = root("zoo " * 11 + "wrong")
    signer.seed("master", master.to_base58(version=SIGNET["xprv"]))
    symbols = signer.symbols("full-master", "master", "--kind", "full")
    for text in only(symbols, "the extended key", lambda text: text.startswith("tprv")):
        check("extendedKey", "embit", "the key", bip32.HDKey.from_base58(text), master)

    key = ec.PrivateKey(bytes(range(1, 33)))
    signer.seed("paper", key.wif(SIGNET))
    symbols = signer.symbols("full-paper", "paper", "--kind", "full")
    for text in only(symbols, "the private key", lambda text: text == key.wif(SIGNET)):
        found = script.p2wpkh(ec.PrivateKey.from_wif(text).get_public_key()).address(SIGNET)
        check("singleKey", "embit", "the address", found, script.p2wpkh(key.get_public_key()).address(SIGNET))

    encrypted(signer)


def encrypted(signer):
    """By the reader that stands on the page: ours, with nothing but Python's own library."""
    global passed, failed
    secret = "lamp orbit cheese north window seven"
    symbols = signer.symbols("encrypted", "short", "--kind", "encrypted", "--sheet-words-file", signer.write("w", secret))
    parts = only(symbols, "the encrypted sheet", lambda text: text.startswith("B$2B"))
    ran = subprocess.run(
        [sys.executable, ROOT / "Samples/read-encrypted-sheet/read.py", signer.write("parts", "\n".join(parts))],
        input=secret + "\n", capture_output=True, text=True, timeout=300)
    if f"seed {WORDS['short']}" in ran.stdout:
        passed += 1
    else:
        failed += 1
        print(f"FAILED the encrypted sheet: {ran.stdout[-300:]}{ran.stderr[-300:]}")


def named_is_tried():
    """What sheets and docs/standards.md name has the version that was tried; Electrum is tried by Tests/CrossChecks."""
    global passed, failed
    table = (ROOT / "Sources/Offline/RecoverySheets/Languages/TriedProgram.swift").read_text()
    standards = (ROOT / "docs/standards.md").read_text()
    for kind, name, stated, day in re.findall(r'TriedProgram\(\.(\w+), "([^"]+)", "([^"]+)", "([^"]+)"', table):
        is_tried = name == "Electrum" or (kind, PACKAGES.get(name), stated) in tried
        is_listed = re.search(rf"\| {kind} \| {re.escape(name)} \| {re.escape(stated)} \| {day} \|", standards)
        if is_tried and is_listed:
            passed += 1
        else:
            failed += 1
            print(f"FAILED sheets name {name} {stated} for {kind}, "
                  + ("which docs/standards.md does not list" if is_tried else "which was not tried"))


with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
    trials(Signer(sys.argv[1], folder))
named_is_tried()
for kind, package, number in sorted(tried):
    print(f"{kind}: {package} {number}")
print(f"{passed} passed, {failed} failed, 0 skipped")
sys.exit(failed > 0)
