/// What the helper writes, read as it comes: records of a letter, a length (32 bits, big-endian)
/// and as many bytes.
///
/// `S` is the content of a QR code, `N` what is to be said about a frame, `F` ends it, `E` refuses in a
/// word, `D` ends the answer.
struct ReaderAnswer {
  /// No QR code holds more: 7,089 digits; eight of them may be joined by structured append.
  static let symbolLimit = 65_536
  static let framesLimit = 100_000

  private var pending: [UInt8] = []
  private var total = 0
  private var frameCount = 0
  private var symbols: [[UInt8]] = []
  private var frames: [[[UInt8]]] = []
  private(set) var refusal: ReaderError.Refusal?
  private(set) var isDone = false

  mutating func receive(_ bytes: [UInt8]) throws(ReaderError) {
    pending += bytes
    var start = 0
    while pending.count - start >= 5 {
      let length = pending[start + 1..<start + 5].reduce(0) { $0 << 8 | Int($1) }
      guard length <= Self.symbolLimit, !isDone, refusal == nil else { throw .malformedOutput }
      guard pending.count - start - 5 >= length else { break }
      try take(pending[start], Array(pending[start + 5..<start + 5 + length]))
      start += 5 + length
    }
    pending.removeFirst(start)
  }

  mutating func takeFrames() -> [[[UInt8]]] {
    defer { frames = [] }
    return frames
  }

  private mutating func take(_ kind: UInt8, _ content: [UInt8]) throws(ReaderError) {
    switch kind {
    case UInt8(ascii: "S"):
      total += content.count
      guard total <= ReaderProcess.outputLimit else {
        throw .tooMuchOutput(limit: ReaderProcess.outputLimit)
      }
      symbols.append(content)
      guard symbols.count <= 10_000 else { throw .malformedOutput }
    case UInt8(ascii: "F"):
      frameCount += 1
      guard content.isEmpty, frameCount <= Self.framesLimit else { throw .malformedOutput }
      frames.append(symbols)
      symbols = []
    case UInt8(ascii: "N"):
      guard PageNotes(decoding: content, symbols: symbols.count) != nil else {
        throw .malformedOutput
      }
    case UInt8(ascii: "E"):
      guard
        let refusal = ReaderError.Refusal(rawValue: String(decoding: content, as: UTF8.self))
      else { throw .malformedOutput }
      self.refusal = refusal
    case UInt8(ascii: "D"):
      guard content.isEmpty, symbols.isEmpty else { throw .malformedOutput }
      isDone = true
    default: throw .malformedOutput
    }
  }
}
