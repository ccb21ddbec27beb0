public import BitcoinPrimitives

/// `raw(HEX)`: a script as it is (BIP-385).
///
/// Nothing is known about how to spend it.
public struct RawForm: DescriptorForm {
  public static let names = ["raw"]
  public static let places: Set<DescriptorPlace> = [.top]

  /// The script.
  public let script: Script

  /// Takes a script.
  public init(_ script: Script) { self.script = script }

  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    let start = reader.offset
    let text = String(decoding: reader.readArgument(), as: UTF8.self)
    guard let script = try? Script(hex: text) else { throw .scriptNotHex(offset: start) }
    self.script = script
  }

  public var keys: [KeyExpression] { [] }
  public var text: String { "raw(\(script.hex))" }

  public func replacing(keys: ArraySlice<KeyExpression>) -> RawForm { self }

  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    DerivedScript(scriptPubKey: script, satisfaction: nil)
  }
}
