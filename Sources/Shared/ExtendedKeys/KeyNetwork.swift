public import BitcoinPrimitives

/// What the prefix of an extended key tells about its network: all test networks share one.
public enum KeyNetwork: Hashable, Sendable {
  /// `xpub` and `xprv`.
  case mainnet
  /// `tpub` and `tprv`: testnet3, testnet4, every signet, and regtest.
  case testnets

  /// The kind of network whose keys these are.
  public init(_ network: Network) {
    self = network.xpubVersion == Self.mainnet.publicVersion ? .mainnet : .testnets
  }

  /// The coin type of BIP-44 paths, not hardened: 0, or 1 for every test network (SLIP-44).
  public var coinType: UInt32 { self == .mainnet ? 0 : 1 }

  /// The version of serialized public keys (BIP-32): `xpub` or `tpub`.
  public var publicVersion: UInt32 { self == .mainnet ? 0x0488_b21e : 0x0435_87cf }

  /// The version of serialized private keys (BIP-32): `xprv` or `tprv`.
  public var privateVersion: UInt32 { self == .mainnet ? 0x0488_ade4 : 0x0435_8394 }
}

extension KeyNetwork: CustomStringConvertible {
  public var description: String { self == .mainnet ? "mainnet" : "a test network" }
}
