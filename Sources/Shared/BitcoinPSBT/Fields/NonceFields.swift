public import Bytes
public import Secp256k1

/// What an input says about the nonces that a host has a say in (anti-exfil), by the public key that signs.
///
/// They stand in proprietary fields with the identifier `ae`, as Jade and Sparrow propose them: no BIP has them yet.
public struct NonceFields: Hashable, Sendable {
  /// The three things that both sides say, one after the other.
  public struct Agreement: Hashable, Sendable {
    /// The host's commitment to its entropy.
    public var commitment: Bytes32?
    /// The signer's answer: the point of its nonce, compressed.
    public var opening: PublicKey?
    /// The host's entropy, said once it has the opening.
    public var entropy: Bytes32?

    /// Starts with nothing said.
    public init() {}
  }

  /// One of the fields.
  public enum Part: UInt64, Sendable, CaseIterable {
    case commitment = 0
    case opening = 1
    case entropy = 2
  }

  /// By the key's 33 bytes.
  public private(set) var agreements: [[UInt8]: Agreement] = [:]
  /// Whether a field with the identifier is none of the three, or of another form.
  public private(set) var isMalformed = false

  /// The identifier.
  public static let identifier = Array("ae".utf8)

  init(_ fields: [PSBTProprietary]) {
    for field in fields where field.identifier.elementsEqual(Self.identifier) {
      guard field.keyData.count == 33, let part = Part(rawValue: field.subtype) else {
        isMalformed = true
        continue
      }
      let key = Array(field.keyData)
      var agreement = agreements[key] ?? Agreement()
      let isRead: Bool
      switch part {
      case .commitment:
        agreement.commitment = Bytes32(field.value)
        isRead = agreement.commitment != nil
      case .opening:
        agreement.opening = field.value.count == 33 ? try? PublicKey(decoding: field.value) : nil
        isRead = agreement.opening != nil
      case .entropy:
        agreement.entropy = Bytes32(field.value)
        isRead = agreement.entropy != nil
      }
      if isRead { agreements[key] = agreement } else { isMalformed = true }
    }
  }

  /// Which part for which key a field is; nil for any other field, and for a malformed one.
  public static func part(of field: PSBTField) -> (part: Part, key: [UInt8])? {
    guard field.type == PSBTInputKey.proprietary.rawValue else { return nil }
    let start = [UInt8(identifier.count)] + identifier
    let rest = field.keyData.dropFirst(start.count)
    guard field.keyData.starts(with: start), rest.count == 34, let subtype = rest.first,
      let part = Part(rawValue: UInt64(subtype))
    else { return nil }
    return (part, Array(rest.dropFirst()))
  }

  static func field(_ part: Part, key: [UInt8], _ value: [UInt8]) -> PSBTField {
    PSBTField(
      type: PSBTInputKey.proprietary.rawValue,
      keyData: [UInt8(identifier.count)] + identifier + [UInt8(part.rawValue)] + key,
      value: value[...])
  }
}

extension PSBTInput {
  /// What the input says about the nonces that a host has a say in.
  public var nonceFields: NonceFields { NonceFields(proprietary) }

  /// Says what a host commits to for the signature of a key, written compressed.
  public mutating func setNonceCommitment(_ commitment: Bytes32, publicKey: PublicKey) {
    setUnchecked(
      NonceFields.field(.commitment, key: publicKey.compressed, commitment.bytes))
  }

  /// Says what the signer with a key of 33 bytes answers.
  public mutating func setNonceOpening(_ opening: PublicKey, publicKey: [UInt8]) {
    setUnchecked(NonceFields.field(.opening, key: publicKey, opening.compressed))
  }

  /// Says the host's entropy, to whoever gave an opening for a key of 33 bytes.
  public mutating func setNonceEntropy(_ entropy: Bytes32, publicKey: [UInt8]) {
    setUnchecked(NonceFields.field(.entropy, key: publicKey, entropy.bytes))
  }
}
