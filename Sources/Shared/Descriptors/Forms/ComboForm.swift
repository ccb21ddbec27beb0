internal import BitcoinPrimitives
internal import Secp256k1

/// `combo(KEY)`: every script that the holder of one key may be paid with (BIP-384): `pk`, `pkh`
/// and, for a compressed key, `wpkh` and `sh(wpkh)`.
///
/// It has no script of its own: derive from its ``alternatives``.
public struct ComboForm: DescriptorForm {
  /// `combo`.
  public static let names = ["combo"]
  /// At the top only (BIP-384).
  public static let places: Set<DescriptorPlace> = [.top]

  /// The key.
  public let key: KeyExpression

  /// Takes a key; which keys may stand at a place is checked where the form is put.
  public init(key: KeyExpression) { self.key = key }

  /// Reads a key; throws when it is malformed.
  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    key = try KeyExpression(parsing: &reader, encoding: place.keyEncoding)
  }

  /// The one key.
  public var keys: [KeyExpression] { [key] }
  /// `combo(KEY)`.
  public var text: String { "combo(\(key))" }

  /// The form with other keys, as many and in the same order.
  public func replacing(keys: ArraySlice<KeyExpression>) -> ComboForm {
    ComboForm(key: keys.first ?? key)
  }

  /// `pk` and `pkh`, and for a compressed key `wpkh` and `sh(wpkh)`, in this order.
  public var alternatives: [any DescriptorForm] {
    let legacy: [any DescriptorForm] = [PKForm(key: key), PKHForm(key: key)]
    // Only a compressed key makes a witness program.
    guard let wpkh = try? WPKHForm(key: key), let nested = try? SHForm(wpkh) else { return legacy }
    return legacy + [wpkh, nested]
  }

  /// Throws `severalScripts`: derive from ``alternatives``.
  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    throw .severalScripts
  }
}
