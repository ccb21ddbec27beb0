internal import BitcoinPrimitives

/// A number as an opcode reads it from the stack.
///
/// What is read is at most 5 bytes, so that sums and differences of two never overflow 64 bits.
struct StackNumber: Comparable, Sendable {
  let value: Int64

  init(_ value: Int64) {
    self.value = value
  }

  /// Reads little-endian bytes with the sign in the last one's top bit: at most `size` of them
  /// (4 by default, 5 for lock times, never more than 5).
  ///
  /// Throws ``ScriptError/badNumber`` when there are more bytes or, with `minimal`, when a shorter
  /// form exists.
  init(_ bytes: [UInt8], minimal: Bool, size: Int = 4) throws(ScriptError) {
    guard bytes.count <= min(size, 5) else { throw .badNumber }
    guard let last = bytes.last else {
      value = 0
      return
    }
    if minimal, last & 0x7F == 0 {
      // The last byte holds the sign alone: that is needed only when the one before fills its byte.
      guard bytes.count > 1, bytes[bytes.count - 2] & 0x80 != 0 else { throw .badNumber }
    }
    var magnitude = Int64(last & 0x7F)
    for byte in bytes.dropLast().reversed() { magnitude = magnitude << 8 | Int64(byte) }
    value = last & 0x80 != 0 ? -magnitude : magnitude
  }

  /// The shortest form; zero is empty.
  var encoded: [UInt8] { ScriptNumber.encode(value) }

  static func < (left: StackNumber, right: StackNumber) -> Bool { left.value < right.value }
}
