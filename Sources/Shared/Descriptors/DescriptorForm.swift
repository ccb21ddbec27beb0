public import BitcoinPrimitives

/// One form of script expression, such as `wpkh(KEY)`.
///
/// A new form is a file of its own with a type that conforms to this, and a line in
/// ``DescriptorForms``. Forms that wrap others (`sh`) know nothing about what they wrap.
public protocol DescriptorForm: Sendable {
  /// What stands before the parenthesis.
  static var name: String { get }

  /// Where the form may stand.
  static var places: Set<DescriptorPlace> { get }

  /// Reads what is between the parentheses.
  init(
    parsing reader: inout DescriptorReader, at place: DescriptorPlace
  ) throws(DescriptorError)

  /// Every key, in the order it is written.
  var keys: [KeyExpression] { get }

  /// The canonical text without a checksum: hardened steps with `h`, hexadecimal in lower case.
  var text: String { get }

  /// The script for derived keys, as many and in the order of ``keys``.
  func derived(from keys: ArraySlice<DerivedKey>) throws(DescriptorError) -> DerivedScript

  /// The same form with other keys, as many and in the order of ``keys``.
  func replacing(keys: ArraySlice<KeyExpression>) -> Self

  /// The address that is written in the form itself.
  var address: Address? { get }
}

extension DescriptorForm {
  public var address: Address? { nil }

  /// This form, when it may stand at `place` with the keys it has.
  func required(at place: DescriptorPlace) throws(DescriptorError) -> Self {
    guard Self.places.contains(place) else {
      throw .misplaced(Self.name, place: place, offset: 0)
    }
    for key in keys { _ = try key.required(place.keyEncoding) }
    return self
  }
}

/// All forms by name.
enum DescriptorForms {
  static let all: [any DescriptorForm.Type] = [
    PKForm.self, PKHForm.self, WPKHForm.self, SHForm.self, WSHForm.self, TRForm.self,
    AddressForm.self, RawForm.self,
  ]

  static let byName: [String: any DescriptorForm.Type] = {
    var forms: [String: any DescriptorForm.Type] = [:]
    for form in all { forms[form.name] = form }
    return forms
  }()

  /// Forms of BIP-383, 384, 387, 390 and BIP-379 that people have and this version does not.
  static let notYet: Set<String> = [
    "multi", "sortedmulti", "combo", "multi_a", "sortedmulti_a", "rawtr", "musig", "sp",
  ]

  /// The names of miniscript fragments (BIP-379), which stand inside of `wsh` and `tr`.
  static let miniscript: Set<String> = [
    "pk_k", "pk_h", "older", "after", "sha256", "hash256", "ripemd160", "hash160", "andor", "and_v",
    "and_b", "and_n", "or_b", "or_c", "or_d", "or_i", "thresh",
  ]
}
