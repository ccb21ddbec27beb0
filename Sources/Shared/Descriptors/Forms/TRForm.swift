internal import BitcoinPrimitives
internal import Secp256k1

/// `tr(KEY)`: a taproot output that only its key spends (BIP-386, BIP-86).
public struct TRForm: DescriptorForm {
  public static let name = "tr"
  public static let places: Set<DescriptorPlace> = [.top]

  /// The internal key.
  public let key: KeyExpression

  /// Takes the internal key; throws unless it is one that this form takes.
  public init(key: KeyExpression) throws(DescriptorError) {
    self.key = try key.required(.xOnly)
  }

  private init(unchecked key: KeyExpression) { self.key = key }

  public init(
    parsing reader: inout DescriptorReader, at place: DescriptorPlace
  ) throws(DescriptorError) {
    key = try KeyExpression(parsing: &reader, encoding: .xOnly)
    if reader.next == UInt8(ascii: ",") { throw .notSupportedYet("tr() with scripts") }
  }

  public var keys: [KeyExpression] { [key] }
  public var text: String { "tr(\(key))" }

  public func replacing(keys: ArraySlice<KeyExpression>) -> TRForm {
    TRForm(unchecked: keys.first ?? key)
  }

  public func derived(from keys: ArraySlice<DerivedKey>) throws(DescriptorError) -> DerivedScript {
    let internalKey = try keys.only.publicKey.xOnly
    let tweak = Taproot.tweak(internalKey: internalKey.bytes, merkleRoot: nil)
    guard let output = try? internalKey.tweaked(by: tweak) else {
      throw .underivable(0)
    }
    return DerivedScript(
      scriptPubKey: .p2tr(outputKey: output.key.bytes), keys: keys,
      taproot: DerivedTaproot(
        internalKey: internalKey, merkleRoot: nil, outputKey: output.key,
        outputKeyIsOdd: output.parityIsOdd),
      satisfaction: Satisfaction(witness: [.schnorrSignature]))
  }
}
