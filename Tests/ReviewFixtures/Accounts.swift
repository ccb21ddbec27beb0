public import BitcoinPrimitives
import Bytes
public import Descriptors
public import ExtendedKeys
public import TransactionReview

/// The accounts of the mnemonic that every standard uses: eleven times "abandon", then "about".
public enum Accounts {
  /// The fingerprint of its master key.
  public static let fingerprint = Fingerprint(value: 0x73c5_da0a)

  /// Its account 0 on mainnet, as `[origin]xpub`.
  public static func text(_ script: StandardAccount) -> String {
    switch script {
    case .pkh:
      "[73c5da0a/44h/0h/0h]xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1"
        + "brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj"
    case .shWpkh:
      "[73c5da0a/49h/0h/0h]xpub6C6nQwHaWbSrzs5tZ1q7m5R9cPK9eYpNMFesiXsYrgc1P8bvLLAet9JfHjYXKjToD8cB"
        + "RswJXXbbFpXgwsswVPAZzKMa1jUp2kVkGVUaJa7"
    case .tr:
      "[73c5da0a/86h/0h/0h]xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UK"
        + "DP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ"
    default:
      "[73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPs"
        + "hWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V"
    }
  }

  /// Account 1 of the same seed (BIP-84), which no wallet here registers.
  public static let unregistered =
    "[73c5da0a/84h/0h/1h]xpub6CatWdiZiodmYVtWLtEQsAg1H9ooS1bmsJUBwQ83FE1Fyk386FWcyicJgEZv3quZSJKA5d"
    + "h5Lo2PbubMGxCfZtRthV6ST2qquL9w3HSzcUn"

  /// An account of somebody else (BIP-84).
  public static let foreign =
    "[3f635a63/84h/0h/0h]xpub6CYYYw6h668PkCSXxH9yxBG32zCMEb6N9DuVY8Ax8U7RSV86qKrrhjJfS6nL5jSoikLpd1"
    + "Qw9qgHv5vyRi7V4nfV3ymLfGpFShsYsFmQiT8"

  /// The account of the same seed on test networks (BIP-84).
  public static let testnet =
    "[73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4L"
    + "AxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M"

  /// The wallet of an account, named like its script.
  public static func wallet(
    _ script: StandardAccount, of account: String? = nil, on network: Network = .mainnet
  ) throws -> RegisteredWallet {
    let account = try AccountKey(parsing: account ?? text(script))
    guard let descriptor = Descriptor(account: account, script: script) else {
      throw FixtureError(reason: "no single-key account")
    }
    return RegisteredWallet(
      name: "savings-\(script)", network: network, descriptor: descriptor, highestKnown: [4, 2])
  }

  /// A script of a wallet, with its keys.
  public static func derived(
    _ script: StandardAccount, of account: String? = nil, _ branch: Int, _ index: UInt32
  ) throws -> DerivedScript {
    try wallet(script, of: account).descriptor.derived(branch: branch, index: index)
  }
}

/// A fixture that cannot be built.
public struct FixtureError: Error {
  public let reason: String
}
