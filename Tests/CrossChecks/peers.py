"""What `--for PEER` writes, read by the libraries of that peer.

    peers.py PATH-OF-online-coordinator

Payments and wallets of random keys are drawn by `qr show --for` and `wallet export --for`. The pictures are
read by zxing-cpp; the series joined here, plain parts only, as a reader without fountain decoding does; the
resource is read by urtypes (Krux, SeedSigner), the PSBT and the descriptor by embit (Krux, SeedSigner,
Specter-DIY), and what is for Electrum by Debian's Electrum, under the system's Python. embit then signs as a
device does, which needs the coins that the profile left in. Ends with `N passed, N failed`.
"""

import base64
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import zlib

import zxingcpp
from embit import bip32, script
from embit.descriptor import Descriptor
from embit.descriptor.checksum import add_checksum
from embit.networks import NETWORKS
from embit.psbt import PSBT, DerivationPath
from embit.transaction import Transaction, TransactionInput, TransactionOutput
from PIL import Image
from urtypes.cbor import decoder as cbor
from urtypes.crypto import Output
from urtypes.crypto import PSBT as Resource

from bytewords import BYTES
from read_resources import Coordinator

# What docs/peers.md says of each: what its payment is written as, the largest QR code of a series, whether
# previous transactions go along, and what its wallet is written as.
PEERS = {
    "coldcard-q": ("bbqr", 20, True, "coldcard"),
    "seedsigner": ("ur", 12, False, "descriptor"),
    "krux": ("bbqr", 10, True, "descriptor"),
    "jade": ("ur", 12, True, "coldcard"),
    "passport": ("ur", 12, True, "coldcard"),
    "keystone": ("ur", 12, True, "coldcard"),
    "specter-diy": ("ur", 12, True, "specter-diy"),
    "sparrow": ("ur", 16, True, "crypto-output"),
    "nunchuk": ("ur", 16, True, "bsms"),
    "bluewallet": ("ur", 12, True, "coldcard"),
}
ELECTRUM = "/usr/bin/python3"


# What a picture says


