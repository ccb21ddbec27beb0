public import Bytes
public import ExtendedKeys

/// The path of a key as a uniform resource of its own: `crypto-keypath`, and `keypath` of the second generation
/// (BCR-2020-007).
///
/// Only read. It says where a key lies and not which key: nobody can pay to it or sign for it.
public struct KeypathMessage: Hashable, Sendable {
  /// The type of the resource.
  public static let type = "crypto-keypath"
  /// The same in the second generation.
  public static let newerType = "keypath"

  /// The steps in descriptor text without a letter before them, `44h/0h/<0;1>/*`; a range is `[0-99]`, and no
  /// step is an empty text.
  public let steps: String
  /// Whose key the steps begin at.
  public let source: Fingerprint?
  /// How deep the key lies below its master, where it says so.
  public let depth: UInt8?

  /// Reads it.
  ///
  /// - Throws: ``WalletFileError`` for what is not a key path, and for a fingerprint of zero.
  public init(_ value: CBORValue) throws(WalletFileError) {
    guard value.mapValue != nil else {
      throw .malformed(type: Self.type, what: "its key path is not a map")
    }
    guard value[1]?.arrayValue != nil else {
      throw .malformed(type: Self.type, what: "it has no list of steps")
    }
    let children = try Keypath.children(value, type: Self.type, withRanges: true)
    steps = String(children.dropFirst())
    depth = try Keypath.depth(value, type: Self.type)
    source = try Keypath.source(value, type: Self.type)
    guard source != .zero else {
      throw .refused(
        field: "fingerprint of \(Self.type)", reason: "is zero: no signer can find its key")
    }
  }

  /// All of it in a line: `[d34db33f/44h/0h/0h], depth 3`.
  public var summary: String {
    let path = steps.isEmpty ? "" : "/" + steps
    return (source.map { "[\($0)\(path)]" } ?? "m\(path), seed not stated")
      + (depth.map { ", depth \($0)" } ?? "")
  }
}

/// A coin and its network as a uniform resource of its own: `crypto-coin-info`, and `coin-info` of the second
/// generation (BCR-2020-007).
///
/// Only read. Other resources hold one to say which coin they are of; by itself it says nothing that could be used.
public struct CoinInfoMessage: Hashable, Sendable {
  /// The type of the resource.
  public static let type = "crypto-coin-info"
  /// The same in the second generation.
  public static let newerType = "coin-info"

  /// The coin's number in SLIP-44; 0 is bitcoin.
  public let coinType: UInt32
  /// 0 is the main network, 1 the test network; other numbers are the coin's own.
  public let network: Int64

  /// Reads it; what it leaves out is 0.
  ///
  /// - Throws: ``WalletFileError`` for what is not a coin's.
  public init(_ value: CBORValue) throws(WalletFileError) {
    guard value.mapValue != nil else { throw .malformed(type: Self.type, what: "it is not a map") }
    guard let coin = (value[1] ?? .unsigned(0)).unsignedValue.flatMap({ UInt32(exactly: $0) }),
      coin < ChildNumber.hardenedBit
    else {
      throw .malformed(type: Self.type, what: "its coin type is not a number of 31 bits")
    }
    guard let number = (value[2] ?? .unsigned(0)).unsignedValue, number <= Int64.max else {
      throw .malformed(type: Self.type, what: "its network is not a number")
    }
    coinType = coin
    network = Int64(number)
  }

  /// All of it in a line: `coin type 0 (bitcoin), network 1 (test network)`.
  public var summary: String {
    let networks: [Int64: String] = [0: " (main network)", 1: " (test network)"]
    return "coin type \(coinType)\(coinType == 0 ? " (bitcoin)" : ""), "
      + "network \(network)\(networks[network] ?? "")"
  }
}
