/// What the helper writes, read as it comes: records of a letter, a length (32 bits, big-endian)
/// and as many bytes.
///
/// `S` is the content of a QR code, `N` what is to be said about a frame, `F` ends it, `E` refuses in a
/// word, `D` ends the answer. In a view `L` says what a frame looks like, and `P` is a small copy of it.
struct ReaderAnswer {
  /// No QR code holds more: 7,089 digits; eight of them may be joined by structured append.
  static let symbolLimit = 65_536
  static let framesLimit = 100_000
  /// No frame has more QR codes.
  static let symbolsLimit = 10_000
  /// The bytes of a record before its content.
  static let headSize = 5

  private var pending: [UInt8] = []
  private var total = 0
  private var frameCount = 0
  private var frame = ReaderFrame()
  /// Whether something was said about the frame that did not end yet.
  private var hasNotes = false
  private var frames: [ReaderFrame] = []
  private let isView: Bool
  private let isLive: Bool
  private(set) var refusal: ReaderError.Refusal?
  private(set) var isDone = false

  /// `isView`: a person aims with it, so that each frame may come with its look and a small copy; `isLive`: it
  /// is a camera, which has no end, so that only what a frame holds is bounded.
  init(isView: Bool = false, isLive: Bool = false) {
    (self.isView, self.isLive) = (isView, isLive)
  }

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

  /// The contents of the QR codes of the frames that ended since the last call.
  mutating func takeFrames() -> [[[UInt8]]] { takeViews().map(\.symbols) }

  /// The frames that ended since the last call.
  mutating func takeViews() -> [ReaderFrame] {
    defer { frames = [] }
    return frames
  }

  private mutating func take(_ kind: UInt8, _ content: [UInt8]) throws(ReaderError) {
    switch kind {
    case UInt8(ascii: "S"):
      total += content.count + Self.headSize
      guard total <= ReaderProcess.outputLimit else {
        throw .tooMuchOutput(limit: ReaderProcess.outputLimit)
      }
      frame.symbols.append(content)
      guard frame.symbols.count <= Self.symbolsLimit else { throw .malformedOutput }
    case UInt8(ascii: "L"):
      guard isView, frame.look == nil, let look = FrameLook(content) else {
        throw .malformedOutput
      }
      frame.look = look
    case UInt8(ascii: "P"):
      guard isView, frame.preview == nil, let preview = FramePreview(content) else {
        throw .malformedOutput
      }
      frame.preview = preview
    case UInt8(ascii: "F"):
      guard content.isEmpty else { throw .malformedOutput }
      if isLive {
        total = 0
      } else {
        frameCount += 1
        guard frameCount <= Self.framesLimit else { throw .refused(.tooManyFrames) }
      }
      frames.append(frame)
      (frame, hasNotes) = (ReaderFrame(), false)
    case UInt8(ascii: "N"):
      guard !hasNotes, PageNotes(decoding: content, symbols: frame.symbols.count) != nil else {
        throw .malformedOutput
      }
      hasNotes = true
    case UInt8(ascii: "E"):
      guard
        let refusal = ReaderError.Refusal(rawValue: String(decoding: content, as: UTF8.self))
      else { throw .malformedOutput }
      self.refusal = refusal
    case UInt8(ascii: "D"):
      guard content.isEmpty, frame == ReaderFrame() else { throw .malformedOutput }
      isDone = true
    default: throw .malformedOutput
    }
  }
}
