"""Wallets from public sheets: every form of descriptor that has addresses of its own, long ones in tiles.

Electrum gets a wallet of several keys in its own way: words that were read from the sheets of seeds, and master keys.
"""

import base64
import re
import zlib

import programs
import words

# The point without a known secret that BIP-341 names.
NOBODY = "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"


def key_of(name, path, network):
    """An account key with its origin, and both branches; the path is that of mainnet."""
    root = programs.root(words.made("english", name), network=network)
    if network is programs.SIGNET:
        path = path.replace("/0h/0h", "/1h/0h")
    key = root.derive(path).to_public().to_base58(version=network["xpub"])
    return f"[{root.my_fingerprint.hex()}/{path[2:]}]{key}/<0;1>/*"


def forms(network=programs.SIGNET):
    """Of each kind the descriptors, and the programs that know them."""
    def account(name, path):
        return key_of(name, path, network)

    every = ("bdkpython", "embit", "btclib-wallet")
    cosigners = ",".join(account(count, "m/48h/0h/0h/2h") for count in (12, 18, 24))
    nested = ",".join(account(count, "m/48h/0h/0h/1h") for count in (12, 18, 24))
    several = ",".join(account(count, "m/45h") for count in (12, 24))
    own = account(12, "m/86h/0h/0h")
    keys = [account(count, "m/48h/0h/0h/3h") for count in (12, 18, 24)]
    return {
        "keyWallet": (every, [
            f"wpkh({account(12, 'm/84h/0h/0h')})", f"pkh({account(12, 'm/44h/0h/0h')})",
            f"sh(wpkh({account(12, 'm/49h/0h/0h')}))", f"tr({own})"]),
        "multisigWallet": (every, [
            f"wsh(sortedmulti(2,{cosigners}))", f"wsh(multi(2,{cosigners}))", f"sh(wsh(sortedmulti(2,{nested})))",
            f"sh(wsh(multi(3,{nested})))", f"sh(sortedmulti(1,{several}))", f"sh(multi(2,{several}))"]),
        "treeWallet": (every, [
            f"tr({NOBODY},multi_a(2,{','.join(keys)}))", f"tr({own},{{pk({keys[1]}),multi_a(1,{keys[0]},{keys[2]})}})",
            f"tr({own},pk({keys[2]}))"]),
        # Miniscript, which BDK reads descriptors with, refuses sortedmulti_a.
        "sortedTreeWallet": (("embit", "btclib-wallet"), [
            f"tr({NOBODY},sortedmulti_a(2,{','.join(keys)}))",
            f"tr({own},{{pk({keys[1]}),sortedmulti_a(2,{keys[0]},{keys[2]})}})"]),
    }


# How each makes the addresses of a descriptor.
DERIVE = {
    "bdkpython": lambda text, network: programs.bdk_descriptor(text, is_mainnet=network is programs.MAINNET),
    "embit": lambda text, network: programs.embit_descriptor(text, network=network),
    "btclib-wallet": lambda text, network: programs.btclib_descriptor(text, is_mainnet=network is programs.MAINNET)}


def trials(signer, trials, electrum):
    of_forms(signer, trials, programs.SIGNET, electrum)


def of_forms(signer, trials, network, electrum):
    """Restores the wallets of every kind; of several keys also with the words of as many people as must sign."""
    number = 0
    people = {}
    for count in (12, 24):
        name, english = words.imported(signer, count)
        symbols = signer.symbols(name, name, "--kind", "full")
        digits = trials.only(
            symbols, f"the SeedQR of {count} words", lambda text: text.isdigit() and len(text) == 4 * count)
        people[programs.root(english).my_fingerprint.hex()] = words.words_of(digits[0]) if digits else ""
    for kind, (packages, descriptors) in forms(network).items():
        for descriptor in descriptors:
            number += 1
            name = f"wallet-{number}"
            register(signer, name, descriptor)
            found = joined(signer.symbols(name, name, "--kind", "public", is_secret=False))
            trials.count(bool(found), f"the descriptor of {descriptor[:30]} was not read")
            what = re.sub(r"\[.*?/\*", "KEY", descriptor)
            expected = programs.embit_descriptor(descriptor, network=network)
            for package in packages:
                trials.check(kind, package, what, lambda: DERIVE[package](found, network), expected)
            if kind == "keyWallet" and found and not found.startswith("tr("):
                electrum.watched(what, found, expected, "mainnet" if network is programs.MAINNET else "signet")
            # Electrum sorts the keys whatever the descriptor says, so that no page of `multi` names it.
            if found and "sortedmulti(" in descriptor:
                needed = int(re.search(r"sortedmulti\((\d+)", descriptor)[1])
                electrum.several_keys(what, found, dict(list(people.items())[:needed]), expected,
                                      "mainnet" if network is programs.MAINNET else "signet")


def register(signer, name, descriptor):
    signer.run("wallet", "register", name, "--from", signer.write(f"{name}.txt", descriptor),
               "--accept", "R23", "--accept", "R07", "--accept", "stranger", "--yes")


def joined(symbols):
    """The descriptor that the QR codes of a page hold: as text, or as parts of BBQr put together."""
    symbols = list(dict.fromkeys(symbols))
    parts = sorted((text for text in symbols if re.match(r"B\$[2HZ]U", text)), key=lambda text: text[6:8])
    if not parts:
        return next((text for text in symbols if re.match(r"\w+\(.*#\w{8}$", text)), "")
    if len(parts) != int(parts[0][4:6], 36):
        return ""
    text = "".join(part[8:] for part in parts)
    if parts[0][2] == "H":
        return bytes.fromhex(text).decode()
    data = b"".join(
        base64.b32decode(part[8:] + "=" * (-len(part[8:]) % 8)) for part in parts)
    return (zlib.decompress(data, -10) if parts[0][2] == "Z" else data).decode()
