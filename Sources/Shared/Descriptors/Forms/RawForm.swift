public import BitcoinPrimitives

/// `raw(HEX)`: a script as it is (BIP-385).
///
/// Nothing is known about how to spend it.
public struct RawForm: DescriptorForm {
  /// `raw`.
  public static let names = ["raw"]
  /// At the top only.
  public static let places: Set<DescriptorPlace> = [.top]

  /// The script.
  public let script: Script

  /// Takes a script.
  public init(_ script: Script) { self.script = script }

  /// Reads a script in hexadecimal; throws for anything else.
  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    let start = reader.offset
    let text = String(decoding: reader.readArgument(), as: UTF8.self)
    guard let script = try? Script(hex: text) else { throw .scriptNotHex(offset: start) }
    self.script = script
  }

  /// None: the keys in a script are not looked for.
  public var keys: [KeyExpression] { [] }
  /// `raw(HEX)`, in lower case.
  public var text: String { "raw(\(script.hex))" }

  /// The form itself: it has no keys.
  public func replacing(keys: ArraySlice<KeyExpression>) -> RawForm { self }

  /// The script; how it is spent is not known.
  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    DerivedScript(scriptPubKey: script, satisfaction: nil)
  }
}
