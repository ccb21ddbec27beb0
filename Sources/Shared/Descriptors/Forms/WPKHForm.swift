internal import BitcoinPrimitives
internal import Hashes
internal import Secp256k1

/// `wpkh(KEY)`: the hash of a key in a witness of version 0 (BIP-382, BIP-84; in `sh`, BIP-49).
public struct WPKHForm: DescriptorForm {
  /// `wpkh`.
  public static let names = ["wpkh"]
  /// At the top and inside of `sh` (BIP-382).
  public static let places: Set<DescriptorPlace> = [.top, .sh]

  /// The key.
  public let key: KeyExpression

  /// Takes a key; throws unless it is one that this form takes.
  public init(key: KeyExpression) throws(DescriptorError) {
    self.key = try key.required(.compressed)
  }

  private init(unchecked key: KeyExpression) { self.key = key }

  /// Reads a key; throws when it is malformed or uncompressed.
  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    key = try KeyExpression(parsing: &reader, encoding: .compressed)
  }

  /// Throws when the key is uncompressed.
  public func check(at place: DescriptorPlace) throws(DescriptorError) {
    try key.check(.compressed)
  }

  /// The one key.
  public var keys: [KeyExpression] { [key] }
  /// `wpkh(KEY)`.
  public var text: String { "wpkh(\(key))" }

  /// The form with other keys, as many and in the same order.
  public func replacing(keys: ArraySlice<KeyExpression>) -> WPKHForm {
    WPKHForm(unchecked: keys.first ?? key)
  }

  /// The version 0 witness program of the key's hash.
  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    let encoded = try keys.only.publicKey.compressed
    return DerivedScript(
      scriptPubKey: .p2wpkh(hash: Hash160.hash(encoded)), keys: keys,
      satisfaction: Satisfaction(witness: [.ecdsaSignature, .data(encoded.count)]))
  }
}
