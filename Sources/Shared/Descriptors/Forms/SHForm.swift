internal import BitcoinPrimitives

/// `sh(SCRIPT)`: the hash of a redeem script (BIP-381, BIP-16).
public struct SHForm: DescriptorForm {
  /// `sh`.
  public static let names = ["sh"]
  /// At the top only (BIP-381).
  public static let places: Set<DescriptorPlace> = [.top]

  /// What the redeem script is.
  public let inner: any DescriptorForm

  /// Takes the form of the redeem script; throws when it may not stand here.
  public init(_ inner: any DescriptorForm) throws(DescriptorError) {
    self.inner = try inner.required(at: .sh)
  }

  private init(unchecked inner: any DescriptorForm) { self.inner = inner }

  /// Reads the form of the redeem script; throws when it may not stand there.
  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    inner = try reader.readForm(at: .sh)
  }

  /// Throws when a key of the redeem script cannot be written in it.
  public func check(at place: DescriptorPlace) throws(DescriptorError) {
    try inner.check(at: .sh)
  }

  /// The keys of the redeem script.
  public var keys: [KeyExpression] { inner.keys }
  /// `sh(SCRIPT)`.
  public var text: String { "sh(\(inner.text))" }

  /// The form with other keys, as many and in the same order.
  public func replacing(keys: ArraySlice<KeyExpression>) -> SHForm {
    SHForm(unchecked: inner.replacing(keys: keys))
  }

  /// The P2SH script, with the redeem script and what unlocks it.
  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    let inner = try inner.derived(from: keys, at: .sh)
    let redeem = inner.scriptPubKey
    let satisfaction = inner.satisfaction.map {
      Satisfaction(scriptSig: $0.scriptSig + [.data(redeem.count)], witness: $0.witness)
    }
    return DerivedScript(
      scriptPubKey: .p2sh(redeem), redeemScript: redeem, witnessScript: inner.witnessScript,
      keys: keys, satisfaction: satisfaction)
  }
}
