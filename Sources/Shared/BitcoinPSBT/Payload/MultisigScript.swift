public import BitcoinPrimitives
public import Bytes
public import Refusals
public import Secp256k1

/// Why a redeem script is not a multisig that P2SH can spend.
public enum MultisigScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text is not hexadecimal.
  case notHex(BytesError)
  /// The bytes are not `OP_m <key>... OP_n OP_CHECKMULTISIG`.
  case notMultisig
  /// More keys than fit the 520 bytes that a redeem script may have: such coins are lost.
  case tooManyKeys(Int)
  /// A key of the script is not 33 bytes.
  case uncompressedKey(Int)
  /// A key of the script is not a point of the curve.
  case badKey(Int)
  /// Two places hold the same key: one person would count twice.
  case repeatedKey(first: Int, second: Int)

  public var description: String {
    switch self {
    case .notHex(let error): "the redeem script is not hexadecimal: \(error)"
    case .notMultisig:
      "the redeem script is not BIP-11's OP_m <key>... OP_n OP_CHECKMULTISIG in its shortest form"
    case .tooManyKeys(let count):
      "the redeem script has \(count) keys; with more than \(MultisigScript.mostKeys) it has over 520 "
        + "bytes, and coins paid to it can never be spent"
    case .uncompressedKey(let key): "key \(key) of the redeem script is not a compressed key"
    case .badKey(let key): "key \(key) of the redeem script is not a point on the curve"
    case .repeatedKey(let first, let second):
      "key \(second) of the redeem script is key \(first) again: one person would count twice"
    }
  }

  /// The rule that refuses it: a redeem script is how a wallet is known.
  public var rule: Rule? {
    .r23
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .tooManyKeys: "make a wallet of at most \(MultisigScript.mostKeys) keys"
    case .repeatedKey: "make the wallet again, with a key of each person"
    default: "export the redeem script again"
    }
  }
}

/// A legacy multisig redeem script (BIP-11 inside BIP-16): m of n compressed keys in the order
/// given.
///
/// The order of the keys is part of it; nothing is sorted. At most 15 keys, which take 513 bytes.
public struct MultisigScript: Hashable, Sendable {
  /// The most compressed keys that fit into the 520 bytes of a redeem script.
  public static let mostKeys = 15

  /// The bytes that the coin commits to.
  public let script: Script
  /// How many signatures are needed: 1 to the number of keys.
  public let threshold: Int
  /// The keys in the order of the script, each compressed, none twice.
  public let keys: [PublicKey]

  /// What locks the coins: the hash of the script.
  public var scriptPubKey: Script { .p2sh(script) }

  /// Takes a redeem script.
  ///
  /// - Throws: `MultisigScriptError` unless it is m of n distinct compressed keys with n at most
  ///   15, every number and push in its shortest form.
  public init(_ script: Script) throws(MultisigScriptError) {
    guard case .multisig(let threshold, let encoded) = script.type else { throw .notMultisig }
    guard encoded.count <= Self.mostKeys else { throw .tooManyKeys(encoded.count) }
    var keys: [PublicKey] = []
    for (place, bytes) in encoded.enumerated() {
      guard bytes.count == 33 else { throw .uncompressedKey(place) }
      guard let key = try? PublicKey(decoding: bytes) else { throw .badKey(place) }
      if let first = keys.firstIndex(of: key) { throw .repeatedKey(first: first, second: place) }
      keys.append(key)
    }
    self.script = script
    self.threshold = threshold
    self.keys = keys
  }

  /// Reads hexadecimal digits, nothing around them.
  ///
  /// - Throws: `MultisigScriptError`, as for the bytes of a script.
  public init(hex: some StringProtocol) throws(MultisigScriptError) {
    let script: Script
    do {
      script = try Script(hex: hex)
    } catch {
      throw .notHex(error)
    }
    try self.init(script)
  }
}
