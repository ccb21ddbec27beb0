internal import BitcoinPrimitives
internal import Bytes
internal import Hashes
internal import Secp256k1

/// `pkh(KEY)`: the hash of a key (BIP-381, BIP-44); in `tr`, that of its 32 bytes.
public struct PKHForm: DescriptorForm {
  /// `pkh`.
  public static let names = ["pkh"]
  /// Everywhere.
  public static let places: Set<DescriptorPlace> = [.top, .sh, .wsh, .tr]

  /// The key.
  public let key: KeyExpression

  /// Takes a key; which keys may stand at a place is checked where the form is put.
  public init(key: KeyExpression) { self.key = key }

  /// Reads a key; throws when it is malformed or cannot be written at `place`.
  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    key = try KeyExpression(parsing: &reader, encoding: place.keyEncoding)
  }

  /// The one key.
  public var keys: [KeyExpression] { [key] }
  /// `pkh(KEY)`.
  public var text: String { "pkh(\(key))" }

  /// The form with other keys, as many and in the same order.
  public func replacing(keys: ArraySlice<KeyExpression>) -> PKHForm {
    PKHForm(key: keys.first ?? key)
  }

  /// The script that asks for the key of a hash.
  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    let key = try keys.only.publicKey
    if place == .tr {
      let bytes = key.xOnly.bytes.bytes
      return DerivedScript(
        scriptPubKey: .p2pkh(hash: Hash160.hash(bytes)), keys: keys,
        satisfaction: Satisfaction(witness: [.schnorrSignature, .data(bytes.count)]))
    }
    let encoded = key.encoded
    return DerivedScript(
      scriptPubKey: .p2pkh(hash: Hash160.hash(encoded)), keys: keys,
      satisfaction: Satisfaction(scriptSig: [.ecdsaSignature, .data(encoded.count)]))
  }
}
