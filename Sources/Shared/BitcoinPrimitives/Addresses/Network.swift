internal import Bytes

/// The chains there are.
///
/// Coins, keys and addresses of one never mix with another's.
public enum Network: Hashable, Sendable {
  /// The main chain; the only one whose coins are worth money.
  case mainnet
  /// The third public test network, open to block storms and being retired.
  case testnet3
  /// The fourth public test network (BIP-94).
  case testnet4
  /// The public signet, whose blocks are signed by its operators (BIP-325).
  case signet
  /// A signet with its own block challenge script (BIP-325).
  case customSignet(challenge: Script)
  /// A private chain of one's own node, where blocks are made at will.
  case regtest

  /// The five networks everybody knows.
  public static let standard: [Network] = [.mainnet, .testnet3, .testnet4, .signet, .regtest]

  /// The network's name: `mainnet`, `testnet3`, `testnet4`, `signet`, `regtest`, and
  /// `signet:HEX` with the challenge for a custom signet.
  public var name: String {
    switch self {
    case .mainnet: "mainnet"
    case .testnet3: "testnet3"
    case .testnet4: "testnet4"
    case .signet: "signet"
    case .customSignet(let challenge): "signet:\(challenge.hex)"
    case .regtest: "regtest"
    }
  }

  /// Reads a ``name``; nil when there is no such network or a challenge is not hexadecimal.
  public init?(name: some StringProtocol) {
    let text = String(name)
    if let network = Self.standard.first(where: { $0.name == text }) {
      self = network
      return
    }
    guard text.hasPrefix("signet:"), text.utf8.count > 7, text.utf8.count <= 7 + 20_000,
      let challenge = try? Script(hex: text.dropFirst(7))
    else { return nil }
    self = .customSignet(challenge: challenge)
  }

  /// Whether coins of this network are worth money.
  public var isMainnet: Bool { self == .mainnet }

  /// The version byte of P2PKH addresses.
  public var p2pkhVersion: UInt8 { isMainnet ? 0x00 : 0x6f }

  /// The version byte of P2SH addresses.
  public var p2shVersion: UInt8 { isMainnet ? 0x05 : 0xc4 }

  /// The prefix of segwit addresses (BIP-173).
  public var hrp: String {
    switch self {
    case .mainnet: "bc"
    case .regtest: "bcrt"
    default: "tb"
    }
  }

  /// The version of serialized extended public keys (BIP-32), `xpub` or `tpub`.
  public var xpubVersion: UInt32 { isMainnet ? 0x0488_b21e : 0x0435_87cf }

  /// The coin type of BIP-44 paths, not hardened: 0, or 1 for every test network (SLIP-44).
  public var coinType: UInt32 { isMainnet ? 0 : 1 }
}

extension Network: CustomStringConvertible {
  public var description: String { name }
}
