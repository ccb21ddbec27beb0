internal import BitcoinPrimitives

/// `wsh(SCRIPT)`: the hash of a witness script (BIP-382).
public struct WSHForm: DescriptorForm {
  public static let names = ["wsh"]
  public static let places: Set<DescriptorPlace> = [.top, .sh]

  /// What the witness script is.
  public let inner: any DescriptorForm

  /// Takes the form of the witness script; throws when it may not stand here.
  public init(_ inner: any DescriptorForm) throws(DescriptorError) {
    self.inner = try inner.required(at: .wsh)
  }

  private init(unchecked inner: any DescriptorForm) { self.inner = inner }

  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    inner = try reader.readForm(at: .wsh)
  }

  public func check(at place: DescriptorPlace) throws(DescriptorError) {
    try inner.check(at: .wsh)
  }

  public var keys: [KeyExpression] { inner.keys }
  public var text: String { "wsh(\(inner.text))" }

  public func replacing(keys: ArraySlice<KeyExpression>) -> WSHForm {
    WSHForm(unchecked: inner.replacing(keys: keys))
  }

  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    let inner = try inner.derived(from: keys, at: .wsh)
    let script = inner.scriptPubKey
    let satisfaction = inner.satisfaction.map {
      Satisfaction(witness: $0.scriptSig + [.data(script.count)])
    }
    return DerivedScript(
      scriptPubKey: .p2wsh(script), witnessScript: script, keys: keys, satisfaction: satisfaction)
  }
}
