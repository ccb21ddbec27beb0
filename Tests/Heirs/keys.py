"""Keys that have no words: whole seeds in codex32, extended private keys, private keys of one address."""

import hashlib

import bdkpython
from btclib_wallet import bip32 as btclib
from codex32 import Codex32String
from embit import bip32, ec

import programs


def trials(signer, trials, electrum):
    codex32(signer, trials, electrum)
    extended_key(signer, trials)
    single_key(signer, trials, electrum)


def codex32_seed(size):
    """A seed of so many bytes in codex32, unshared."""
    data = hashlib.sha256(b"codex32").digest() * 2
    return data[:size], Codex32String.from_seed(data[:size], "ms10test")


def imported(signer, size):
    """The name of such a seed, and its bytes."""
    data, text = codex32_seed(size)
    signer.seed(f"codex32-{size}", text.s)
    return f"codex32-{size}", data


def codex32(signer, trials, electrum):
    for size in (16, 32, 64):
        data = imported(signer, size)[1]
        symbols = signer.symbols(f"full-codex32-{size}", f"codex32-{size}", "--kind", "full")
        for found in trials.only(symbols, "a seed in codex32", lambda text: text.startswith("MS1")):
            trials.check("codex32Seed", "codex32", f"a seed of {size} bytes",
                         lambda: bytes(Codex32String(found).data), data)
            for way in (electrum.account, electrum.account_of_several):
                way(trials, f"a seed of {size} bytes", lambda: bytes(Codex32String(found).data), data, "codex32Seed")


def extended_key(signer, trials):
    for number in range(2):
        master = programs.root("zoo " * 11 + "wrong", "" if number == 0 else "second")
        signer.seed(f"master-{number}", master.to_base58(version=programs.SIGNET["xprv"]))
        symbols = signer.symbols(f"full-master-{number}", f"master-{number}", "--kind", "full")
        for found in trials.only(symbols, "the extended key", lambda text: text.startswith("tprv")):
            of_extended_key(trials, found, master)


def of_extended_key(trials, found, master, is_mainnet=False):
    """The first address of each kind, of an extended key that was read."""
    cosigner = programs.embit_cosigner(master)
    at = programs.path(master, 48) + "/2h"
    trials.check("extendedKey", "btclib-wallet", "an extended key, a cosigner's key",
                 lambda: btclib.xpub_from_xprv(btclib.derive(found, at)), cosigner)
    for kind in programs.ACCOUNTS:
        first = programs.embit_first(master, kind)
        of_account = f"{programs.path(master, programs.ACCOUNTS[kind])}/0/0"
        trials.check("extendedKey", "btclib-wallet", f"an extended key, {kind}",
                     lambda: btclib.xpub_from_xprv(btclib.derive(found, of_account)),
                     programs.embit_key_at(master, of_account))
        trials.check("extendedKey", "embit", f"an extended key, {kind}",
                     lambda: programs.embit_first(bip32.HDKey.from_base58(found), kind), first)
        trials.check(
            "extendedKey", "bdkpython", f"an extended key, {kind}", lambda: programs.bdk_first(
                bdkpython.DescriptorSecretKey.from_string(found), kind, is_mainnet), first)


def single_key(signer, trials, electrum):
    key = ec.PrivateKey(bytes(range(1, 33)))
    signer.seed("paper", key.wif(programs.SIGNET))
    symbols = signer.symbols("full-paper", "paper", "--kind", "full")
    address = programs.script.p2wpkh(key.get_public_key()).address(programs.SIGNET)
    for found in trials.only(symbols, "the private key", lambda text: text == key.wif(programs.SIGNET)):
        of_single_key(trials, found, key, programs.SIGNET)
        electrum.single_key("a private key", found, address)


def of_single_key(trials, found, key, network):
    """The address of each kind, of a private key that was read."""
    is_mainnet = network is programs.MAINNET
    for kind in programs.ACCOUNTS:
        address = programs.embit_address(key.get_public_key(), kind, network)
        trials.check("singleKey", "embit", f"a private key, {kind}",
                     lambda: programs.embit_single_key(found, kind, network), address)
        trials.check("singleKey", "bdkpython", f"a private key, {kind}",
                     lambda: programs.bdk_single_key(found, kind, is_mainnet), address)
