internal import BitcoinPrimitives
internal import Hashes
internal import Secp256k1

/// `pkh(KEY)`: the hash of a key (BIP-381, BIP-44).
public struct PKHForm: DescriptorForm {
  public static let name = "pkh"
  public static let places: Set<DescriptorPlace> = [.top, .sh, .wsh]

  /// The key.
  public let key: KeyExpression

  /// Takes a key; throws unless it is one that this form takes.
  public init(key: KeyExpression) throws(DescriptorError) {
    self.key = try key.required(.anyECDSA)
  }

  private init(unchecked key: KeyExpression) { self.key = key }

  public init(
    parsing reader: inout DescriptorReader, at place: DescriptorPlace
  ) throws(DescriptorError) {
    key = try KeyExpression(parsing: &reader, encoding: place.keyEncoding)
  }

  public var keys: [KeyExpression] { [key] }
  public var text: String { "pkh(\(key))" }

  public func replacing(keys: ArraySlice<KeyExpression>) -> PKHForm {
    PKHForm(unchecked: keys.first ?? key)
  }

  public func derived(from keys: ArraySlice<DerivedKey>) throws(DescriptorError) -> DerivedScript {
    let encoded = try keys.only.publicKey.encoded
    return DerivedScript(
      scriptPubKey: .p2pkh(hash: Hash160.hash(encoded)), keys: keys,
      satisfaction: Satisfaction(scriptSig: [.ecdsaSignature, .data(encoded.count)]))
  }
}
