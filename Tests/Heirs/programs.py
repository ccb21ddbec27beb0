"""Other people's programs, each brought to the same few questions; the network is signet unless one says mainnet."""

import bdkpython
from btclib_wallet import descriptors as btclib
from embit import bip32, bip39, ec, script
from embit.descriptor import Descriptor
from embit.networks import NETWORKS
from hdwallet import HDWallet
from hdwallet import derivations, hds
from hdwallet.cryptocurrencies import Bitcoin
from hdwallet.mnemonics import BIP39Mnemonic

SIGNET = NETWORKS["signet"]
MAINNET = NETWORKS["main"]
# The kinds of addresses of one key, and the numbers of their accounts' paths.
ACCOUNTS = {"pkh": 44, "sh-wpkh": 49, "wpkh": 84, "tr": 86}


def root(words, passphrase="", network=SIGNET):
    return bip32.HDKey.from_seed(bip39.mnemonic_to_seed(words, passphrase), version=network["xprv"])


def network_of(root):
    return MAINNET if root.version == MAINNET["xprv"] else SIGNET


def path(root, number):
    return f"m/{number}h/{0 if network_of(root) is MAINNET else 1}h/0h"


def embit_first(root, kind="wpkh"):
    """The first address of the first account of a kind."""
    key = root.derive(path(root, ACCOUNTS[kind]) + "/0/0").to_public()
    return embit_address(key, kind, network_of(root))


def embit_first_of(seed, kind="wpkh"):
    """The same of a seed in bytes, on signet."""
    return embit_first(bip32.HDKey.from_seed(seed, version=SIGNET["xprv"]), kind)


def embit_address(key, kind, network):
    """The address of a key."""
    if kind == "sh-wpkh":
        return script.p2sh(script.p2wpkh(key)).address(network)
    return {"pkh": script.p2pkh, "wpkh": script.p2wpkh, "tr": script.p2tr}[kind](key).address(network)


def embit_cosigner(root):
    """The key that a wallet of several keys has of these words (BIP-48)."""
    return root.derive(path(root, 48) + "/2h").to_public().to_base58(version=network_of(root)["xpub"])


def embit_key_at(root, at):
    """The public key at a path."""
    return root.derive(at).to_public().to_base58(version=network_of(root)["xpub"])


def embit_at(root, at, kind, index=0):
    """A receiving address, the first unless said, of an account that is named by its path and kind."""
    return embit_address(root.derive(f"{at}/0/{index}").to_public(), kind, network_of(root))


def bdk_networks(is_mainnet):
    kind, network = bdkpython.NetworkKind, bdkpython.Network
    return (kind.MAIN, network.BITCOIN) if is_mainnet else (kind.TEST, network.SIGNET)


def bdk_root(words, passphrase="", is_mainnet=False):
    return bdkpython.DescriptorSecretKey(
        bdk_networks(is_mainnet)[0], bdkpython.Mnemonic.from_string(words), passphrase)


def bdk_first(key, kind="wpkh", is_mainnet=False):
    """The same by BDK, of a `DescriptorSecretKey`."""
    sides = (bdkpython.KeychainKind.EXTERNAL, bdkpython.KeychainKind.INTERNAL)
    made = getattr(bdkpython.Descriptor, f"new_bip{ACCOUNTS[kind]}")
    networks = bdk_networks(is_mainnet)
    wallet = bdkpython.Wallet(
        *(made(key, side, networks[0]) for side in sides), networks[1], bdkpython.Persister.new_in_memory())
    return str(wallet.peek_address(sides[0], 0).address)


def bdk_words(words, passphrase=""):
    return bdk_first(bdk_root(words, passphrase))


def bdk_cosigner(key):
    """The key at the path of BIP-48."""
    return bdk_key_at(key, "m/48h/1h/0h/2h")


def bdk_key_at(key, at):
    """The public key at a path; BDK writes its origin before it and a star behind it."""
    return str(key.derive(bdkpython.DerivationPath(at)).as_public()).split("]")[-1].split("/")[0]


def bdk_at(key, at, kind):
    """The first address of an account that is named by its path and kind, on signet."""
    form = "sh(wpkh({}/<0;1>/*))" if kind == "sh-wpkh" else kind + "({}/<0;1>/*)"
    return bdk_descriptor(form.format(bdk_key_at(key, at)), 1)[0]


def hdwallet_words(words, passphrase="", kind="wpkh", is_mainnet=False):
    """The first address by hdwallet, which knows signet's as those of the test network."""
    number = ACCOUNTS[kind]
    wallet = HDWallet(
        cryptocurrency=Bitcoin, hd=getattr(hds, f"BIP{number}HD"), network="mainnet" if is_mainnet else "testnet",
        passphrase=passphrase)
    wallet.from_mnemonic(BIP39Mnemonic(words))
    wallet.from_derivation(getattr(derivations, f"BIP{number}Derivation")(
        coin_type=0 if is_mainnet else 1, account=0, change="external-chain", address=0))
    return wallet.address()


def bdk_descriptor(descriptor, count=2, is_mainnet=False):
    """The first receiving and change addresses of a wallet."""
    kind, network = bdk_networks(is_mainnet)
    wallet = bdkpython.Wallet.create_from_two_path_descriptor(
        bdkpython.Descriptor(descriptor, kind), network, bdkpython.Persister.new_in_memory())
    return [str(wallet.peek_address(side, index).address)
            for side in (bdkpython.KeychainKind.EXTERNAL, bdkpython.KeychainKind.INTERNAL) for index in range(count)]


def btclib_descriptor(descriptor, count=2, is_mainnet=False):
    branches = btclib.multipath_descriptors(descriptor)
    parsed = [btclib.parse(branch, network="mainnet" if is_mainnet else "signet") for branch in branches]
    return [branch.address(index) for branch in parsed for index in range(count)]


def embit_descriptor(descriptor, count=2, network=SIGNET):
    parsed = Descriptor.from_string(descriptor)
    return [parsed.derive(index, branch_index=branch).address(network) for branch in (0, 1) for index in range(count)]


def embit_single_key(wif, kind="wpkh", network=SIGNET):
    return embit_address(ec.PrivateKey.from_wif(wif).get_public_key(), kind, network)


def bdk_single_key(wif, kind="wpkh", is_mainnet=False):
    form = "sh(wpkh({}))" if kind == "sh-wpkh" else kind + "({})"
    networks = bdk_networks(is_mainnet)
    wallet = bdkpython.Wallet.create_single(
        bdkpython.Descriptor(form.format(wif), networks[0]), networks[1], bdkpython.Persister.new_in_memory())
    return str(wallet.peek_address(bdkpython.KeychainKind.EXTERNAL, 0).address)
