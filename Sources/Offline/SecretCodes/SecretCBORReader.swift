public import SecureMemory

/// Reads the little CBOR that resources of seeds are made of, where it lies in locked memory.
///
/// Heads must be as short as they can be; lengths are compared with what is left before they are
/// used.
public struct SecretCBORReader: ~Copyable {
  /// The eight major types of CBOR.
  public enum Kind: UInt8 {
    /// A number of 0 or more.
    case unsigned = 0
    /// The number -1 minus the value.
    case negative = 1
    /// A byte string of that length.
    case bytes = 2
    /// A text string of that length, in bytes.
    case text = 3
    /// An array of so many values.
    case array = 4
    /// A map of so many pairs.
    case map = 5
    /// The number of a tag; its value follows.
    case tag = 6
    /// False, true, null, or a float.
    case simple = 7
  }

  private let message: SecretBytes
  private var offset = 0

  /// Takes a message, which is read from its beginning.
  public init(_ message: consuming SecretBytes) { self.message = message }

  /// Whether everything was read.
  public var isAtEnd: Bool { offset == message.count }

  /// The kind and the number of the next item's head; nil when it is cut off, not minimal, or the number
  /// is a length or a tag above `Int.max`.
  ///
  /// A larger value, which is only ever passed over, counts as `Int.max`.
  public mutating func head() -> (kind: Kind, value: Int)? {
    let start = offset
    let found = message.withUnsafeBytes { bytes -> (Kind, Int, Int)? in
      guard start < bytes.count, let kind = Kind(rawValue: bytes[start] >> 5) else { return nil }
      let short = Int(bytes[start] & 0x1f)
      if short < 24 { return (kind, short, 1) }
      // Numbers of 64 bits do not occur here but in dates, whose values nobody needs.
      guard let width = [24: 1, 25: 2, 26: 4, 27: 8][short], bytes.count - start - 1 >= width else {
        return nil
      }
      let number = bytes[(start + 1)..<(start + 1 + width)].reduce(UInt64(0)) {
        $0 << 8 | UInt64($1)
      }
      let least: UInt64 = [1: 24, 2: 0x100, 4: 0x1_0000, 8: 0x1_0000_0000][width] ?? 0
      // The bits of a float are not a number: they may be as they like.
      guard kind == .simple || number >= least else { return nil }
      switch kind {
      case .unsigned, .negative, .simple: return (kind, Int(clamping: number), 1 + width)
      case .bytes, .text, .array, .map, .tag:
        guard let number = Int(exactly: number) else { return nil }
        return (kind, number, 1 + width)
      }
    }
    guard let (kind, value, length) = found else { return nil }
    offset += length
    return (kind, value)
  }

  /// The content of a string whose head was read; nil when it is cut off.
  public mutating func content(_ length: Int) -> SecretBytes? {
    guard length <= message.count - offset else { return nil }
    defer { offset += length }
    return message.slice(offset..<(offset + length))
  }

  /// Passes over a number, a date or a text; false for anything else.
  public mutating func skip() -> Bool {
    for _ in 0..<3 {
      guard let (kind, value) = head() else { return false }
      switch kind {
      case .unsigned, .negative, .simple: return true
      case .bytes, .text:
        guard value <= message.count - offset else { return false }
        offset += value
        return true
      case .tag: continue
      case .array, .map: return false
      }
    }
    return false
  }
}