def frames(folder):
    """The content of each picture, and the largest QR version."""
    texts, version = [], 0
    for name in sorted(os.listdir(folder)):
        image = Image.open(os.path.join(folder, name)).convert("L")
        found = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
        if len(found) != 1:
            raise ValueError(f"{len(found)} QR codes in {name}")
        texts.append(found[0].text)
        # Six pixels a module and four light modules around.
        version = max(version, (image.width // 6 - 8 - 17) // 4)
    return texts, version


def resource(texts):
    """The type and CBOR of `ur:` frames, from the plain parts."""
    parts = {}
    for text in texts:
        kind, *rest = text.lower().removeprefix("ur:").split("/")
        body = rest[-1]
        data = bytes(BYTES[body[place:place + 2]] for place in range(0, len(body), 2))
        if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "big"):
            raise ValueError("the checksum of a part")
        if len(rest) == 1:
            return kind, data[:-4]
        number, count, length, checksum, fragment = cbor.Decoder(io.BytesIO(data[:-4])).decode()
        if number <= count:
            parts[number] = bytes(fragment)
    whole = b"".join(parts[number] for number in range(1, count + 1))[:length]
    if zlib.crc32(whole) != checksum:
        raise ValueError("the checksum of the message")
    return kind, whole


def bbqr(texts):
    """The type and bytes of BBQr frames: as Krux does, by raw deflate with a window of 10 bits, 100 kB at most."""
    head = texts[0][:6]
    count = int(head[4:6], 36)
    bodies = {}
    for text in texts:
        if text[:6] != head or text[:2] != "B$":
            raise ValueError(f"another head: {text[:8]}")
        bodies[int(text[6:8], 36)] = text[8:]
    data = b""
    for index in range(count):
        body = bodies[index]
        data += base64.b32decode(body + "=" * (-len(body) % 8))
    if head[2] == "Z":
        data = zlib.decompressobj(-10).decompress(data, 100_000)
    return head[3], data


# What is crossing


def key(rng, path):
    root = bip32.HDKey.from_seed(rng.randbytes(32), version=NETWORKS["regtest"]["xprv"])
    return root, f"[{root.my_fingerprint.hex()}/{path}]{root.derive('m/' + path).to_public()}"


def payment(rng, root, coins, outputs):
    """An unsigned payment of one P2WPKH key, each coin from a transaction of its own."""
    psbt_inputs, previous = [], []
    for index in range(coins):
        child = root.derive(f"m/84h/1h/0h/0/{index}")
        mine = script.p2wpkh(child)
        before = Transaction(
            vin=[TransactionInput(rng.randbytes(32), 0)],
            vout=[TransactionOutput(100_000 + n, mine if n == 0 else script.p2wpkh(root.derive(f"m/{n}")))
                  for n in range(outputs)])
        previous.append((before, child))
        psbt_inputs.append(TransactionInput(before.txid(), 0, sequence=0xFFFFFFFD))
    psbt = PSBT(Transaction(
        vin=psbt_inputs, vout=[TransactionOutput(coins * 90_000, script.p2wpkh(root.derive("m/7")))]))
    for index, (before, child) in enumerate(previous):
        psbt.inputs[index].non_witness_utxo = before
        psbt.inputs[index].witness_utxo = before.vout[0]
        psbt.inputs[index].bip32_derivations[child.get_public_key()] = DerivationPath(
            root.my_fingerprint, bip32.parse_path(f"m/84h/1h/0h/0/{index}"))
    return psbt


def shown(coordinator, folder, source, peer, *more):
    place = os.path.join(folder, f"{peer}-{random.getrandbits(40)}") + "/"
    coordinator.run("qr", "show", source, "--for", peer, "--out", place, *more)
    return frames(place)


def check_payment(coordinator, folder, peer, psbt, root):
    form, limit, keeps, _ = PEERS[peer]
    source = os.path.join(folder, f"payment-{peer}.psbt")
    with open(source, "wb") as file:
        file.write(psbt.serialize())
    texts, version = shown(coordinator, folder, source, peer)
    if version > limit:
        return f"a QR code of version {version}"
    if form == "bbqr":
        kind, data = bbqr(texts)
        if kind != "P":
            return f"a file of type {kind}"
    else:
        kind, data = resource(texts)
        if kind != "crypto-psbt":
            return f"a resource of type {kind}"
        data = Resource.from_cbor(data).data
    read = PSBT.parse(data)
    if keeps and data != psbt.serialize():
        return "other bytes"
    if read.tx.serialize() != psbt.tx.serialize():
        return "another transaction"
    if not keeps and any(inp.non_witness_utxo for inp in read.inputs):
        return "previous transactions that it does not look at"
    if read.sign_with(root) != len(read.inputs):
        return "it cannot be signed"
    # Signed by the device, it goes on: both come to the same signatures.
    psbt.sign_with(root)
    if [inp.partial_sigs for inp in read.inputs] != [inp.partial_sigs for inp in psbt.inputs]:
        return "other signatures"
    return None


def check_wallet(coordinator, folder, peer, rng):
    form = PEERS[peer][3]
    path = "48h/1h/0h/2h"
    keys = [key(rng, path)[1] for _ in range(3)]
    name = f"{peer}-{rng.getrandbits(32)}"
    source = os.path.join(folder, f"{name}.txt")
    whole = "wsh(sortedmulti(2,{}))".format(",".join(part + "/<0;1>/*" for part in keys))
    with open(source, "w") as file:
        file.write(add_checksum(whole) + "\n")
    _, ours = coordinator.imported(name, source, "regtest")
    place = os.path.join(folder, name) + "/"
    coordinator.run("wallet", "export", name, "--for", peer, "--out", place)
    texts, version = frames(place)
    if form == "crypto-output":
        kind, data = resource(texts)
        if kind != form:
            return f"a resource of type {kind}"
        read = Output.from_cbor(data).descriptor(include_checksum=False)
        return None if read.replace("'", "h") == whole.replace("/<0;1>/*", "") else f"urtypes reads {read}"
    if PEERS[peer][0] == "bbqr" and peer == "coldcard-q":
        kind, text = bbqr(texts)
        if kind != "U":
            return f"a file of type {kind}"
    elif texts[0].startswith("UR:"):
        text = cbor.Decoder(io.BytesIO(resource(texts)[1])).decode()
    else:
        text = texts[0].encode()
    text = bytes(text).decode()
    if form == "coldcard":
        fields = dict(re.findall(r"(?m)^([A-Za-z0-9]+): *(.+)$", text))
        named = [part[1:9].upper() + ": " + part.split("]")[1] for part in keys]
        wanted = {"Policy": "2 of 3", "Format": "P2WSH", "Derivation": "m/48'/1'/0'/2'"}
        if {name: fields.get(name) for name in wanted} != wanted:
            return f"other fields: {fields}"
        return None if all(line in text for line in named) else "other keys"
    if form == "specter-diy":
        text = text.removeprefix("addwallet ").split("&")[1]
    if form == "bsms":
        text = text.splitlines()[1].replace("/**", "/<0;1>/*")
    read = Descriptor.from_string(text.split("#")[0].strip())
    if any(part.allowed_derivation is None for part in read.keys):
        # As Specter-DIY does with keys that have no steps.
        read = Descriptor.from_string(whole) if text.split("#")[0] == whole.replace("/<0;1>/*", "") else read
    found = [read.derive(index, branch_index=0).address(NETWORKS["regtest"]) for index in range(len(ours))]
    return None if found == ours else f"embit reads {text}"


def check_electrum(coordinator, folder, rng):
    """A payment in one QR code and a wallet's file, as Debian's Electrum takes them; nothing where it is missing."""
    if subprocess.run([ELECTRUM, "-c", "import electrum"], capture_output=True).returncode != 0:
        return "skipped"
    root, text = key(rng, "84h/1h/0h")
    psbt = payment(rng, root, 1, 2)
    source = os.path.join(folder, "electrum.psbt")
    with open(source, "wb") as file:
        file.write(psbt.serialize())
    texts, _ = shown(coordinator, folder, source, "electrum")
    wallet = os.path.join(folder, "electrum.txt")
    with open(wallet, "w") as file:
        file.write(add_checksum(f"wpkh({text}/<0;1>/*)") + "\n")
    _, ours = coordinator.imported("electrum", wallet, "regtest")
    file = os.path.join(folder, "electrum.json")
    coordinator.run("wallet", "export", "electrum", "--for", "electrum", "--out", file)
    ran = subprocess.run(
        [ELECTRUM, "-B", os.path.join(os.path.dirname(__file__), "electrum_reads.py"), file], input=texts[0],
        capture_output=True, text=True)
    if ran.returncode:
        return ran.stderr[-500:]
    found = json.loads(ran.stdout)
    if found["psbt"] != psbt.serialize().hex():
        return "another PSBT"
    if found["addresses"] != ours[:len(found["addresses"])]:
        return f"another wallet: {found['addresses'][0]}, not {ours[0]}"
    return None


def main():
    rng = random.Random("drawbridge-peers")
    passed = failed = 0

    def count(what, check, *arguments):
        nonlocal passed, failed
        try:
            reason = check(*arguments)
        except Exception as error:  # a failure of either library is one of ours
            reason = f"{type(error).__name__}: {error}"
        if reason == "skipped":
            print(f"skipped: python3-electrum is not installed, {what} was not read by it")
        elif reason:
            failed += 1
            print(f"{what}: {reason}")
        else:
            passed += 1

    with tempfile.TemporaryDirectory() as folder:
        coordinator = Coordinator(sys.argv[1], folder)
        for peer in PEERS:
            for coins, outputs in ((1, 2), (3, 40)):
                root, _ = key(rng, "84h/1h/0h")
                psbt = payment(rng, root, coins, outputs)
                count(f"a payment for {peer}", check_payment, coordinator, folder, peer, psbt, root)
            count(f"a wallet for {peer}", check_wallet, coordinator, folder, peer, rng)
        count("what is for Electrum", check_electrum, coordinator, folder, rng)
    print(f"{passed} passed, {failed} failed")


main()
