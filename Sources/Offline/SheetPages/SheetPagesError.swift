/// Why a document of pages was refused, when it was written or when it was read.
///
/// It names what is wrong and where, never what stands there: that may be secret.
public enum SheetPagesError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A part is longer than such a part may be.
  case tooLong(String, bytes: Int, limit: Int)
  /// The whole document is larger than pages may be.
  case tooLarge(bytes: Int, limit: Int)
  /// The document ends in the middle of something; `offset` is where more was needed.
  case truncated(offset: Int)
  /// Something is not as the format says (docs/formats.md); `offset` is where it begins.
  case malformed(String, offset: Int)

  public var description: String {
    switch self {
    case .tooLong(let part, let bytes, let limit):
      "sheet: \(part) has \(bytes) bytes, at most \(limit) are printed"
    case .tooLarge(let bytes, let limit): "sheet: \(bytes) bytes, at most \(limit) are drawn"
    case .truncated(let offset): "sheet: cut off at byte \(offset)"
    case .malformed(let what, let offset): "sheet: \(what) (byte \(offset))"
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .tooLong, .tooLarge: "print fewer things on one sheet"
    case .truncated, .malformed: "install the signer and sheet-drawer of the same version"
    }
  }
}

extension SheetPagesError {
  /// The byte at which the document is wrong, 0 when no one byte is.
  public var offset: Int {
    switch self {
    case .truncated(let offset), .malformed(_, let offset): offset
    case .tooLong, .tooLarge: 0
    }
  }
}
