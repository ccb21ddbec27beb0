/// A message as the texts of QR codes, one text a QR code.
///
/// A message that fits one QR code is one frame. A longer one is an endless row of frames of which
/// any `frameCount` and a few more give the message back, whichever were lost.
public struct FrameEncoder: Sendable {
  private enum Content: Sendable {
    case whole(String)
    case parts(UREncoder)
    case fixed([String])
  }

  private let content: Content
  /// The smallest version that holds every frame of the first million.
  public let version: QRVersion

  /// Frames for QR codes of at most `limit` modules a side.
  ///
  /// Throws: `symbolTooSmall` when a part with its header does not fit, `tooManyParts`.
  public init(_ ur: UR, limit: QRVersion = .webcam) throws(QRTransportError) {
    let wholeLength = 4 + ur.type.utf8.count + 2 * (ur.cbor.count + 4)
    if wholeLength <= limit.alphanumericCapacity,
      let smallest = QRVersion.smallest(alphanumeric: wholeLength)
    {
      content = .whole(ur.text)
      version = smallest
      return
    }
    // "UR:" type "/" number "-" count "/", then two letters a byte of header (22 at most), fragment
    // and CRC (4).
    let overhead = 3 + ur.type.utf8.count + 1 + 7 + 1 + 5 + 1 + 2 * (22 + 4)
    let room = (limit.alphanumericCapacity - overhead) / 2
    guard room >= 10 else { throw .symbolTooSmall(version: limit.number) }
    let encoder = try UREncoder(ur, maxFragmentLength: room)
    content = .parts(encoder)
    let longest = overhead + 2 * encoder.fragmentLength
    version = QRVersion.smallest(alphanumeric: longest) ?? limit
  }

  init(fixed frames: [String], version: QRVersion) {
    content = .fixed(frames)
    self.version = version
  }

  /// The frames that suffice if none is lost.
  public var frameCount: Int {
    switch content {
    case .whole: 1
    case .parts(let encoder): encoder.fragmentCount
    case .fixed(let frames): frames.count
    }
  }

  /// Whether one QR code is all.
  public var isSingle: Bool { frameCount == 1 }

  /// Whether every frame says something new, or the first ones only repeat themselves.
  public var isEndless: Bool {
    if case .parts = content { true } else { false }
  }

  /// The frame at `index`, from 0.
  ///
  /// The first `frameCount` are plain fragments; later ones mix them (UR), or repeat.
  public func frame(_ index: Int) -> String {
    switch content {
    case .whole(let text): text
    case .parts(let encoder): encoder.part(encoder.sequenceNumber(at: index)).text
    case .fixed(let frames): frames[index % max(1, frames.count)]
    }
  }

  /// A finite row for a picture that repeats itself: every fragment, and a third as many mixtures
  /// (UR) so that a reader which misses a frame need not wait for it to come round.
  public func loop() -> [String] {
    switch content {
    case .whole(let text): return [text]
    case .fixed(let frames): return frames
    case .parts(let encoder): return encoder.loop().map { encoder.part($0).text }
    }
  }
}
