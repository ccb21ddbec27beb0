public import Bytes
public import Refusals

/// Refusals of the address reader.
public enum AddressError: HintedError, Equatable, Sendable {
  /// The address is sound, but of another chain; `found` names the ones it can belong to.
  case wrongNetwork(found: String, expected: Network)
  /// Neither Base58Check nor Bech32.
  case unreadable
  /// Bech32 text that is damaged.
  case bech32(BytesError)
  /// Bech32 text with one or two characters that are most likely wrong; offsets from 0.
  case misread(text: String, offsets: [Int])
  /// Base58Check text that is damaged.
  case base58
  /// A character that Base58 does not have, such as O, 0, I or l; the offset counts from 0.
  case notBase58(character: Character, offset: Int)
  /// Bech32 with a prefix of no Bitcoin network.
  case unknownPrefix
  /// Base58Check with a version byte of no Bitcoin address.
  case unknownVersion(UInt8)
  /// A witness version above 16.
  case witnessVersion(UInt8)
  /// A witness program whose length its version does not allow.
  case programLength(version: UInt8, length: Int)
  /// Version 0 wants Bech32 and every later one Bech32m (BIP-350).
  case wrongVariant(version: UInt8)
  /// A hash that is not 20 bytes long.
  case hashLength(Int)
}

extension AddressError {
  public var description: String {
    switch self {
    case .wrongNetwork(let found, let expected): "address belongs to \(found), not to \(expected)"
    case .unreadable: "the text is not a bitcoin address, neither Base58Check nor BIP-173's Bech32"
    case .bech32(let error): "address (BIP-173): \(error)"
    case .misread(let text, let offsets):
      "address is wrong, most likely at character "
        + offsets.map { "\($0 + 1)" }.joined(separator: " and ") + ": "
        + Self.marked(text, offsets)
    case .notBase58(let character, let offset):
      "address is wrong at character \(offset + 1): no address of this kind contains \(character)"
    case .base58: "address is damaged: its Base58Check checksum does not match"
    case .unknownPrefix: "address has a prefix before its 1 that no bitcoin network has (BIP-173)"
    case .unknownVersion(let version): "address has the unknown version byte \(version)"
    case .witnessVersion(let version):
      "address has witness version \(version), and BIP-141 knows 0 to 16"
    case .programLength(let version, let length):
      "address has a witness program of \(length) bytes, which BIP-141 does not allow for version \(version)"
    case .wrongVariant(let version):
      "address of witness version \(version) has the checksum of another version (BIP-350)"
    case .hashLength(let length): "address holds a hash of \(length) bytes instead of 20"
    }
  }

  /// The text with what is wrong in brackets.
  private static func marked(_ text: String, _ offsets: [Int]) -> String {
    text.enumerated().map { offsets.contains($0.offset) ? "[\($0.element)]" : "\($0.element)" }
      .joined()
  }

  /// The rule that refuses it: R11 for an address of another chain.
  ///
  /// A damaged or mistyped one breaks a standard, which the sentence names.
  public var rule: Rule? {
    switch self {
    case .wrongNetwork: .r11
    default: nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .wrongNetwork: "ask the recipient for an address of the network you pay on"
    default: "compare it with the original, or ask the recipient for it again"
    }
  }
}
