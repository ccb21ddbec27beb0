internal import SecureMemory

/// What the drawer writes, taken as it comes into locked memory: records of a letter, a length (32 bits, big-endian) and as
/// many bytes.
///
/// `P` is a page or a whole file, `E` refuses in words, `D` ends the answer.
struct SheetAnswer: ~Copyable {
  private var pending = SecretBuffer(capacity: 65_536)
  private var taken = 0
  private(set) var refusal: SheetRefusal?
  private(set) var isDone = false

  /// Reads once more; the number of bytes that came, 0 at the end.
  mutating func receive<E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) -> Int {
    try pending.append(upTo: 65_536, body)
  }

  /// The next page that has come whole; nil when more must be read, or nothing more will come.
  ///
  /// Throws: `malformedOutput`, `tooMuchOutput`.
  mutating func takePage() throws(SheetDrawingError) -> SecretBytes? {
    guard pending.count <= SheetDrawer.outputLimit else {
      throw .tooMuchOutput(limit: SheetDrawer.outputLimit)
    }
    while pending.count - taken >= 5 {
      let start = taken
      let (kind, length) = pending.withUnsafeBytes {
        ($0[start], $0[start + 1..<start + 5].reduce(0) { $0 << 8 | Int($1) })
      }
      guard !isDone, refusal == nil else { throw .malformedOutput }
      guard length <= SheetDrawer.outputLimit else {
        throw .tooMuchOutput(limit: SheetDrawer.outputLimit)
      }
      guard pending.count - start - 5 >= length else { return nil }
      taken = start + 5 + length
      let content = start + 5..<taken
      switch kind {
      case UInt8(ascii: "P"):
        return pending.withUnsafeBytes {
          SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[content]))
        }
      case UInt8(ascii: "E"):
        guard length <= 100 else { throw .malformedOutput }
        refusal = pending.withUnsafeBytes {
          SheetRefusal(wire: String(decoding: $0[content], as: UTF8.self))
        }
        guard refusal != nil else { throw .malformedOutput }
      case UInt8(ascii: "D"):
        guard length == 0 else { throw .malformedOutput }
        isDone = true
      default: throw .malformedOutput
      }
    }
    return nil
  }
}
