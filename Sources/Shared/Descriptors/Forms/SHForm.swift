internal import BitcoinPrimitives

/// `sh(SCRIPT)`: the hash of a redeem script (BIP-381, BIP-16).
public struct SHForm: DescriptorForm {
  public static let names = ["sh"]
  public static let places: Set<DescriptorPlace> = [.top]

  /// What the redeem script is.
  public let inner: any DescriptorForm

  /// Takes the form of the redeem script; throws when it may not stand here.
  public init(_ inner: any DescriptorForm) throws(DescriptorError) {
    self.inner = try inner.required(at: .sh)
  }

  private init(unchecked inner: any DescriptorForm) { self.inner = inner }

  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    inner = try reader.readForm(at: .sh)
  }

  public func check(at place: DescriptorPlace) throws(DescriptorError) {
    try inner.check(at: .sh)
  }

  public var keys: [KeyExpression] { inner.keys }
  public var text: String { "sh(\(inner.text))" }

  public func replacing(keys: ArraySlice<KeyExpression>) -> SHForm {
    SHForm(unchecked: inner.replacing(keys: keys))
  }

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
