internal import BitcoinPrimitives
internal import Bytes
internal import Secp256k1

/// `pk(KEY)`: the key itself in the script (BIP-381; in `tr`, BIP-386).
public struct PKForm: DescriptorForm {
  public static let names = ["pk"]
  public static let places: Set<DescriptorPlace> = [.top, .sh, .wsh, .tr]

  /// The key.
  public let key: KeyExpression

  /// Takes a key; which keys may stand at a place is checked where the form is put.
  public init(key: KeyExpression) { self.key = key }

  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    key = try KeyExpression(parsing: &reader, encoding: place.keyEncoding)
  }

  public var keys: [KeyExpression] { [key] }
  public var text: String { "pk(\(key))" }

  public func replacing(keys: ArraySlice<KeyExpression>) -> PKForm {
    PKForm(key: keys.first ?? key)
  }

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
