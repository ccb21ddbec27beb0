internal import BitcoinPrimitives
internal import Hashes
internal import Secp256k1

/// `wpkh(KEY)`: the hash of a key in a witness of version 0 (BIP-382, BIP-84; in `sh`, BIP-49).
public struct WPKHForm: DescriptorForm {
  public static let names = ["wpkh"]
  public static let places: Set<DescriptorPlace> = [.top, .sh]

  /// The key.
  public let key: KeyExpression

  /// Takes a key; throws unless it is one that this form takes.
  public init(key: KeyExpression) throws(DescriptorError) {
    self.key = try key.required(.compressed)
  }

  private init(unchecked key: KeyExpression) { self.key = key }

  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    key = try KeyExpression(parsing: &reader, encoding: .compressed)
  }

  public func check(at place: DescriptorPlace) throws(DescriptorError) {
    try key.check(.compressed)
  }

  public var keys: [KeyExpression] { [key] }
  public var text: String { "wpkh(\(key))" }

  public func replacing(keys: ArraySlice<KeyExpression>) -> WPKHForm {
    WPKHForm(unchecked: keys.first ?? key)
  }

  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    let encoded = try keys.only.publicKey.compressed
    return DerivedScript(
      scriptPubKey: .p2wpkh(hash: Hash160.hash(encoded)), keys: keys,
      satisfaction: Satisfaction(witness: [.ecdsaSignature, .data(encoded.count)]))
  }
}
