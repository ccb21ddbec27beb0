internal import Descriptors
internal import ExtendedKeys

/// The text of a descriptor with its keys written another way.
enum DescriptorWriting {
  /// The canonical text without checksum, each key replaced by what `spelling` gives for it.
  static func text(
    of descriptor: Descriptor, key spelling: (_ position: Int, _ key: KeyExpression) -> String
  ) -> String {
    var result = ""
    var rest = Substring(descriptor.textWithoutChecksum)
    for (position, key) in descriptor.keys.enumerated() {
      // Forms write their keys in order, each by its own canonical text.
      guard let range = rest.firstRange(of: "\(key)") else { continue }
      result += rest[..<range.lowerBound] + spelling(position, key)
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// A key whose steps behind it are `range`, with `'` for hardened steps in its origin.
  static func apostrophes(_ key: KeyExpression, range: String) -> String {
    material(key, origin: key.origin.map { FileText.apostrophes($0) }) + range
  }

  /// A key without the steps behind it.
  static func withoutSteps(_ key: KeyExpression) -> String {
    material(key, origin: key.origin.map { "\($0)" })
  }

  private static func material(_ key: KeyExpression, origin: String?) -> String {
    let text =
      switch key.material {
      case .single(let key): "\(key)"
      case .xOnly(let key): "\(key)"
      case .extended(let xpub): "\(xpub)"
      }
    return (origin.map { "[\($0)]" } ?? "") + text
  }
}
