"""Wallets from public sheets: every form of descriptor that has addresses of its own, long ones in tiles."""

import base64
import re
import zlib

import programs
import words

# The point without a known secret that BIP-341 names.
NOBODY = "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"


def account(name, path):
    """An account key with its origin, and both branches."""
    root = programs.root(words.made("english", name))
    key = root.derive(path).to_public().to_base58(version=programs.SIGNET["xpub"])
    return f"[{root.my_fingerprint.hex()}/{path[2:]}]{key}/<0;1>/*"


def forms():
    """Of each kind the descriptors, and the programs that know them."""
    both = ("bdkpython", "embit")
    cosigners = ",".join(account(count, "m/48h/1h/0h/2h") for count in (12, 18, 24))
    nested = ",".join(account(count, "m/48h/1h/0h/1h") for count in (12, 18, 24))
    several = ",".join(account(count, "m/45h") for count in (12, 24))
    own = account(12, "m/86h/1h/0h")
    keys = [account(count, "m/48h/1h/0h/3h") for count in (12, 18, 24)]
    return {
        "keyWallet": (both, [
            f"wpkh({account(12, 'm/84h/1h/0h')})", f"pkh({account(12, 'm/44h/1h/0h')})",
            f"sh(wpkh({account(12, 'm/49h/1h/0h')}))", f"tr({own})"]),
        "multisigWallet": (both, [
            f"wsh(sortedmulti(2,{cosigners}))", f"wsh(multi(2,{cosigners}))", f"sh(wsh(sortedmulti(2,{nested})))",
            f"sh(wsh(multi(3,{nested})))", f"sh(sortedmulti(1,{several}))", f"sh(multi(2,{several}))"]),
        "treeWallet": (both, [
            f"tr({NOBODY},multi_a(2,{','.join(keys)}))", f"tr({own},{{pk({keys[1]}),multi_a(1,{keys[0]},{keys[2]})}})",
            f"tr({own},pk({keys[2]}))"]),
        # Miniscript, which BDK reads descriptors with, refuses sortedmulti_a.
        "sortedTreeWallet": (("embit",), [
            f"tr({NOBODY},sortedmulti_a(2,{','.join(keys)}))",
            f"tr({own},{{pk({keys[1]}),sortedmulti_a(2,{keys[0]},{keys[2]})}})"]),
    }


def trials(signer, trials, _):
    words.imported(signer, 12)
    number = 0
    for kind, (packages, descriptors) in forms().items():
        for descriptor in descriptors:
            number += 1
            name = f"wallet-{number}"
            register(signer, name, descriptor)
            found = joined(signer.symbols(name, name, "--kind", "public", is_secret=False))
            trials.count(bool(found), f"the descriptor of {descriptor[:30]} was not read")
            what = re.sub(r"\[.*?/\*", "KEY", descriptor)
            expected = programs.embit_descriptor(descriptor)
            for package in packages:
                derive = programs.bdk_descriptor if package == "bdkpython" else programs.embit_descriptor
                trials.check(kind, package, what, lambda: derive(found), expected)


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
