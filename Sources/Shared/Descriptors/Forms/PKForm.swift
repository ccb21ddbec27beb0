internal import BitcoinPrimitives
internal import Bytes
internal import Secp256k1

/// `pk(KEY)`: the key itself in the script (BIP-381; in `tr`, BIP-386).
public struct PKForm: DescriptorForm {
  /// `pk`.
  public static let names = ["pk"]
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
  /// `pk(KEY)`.
  public var text: String { "pk(\(key))" }

  /// The form with other keys, as many and in the same order.
  public func replacing(keys: ArraySlice<KeyExpression>) -> PKForm {
    PKForm(key: keys.first ?? key)
  }

  /// The key and OP_CHECKSIG.
  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    let key = try keys.only
    if place == .tr {
      return DerivedScript(
        scriptPubKey: .tapscript(checking: key.publicKey.xOnly), keys: keys,
        satisfaction: Satisfaction(witness: [.schnorrSignature]))
    }
    return DerivedScript(
      scriptPubKey: .p2pk(key.publicKey.encoded), keys: keys,
      satisfaction: Satisfaction(scriptSig: [.ecdsaSignature]))
  }
}

extension Script {
  /// The leaf that one key spends (BIP-342): the 32 bytes and OP_CHECKSIG.
  static func tapscript(checking key: XOnlyPublicKey) -> Script {
    Script([32] + key.bytes.bytes + [Opcode.checkSig.rawValue])
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
