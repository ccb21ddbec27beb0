"""A cosigner that nobody here wrote: embit, driven by the journeys.

    cosigner.py key WORDS PATH                 prints [fingerprint/path]tpub
    cosigner.py address DESCRIPTOR INDEX       prints the address that embit derives (regtest)
    cosigner.py sign WORDS PSBT OUT            signs what it can; prints the number of signatures
"""

import sys

from embit import bip32, bip39
from embit.descriptor import Descriptor
from embit.networks import NETWORKS
from embit.psbt import PSBT

NETWORK = NETWORKS["regtest"]


def master(words):
    return bip32.HDKey.from_seed(bip39.mnemonic_to_seed(words), version=NETWORK["xprv"])


def key(words, path):
    root = master(words)
    account = root.derive("m/" + path).to_public()
    print(f"[{root.my_fingerprint.hex()}/{path}]{account.to_base58(version=NETWORK['xpub'])}")


def address(descriptor, index):
    # embit writes a multipath step with braces in its own dialect; the first branch is the same.
    text = descriptor.split("#")[0].replace("<0;1>", "0")
    print(Descriptor.from_string(text).derive(int(index)).address(NETWORK))


def sign(words, source, target):
    with open(source, "rb") as file:
        packet = PSBT.parse(file.read())
    print(packet.sign_with(master(words)))
    with open(target, "wb") as file:
        file.write(packet.serialize())


if __name__ == "__main__":
    {"key": key, "address": address, "sign": sign}[sys.argv[1]](*sys.argv[2:])
