"""Other people's programs, each brought to the same few questions; the network is signet throughout."""

import bdkpython
from embit import bip32, bip39, ec, script
from embit.descriptor import Descriptor
from embit.networks import NETWORKS
from hdwallet import HDWallet
from hdwallet.cryptocurrencies import Bitcoin
from hdwallet.derivations import BIP84Derivation
from hdwallet.hds import BIP84HD
from hdwallet.mnemonics import BIP39Mnemonic

SIGNET = NETWORKS["signet"]
FIRST = "m/84h/1h/0h/0/0"


def root(words, passphrase=""):
    return bip32.HDKey.from_seed(bip39.mnemonic_to_seed(words, passphrase), version=SIGNET["xprv"])


def embit_first(root):
    """The first address of the account of BIP-84."""
    return script.p2wpkh(root.derive(FIRST).to_public()).address(SIGNET)


def bdk_first(key):
    """The same by BDK, of a `DescriptorSecretKey`."""
    sides = (bdkpython.KeychainKind.EXTERNAL, bdkpython.KeychainKind.INTERNAL)
    wallet = bdkpython.Wallet(
        *(bdkpython.Descriptor.new_bip84(key, side, bdkpython.NetworkKind.TEST) for side in sides),
        bdkpython.Network.SIGNET, bdkpython.Persister.new_in_memory())
    return str(wallet.peek_address(sides[0], 0).address)


def bdk_words(words, passphrase=""):
    mnemonic = bdkpython.Mnemonic.from_string(words)
    return bdk_first(bdkpython.DescriptorSecretKey(bdkpython.NetworkKind.TEST, mnemonic, passphrase))


def hdwallet_words(words, passphrase=""):
    """The first address by hdwallet, which knows signet's as those of the test network."""
    wallet = HDWallet(cryptocurrency=Bitcoin, hd=BIP84HD, network="testnet", passphrase=passphrase)
    wallet.from_mnemonic(BIP39Mnemonic(words))
    wallet.from_derivation(BIP84Derivation(coin_type=1, account=0, change="external-chain", address=0))
    return wallet.address()


def bdk_descriptor(descriptor, count=2):
    """The first receiving and change addresses of a wallet."""
    wallet = bdkpython.Wallet.create_from_two_path_descriptor(
        bdkpython.Descriptor(descriptor, bdkpython.NetworkKind.TEST), bdkpython.Network.SIGNET,
        bdkpython.Persister.new_in_memory())
    return [str(wallet.peek_address(side, index).address)
            for side in (bdkpython.KeychainKind.EXTERNAL, bdkpython.KeychainKind.INTERNAL) for index in range(count)]


def embit_descriptor(descriptor, count=2):
    parsed = Descriptor.from_string(descriptor)
    return [parsed.derive(index, branch_index=branch).address(SIGNET) for branch in (0, 1) for index in range(count)]


def embit_single_key(wif):
    return script.p2wpkh(ec.PrivateKey.from_wif(wif).get_public_key()).address(SIGNET)


def bdk_single_key(wif):
    wallet = bdkpython.Wallet.create_single(
        bdkpython.Descriptor(f"wpkh({wif})", bdkpython.NetworkKind.TEST), bdkpython.Network.SIGNET,
        bdkpython.Persister.new_in_memory())
    return str(wallet.peek_address(bdkpython.KeychainKind.EXTERNAL, 0).address)
