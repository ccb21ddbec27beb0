public import Refusals

/// Refusals of the readers in this module: what was wrong and at which offset, never the bytes.
///
/// Offsets count bytes (or characters, for text encodings) from the start of what was handed in.
public enum BytesError: Error, Equatable, Sendable {
  /// The input ends before a value that needs `needed` bytes.
  case truncated(offset: Int, needed: Int, remaining: Int)
  /// A CompactSize or CBOR number is written longer than it must be.
  case notMinimal(offset: Int)
  /// A size or a count is above its cap.
  case tooLarge(what: String, value: UInt64, limit: UInt64, offset: Int)
  /// Bytes follow a value that should have been the last one.
  case trailing(offset: Int, count: Int)
  /// A fixed-size value has another size.
  case wrongLength(what: String, expected: Int, found: Int)
  /// A character does not belong to the encoding.
  case invalidCharacter(encoding: String, offset: Int)
  /// The padding of a text encoding is missing, superfluous or not zero.
  case invalidPadding(encoding: String)
  /// The checksum of a text encoding does not match its contents.
  case checksumMismatch(encoding: String)
  /// Maps, arrays or tags are nested deeper than the cap.
  case tooDeep(format: String, limit: Int, offset: Int)
  /// An object or a map has the same key twice (JSON: after unescaping).
  case duplicateKey(format: String, offset: Int)
  /// The grammar of a format is violated; `reason` is a fixed text.
  case malformed(format: String, reason: String, offset: Int)
}

extension BytesError: CustomStringConvertible {
  /// The rule that refuses it: R18 for what is beyond a limit.
  ///
  /// What else is wrong with bytes falls under the rule of what they should have been, which the
  /// reader around this one knows.
  public var rule: Rule? {
    switch self {
    case .tooLarge, .tooDeep: .r18
    default: nil
    }
  }

  public var description: String {
    switch self {
    case .truncated(let offset, let needed, let remaining):
      "truncated at byte \(offset): \(counted(needed, "byte")) needed, \(remaining) left"
    case .notMinimal(let offset):
      "number at byte \(offset) is not written in its shortest form"
    case .tooLarge(let what, let value, let limit, let offset):
      "\(what) at byte \(offset) is \(value), above the limit of \(limit)"
    case .trailing(let offset, let count):
      "\(counted(count, "byte")) too many, from byte \(offset) on"
    case .wrongLength(let what, let expected, let found):
      "\(what) has a length of \(found) instead of \(expected)"
    case .invalidCharacter(let encoding, let offset):
      "character \(offset + 1) does not belong to \(encoding)"
    case .invalidPadding(let encoding):
      "\(encoding) padding is wrong"
    case .checksumMismatch(let encoding):
      "\(encoding) checksum does not match"
    case .tooDeep(let format, let limit, let offset):
      "\(format) is nested deeper than \(limit) at byte \(offset)"
    case .duplicateKey(let format, let offset):
      "\(format) has the same key twice at byte \(offset)"
    case .malformed(let format, let reason, let offset):
      "\(format) is malformed at byte \(offset): \(reason)"
    }
  }
}
