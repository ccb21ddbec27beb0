internal import Secp256k1

/// Where in a descriptor a form stands; not every form may stand everywhere.
public enum DescriptorPlace: Hashable, Sendable, CustomStringConvertible {
  /// At the top: the output's script itself.
  case top
  /// Inside of `sh()`: the redeem script.
  case sh
  /// Inside of `wsh()`: the witness script.
  case wsh
  /// Inside of `tr()`: a leaf of its tree.
  case tr

  public var description: String {
    switch self {
    case .top: "at the top"
    case .sh: "inside sh()"
    case .wsh: "inside wsh()"
    case .tr: "inside tr()"
    }
  }

  /// How keys are written in the scripts at this place.
  var keyEncoding: KeyEncoding {
    switch self {
    case .top, .sh: .anyECDSA
    case .wsh: .compressed
    case .tr: .xOnly
    }
  }
}

extension KeyExpression {
  /// This key, when a form that takes such keys can have it.
  func required(_ encoding: KeyEncoding) throws(DescriptorError) -> KeyExpression {
    try check(encoding)
    return self
  }

  /// Throws when a form that takes such keys cannot have it.
  func check(_ encoding: KeyEncoding) throws(DescriptorError) {
    switch (material, encoding) {
    case (.xOnly, .anyECDSA), (.xOnly, .compressed):
      throw .key("has 32 bytes, which only tr() takes", offset: 0)
    case (.single(let key), .compressed), (.single(let key), .xOnly):
      guard key.isCompressed else {
        throw .key("is uncompressed, which is not allowed here", offset: 0)
      }
    default: break
    }
  }
}

/// Which keys a form takes.
enum KeyEncoding: Sendable {
  /// 33 or 65 bytes.
  case anyECDSA
  /// 33 bytes: what segregated witness allows.
  case compressed
  /// 32 bytes, or 33 whose first is dropped: what taproot uses.
  case xOnly
}
