"""The symbols of `wallet export`, read by urtypes, the library of Krux and SeedSigner.

    read_resources.py PATH-OF-online-coordinator

Wallets of random account keys, in every form that `crypto-output` has a tag for, are imported as text
and exported as `crypto-output`. What urtypes reads in the symbol must be the account keys without
steps, and the addresses that embit derives of them, receiving and change, must be ours. Symbols of
urtypes' own making are imported in turn. Ends with `N passed, N failed`.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

from embit import bip32
from embit.descriptor import Descriptor
from embit.descriptor.checksum import add_checksum
from embit.networks import NETWORKS
from urtypes.crypto import Output

from bytewords import decoded, encoded

FORMS = {
    "pkh({})": "44h/{}h/0h", "sh(wpkh({}))": "49h/{}h/0h", "wpkh({})": "84h/{}h/0h", "tr({})": "86h/{}h/0h",
    "wsh(sortedmulti(2,{},{},{}))": "48h/{}h/0h/2h", "sh(wsh(sortedmulti(2,{},{})))": "48h/{}h/0h/1h",
    "sh(sortedmulti(1,{},{}))": "45h", "wsh(multi(2,{},{}))": "48h/{}h/3h/2h",
    "wsh(multi(3,{},{},{},{},{}))": "48h/{}h/0h/2h", "sh(multi(2,{},{},{}))": "45h",
}


class Coordinator:
    """A home of its own."""

    def __init__(self, program, folder):
        self.program = program
        self.environment = dict(
            os.environ, ONLINE_COORDINATOR_HOME=os.path.join(folder, "home"),
            XDG_STATE_HOME=os.path.join(folder, "state"))

    def run(self, *arguments):
        ran = subprocess.run(
            [self.program, *arguments], env=self.environment, capture_output=True, text=True)
        if ran.returncode:
            raise ValueError(f"{' '.join(arguments[:3])}: {ran.stderr.strip()}")
        return ran.stdout

    def imported(self, name, path, network):
        """The wallet's descriptor, and the addresses that it shows."""
        shown = json.loads(self.run(
            "wallet", "import", name, "--from", path, "--network", network, "--accept", "stranger", "--json"))
        return shown["descriptor"], shown["addresses"]


def account(rng, path, network):
    root = bip32.HDKey.from_seed(rng.randbytes(32), version=NETWORKS[network]["xprv"])
    key = root.derive("m/" + path).to_public()
    return f"[{root.my_fingerprint.hex()}/{path}]{key}"


def addresses(descriptor, network, branch, count):
    """What embit derives of keys without steps: it is told which they have."""
    whole = Descriptor.from_string(descriptor)
    return [
        whole.derive(index, branch_index=branch).script_pubkey().address(NETWORKS[network])
        for index in range(count)]


def ranged(text):
    """`/{0,1}/*` behind every key of a text."""
    result, rest = "", text.split("#")[0]
    while "]" in rest:
        head, rest = rest.split("]", 1)
        end = next(place for place, letter in enumerate(rest) if letter in ",)")
        result += head + "]" + rest[:end] + "/{0,1}/*"
        rest = rest[end:]
    return result + rest


def check(coordinator, folder, rng, number, form, network):
    """Why a form fails, or nothing."""
    chain = "mainnet" if network == "main" else "signet"
    path = FORMS[form].format(0 if network == "main" else 1)
    keys = [account(rng, path, network) for _ in range(form.count("{}"))]
    bare = form.format(*keys)
    source = os.path.join(folder, f"{number}.txt")
    with open(source, "w") as file:
        file.write(add_checksum(form.format(*(key + "/<0;1>/*" for key in keys))) + "\n")
    descriptor, ours = coordinator.imported(f"w{number}", source, chain)
    kind, cbor = decoded(coordinator.run("wallet", "export", f"w{number}", "--as", "crypto-output", "--out", "-"))
    if kind != "crypto-output":
        return f"written as {kind}"
    output = Output.from_cbor(cbor)
    read = output.descriptor(include_checksum=False).replace("'", "h")
    if read != bare:
        return f"urtypes reads {read}"
    if addresses(ranged(read), network, 0, len(ours)) != ours:
        return "other receiving addresses"
    # Its own QR code of the same wallet comes back as the wallet.
    symbol = os.path.join(folder, f"{number}-back.txt")
    with open(symbol, "w") as file:
        file.write(encoded("crypto-output", output.to_cbor()) + "\n")
    # A home has a wallet once.
    coordinator.run("wallet", "remove", f"w{number}", "--yes")
    again, theirs = coordinator.imported(f"w{number}-back", symbol, chain)
    if (again, theirs) != (descriptor, ours):
        return f"read back as {again}"
    return None


def main():
    rng = random.Random("drawbridge-1")
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        coordinator = Coordinator(sys.argv[1], folder)
        number = 0
        for network in ("main", "signet"):
            for form in FORMS:
                for _ in range(2):
                    number += 1
                    try:
                        reason = check(coordinator, folder, rng, number, form, network)
                    except Exception as error:  # a failure of either library is one of ours
                        reason = f"{type(error).__name__}: {error}"
                    if reason:
                        failed += 1
                        print(f"{form} on {network}: {reason}")
                    else:
                        passed += 1
    print(f"{passed} passed, {failed} failed")


if __name__ == "__main__":
    main()
