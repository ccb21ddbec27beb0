public import BitcoinPrimitives
public import ExtendedKeys

/// One form of script expression, such as `wpkh(KEY)`.
///
/// A new form is a file of its own with a type that conforms to this, and a line in
/// `DescriptorForms`. Forms that wrap others (`sh`) know nothing about what they wrap.
public protocol DescriptorForm: Sendable {
  /// What stands before the parenthesis; a type may read several spellings.
  static var names: [String] { get }

  /// Where the form may stand.
  static var places: Set<DescriptorPlace> { get }

  /// Reads what is between the parentheses of the form with one of the ``names``.
  init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError)

  /// Every key, in the order it is written.
  var keys: [KeyExpression] { get }

  /// The canonical text without a checksum: hardened steps with `h`, hexadecimal in lower case.
  var text: String { get }

  /// The script for derived keys, as many and in the order of ``keys``.
  ///
  /// In a leaf of `tr()` its bytes are those of the leaf, and its satisfaction has a witness only.
  func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript

  /// The same form with other keys, as many and in the order of ``keys``.
  func replacing(keys: ArraySlice<KeyExpression>) -> Self

  /// Checks keys and limits for a place that the form may stand at.
  func check(at place: DescriptorPlace) throws(DescriptorError)

  /// The kind of network of the address that is written in the form itself; nil for none.
  var addressNetwork: KeyNetwork? { get }

  /// Whether the address in the form is one of `network`; true where there is none.
  func isAddress(on network: Network) -> Bool

  /// The forms whose scripts all belong to it: itself, but for `combo`.
  var alternatives: [any DescriptorForm] { get }
}

extension DescriptorForm {
  /// Nil: most forms hold no address.
  public var addressNetwork: KeyNetwork? { nil }

  /// True: most forms hold no address.
  public func isAddress(on network: Network) -> Bool { true }

  /// The form itself alone.
  public var alternatives: [any DescriptorForm] { [self] }

  /// Throws when one of the keys cannot be written at `place`.
  public func check(at place: DescriptorPlace) throws(DescriptorError) {
    for key in keys { try key.check(place.keyEncoding) }
  }

  /// This form, when it may stand at `place` with the keys it has.
  func required(at place: DescriptorPlace) throws(DescriptorError) -> Self {
    guard Self.places.contains(place) else {
      throw .misplaced(Self.names.first ?? "", place: place, offset: 0)
    }
    try check(at: place)
    return self
  }
}

/// All forms by name.
enum DescriptorForms {
  static let all: [any DescriptorForm.Type] = [
    PKForm.self, PKHForm.self, WPKHForm.self, SHForm.self, WSHForm.self, TRForm.self,
    MultiForm.self, MultiAForm.self, ComboForm.self, AddressForm.self, RawForm.self,
  ]

  static let byName: [String: any DescriptorForm.Type] = {
    var forms: [String: any DescriptorForm.Type] = [:]
    for form in all {
      for name in form.names { forms[name] = form }
    }
    return forms
  }()

  /// Forms of BIP-390, BIP-352 and Bitcoin Core that people use and this version does not read.
  static let notYet: Set<String> = ["rawtr", "musig", "sp"]

  /// The names of miniscript fragments (BIP-379), which stand inside of `wsh` and `tr`.
  static let miniscript: Set<String> = [
    "pk_k", "pk_h", "older", "after", "sha256", "hash256", "ripemd160", "hash160", "andor", "and_v",
    "and_b", "and_n", "or_b", "or_c", "or_d", "or_i", "thresh",
  ]
}
