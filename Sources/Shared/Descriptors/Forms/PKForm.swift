internal import BitcoinPrimitives
internal import Secp256k1

/// `pk(KEY)`: the key itself in the script (BIP-381).
public struct PKForm: DescriptorForm {
  public static let name = "pk"
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
  public var text: String { "pk(\(key))" }

  public func replacing(keys: ArraySlice<KeyExpression>) -> PKForm {
    PKForm(unchecked: keys.first ?? key)
  }

  public func derived(from keys: ArraySlice<DerivedKey>) throws(DescriptorError) -> DerivedScript {
    let key = try keys.only
    return DerivedScript(
      scriptPubKey: .p2pk(key.publicKey.encoded), keys: keys,
      satisfaction: Satisfaction(scriptSig: [.ecdsaSignature]))
  }
}

extension ArraySlice<DerivedKey> {
  /// The one key of a form that has one.
  var only: DerivedKey {
    get throws(DescriptorError) {
      guard let key = first, count == 1 else { throw .expected("one key", offset: 0) }
      return key
    }
  }
}
