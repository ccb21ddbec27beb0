internal import BitcoinPrimitives

/// `wsh(SCRIPT)`: the hash of a witness script (BIP-382).
public struct WSHForm: DescriptorForm {
  /// `wsh`.
  public static let names = ["wsh"]
  /// At the top and inside of `sh` (BIP-382).
  public static let places: Set<DescriptorPlace> = [.top, .sh]

  /// What the witness script is.
  public let inner: any DescriptorForm

  /// Takes the form of the witness script; throws when it may not stand here.
  public init(_ inner: any DescriptorForm) throws(DescriptorError) {
    self.inner = try inner.required(at: .wsh)
  }

  private init(unchecked inner: any DescriptorForm) { self.inner = inner }

  /// Reads the form of the witness script; throws when it may not stand there.
  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    inner = try reader.readForm(at: .wsh)
  }

  /// Throws when a key of the witness script cannot be written in it.
  public func check(at place: DescriptorPlace) throws(DescriptorError) {
    try inner.check(at: .wsh)
  }

  /// The keys of the witness script.
  public var keys: [KeyExpression] { inner.keys }
  /// `wsh(SCRIPT)`.
  public var text: String { "wsh(\(inner.text))" }

  /// The form with other keys, as many and in the same order.
  public func replacing(keys: ArraySlice<KeyExpression>) -> WSHForm {
    WSHForm(unchecked: inner.replacing(keys: keys))
  }

  /// The P2WSH script, with the witness script and what unlocks it.
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
