internal import CSystemCalls
internal import Glibc
public import SecureMemory

/// QR codes that hold a secret, taken from the helper's pipe straight into locked memory.
extension ReaderProcess {
  /// The first QR code of a picture file that is wanted; nil when there is none.
  ///
  /// Throws: any `ReaderError`.
  public func secret(
    path: String, where isWanted: (UnsafeRawBufferPointer) -> Bool
  ) throws(ReaderError) -> SecretBytes? {
    try secret(path: path) { symbol, _ in isWanted(symbol) }
  }

  /// The same; what asks whether a QR code is wanted is told how many frames (pages of a PDF) came
  /// before its own, `frames` how many there were, and `notes` what is to be said about some.
  func secret(
    path: String, frames: inout Int, notes: inout [Int: PageNotes],
    where isWanted: (UnsafeRawBufferPointer, Int) -> Bool
  ) throws(ReaderError) -> SecretBytes? {
    let file = try opened(path)
    defer { close(file.descriptor) }
    return try secret(
      file.descriptor, mode: "picture", seconds: Self.seconds(forFileOf: file.size),
      renewed: false, frames: &frames, notes: &notes, isWanted)
  }

  private func secret(
    path: String, where isWanted: (UnsafeRawBufferPointer, Int) -> Bool
  ) throws(ReaderError) -> SecretBytes? {
    var frames = 0
    var notes: [Int: PageNotes] = [:]
    return try secret(path: path, frames: &frames, notes: &notes, where: isWanted)
  }

  /// Looks through a camera until a QR code is wanted; nil when its frames end.
  ///
  /// Throws: any `ReaderError`; `timedOut` when the camera gives no frame for 10 seconds.
  public func watchForSecret(
    device: String = CameraDevices().standard, where isWanted: (UnsafeRawBufferPointer) -> Bool
  ) throws(ReaderError) -> SecretBytes? {
    let camera = try openedCamera(device)
    defer { close(camera.descriptor) }
    var frames = 0
    var notes: [Int: PageNotes] = [:]
    return try secret(
      camera.descriptor, mode: camera.isDevice ? "camera" : "picture", seconds: 10, renewed: true,
      frames: &frames, notes: &notes
    ) { symbol, _ in isWanted(symbol) }
  }

  /// `renewed`: whether all frames together have no bound, as those of a camera.
  private func secret(
    _ file: Int32, mode: String, seconds: Int, renewed: Bool, frames: inout Int,
    notes: inout [Int: PageNotes], _ isWanted: (UnsafeRawBufferPointer, Int) -> Bool
  ) throws(ReaderError) -> SecretBytes? {
    let run = try HelperRun(executable: executable, mode: mode, input: file)
    defer { run.end() }
    var answer = SecretAnswer(isLive: mode == "camera")
    defer { (frames, notes) = (answer.frames, answer.notes) }
    var deadline = PageDeadline(
      seconds: seconds, inAll: renewed ? .infinity : PageDeadline.mostSeconds)
    var before = 0
    while try answer.receive({ (room) throws(ReaderError) in
      try run.next(into: room, until: deadline.time, seconds: seconds)
    }) {
      if let found = try answer.takeWanted(isWanted) { return found }
      if answer.frames > before { deadline.renew() }
      before = answer.frames
    }
    try finish(run, refusal: answer.refusal, isDone: answer.isDone)
    return nil
  }
}

/// Frames whose pixels nobody can foretell, from a camera or pictures.
extension ReaderProcess {
  /// The pixels along one side of the square in the middle of a frame that is taken.
  public static let noiseSide = 256

  /// The pixels of frames, frame after frame, a byte each: `count` frames at most after the first
  /// `skipped`, those too small left out.
  ///
  /// Throws: any `ReaderError`; `timedOut` when a camera gives no frame for 10 seconds.
  func noise(
    _ file: Int32, isDevice: Bool, count: Int, skipping skipped: Int
  ) throws(ReaderError) -> SecretBytes {
    let run = try HelperRun(
      executable: executable, mode: isDevice ? "camera-noise" : "noise", input: file)
    defer { run.end() }
    let size = Self.noiseSide * Self.noiseSide
    var answer = SecretAnswer(isLive: isDevice)
    var frames = SecretBytes(count: count * size)
    var found = 0
    var deadline = PageDeadline(
      seconds: 10, inAll: isDevice ? .infinity : PageDeadline.mostSeconds)
    var before = 0
    while try answer.receive({ (room) throws(ReaderError) in
      try run.next(into: room, until: deadline.time, seconds: 10)
    }) {
      while let frame = try answer.takeWanted({ pixels, _ in pixels.count == size }) {
        if found >= skipped {
          let start = (found - skipped) * size
          frames.withUnsafeMutableBytes { frames in
            frame.withUnsafeBytes {
              UnsafeMutableRawBufferPointer(rebasing: frames[start...]).copyMemory(from: $0)
            }
          }
        }
        found += 1
        if found == skipped + count { return frames }
      }
      if answer.frames > before { deadline.renew() }
      before = answer.frames
    }
    try finish(run, refusal: answer.refusal, isDone: answer.isDone)
    frames.truncate(to: max(0, found - skipped) * size)
    return frames
  }
}

/// The helper's answer (see `ReaderAnswer`), its QR codes lent where they lie; only the wanted one
/// is copied.
private struct SecretAnswer: ~Copyable {
  /// Whether it is a camera's, which has no end: only what a frame holds is bounded.
  private let isLive: Bool
  /// The bytes of all records, or of those of a camera's frame.
  private var total = 0
  // Two records of the largest size.
  private var pending = SecretBytes(count: 2 * (ReaderAnswer.symbolLimit + 5))
  private var filled = 0
  private(set) var refusal: ReaderError.Refusal?
  private(set) var isDone = false
  /// The frames that ended.
  private(set) var frames = 0
  /// What is to be said about some of them.
  private(set) var notes: [Int: PageNotes] = [:]
  /// The QR codes of the frame that did not end yet.
  private var symbols = 0

  init(isLive: Bool) { self.isLive = isLive }

  /// Takes what the helper wrote next; false when it wrote its last.
  mutating func receive(
    _ next: (UnsafeMutableRawBufferPointer) throws(ReaderError) -> Int
  ) throws(ReaderError) -> Bool {
    let filled = filled
    let count = try pending.withUnsafeMutableBytes { (memory) throws(ReaderError) in
      try next(UnsafeMutableRawBufferPointer(rebasing: memory[filled...]))
    }
    self.filled += count
    return count > 0
  }

  /// Goes through the records that are whole; stops at a QR code that is wanted.
  mutating func takeWanted(
    _ isWanted: (UnsafeRawBufferPointer, Int) -> Bool
  ) throws(ReaderError) -> SecretBytes? {
    while let record = try firstRecord() {
      let body = 5..<5 + record.length
      total += body.upperBound
      guard total <= ReaderProcess.outputLimit else {
        throw .tooMuchOutput(limit: ReaderProcess.outputLimit)
      }
      if record.kind == UInt8(ascii: "S") {
        let frame = frames
        symbols += 1
        guard symbols <= ReaderAnswer.symbolsLimit else { throw .malformedOutput }
        let wanted = pending.withUnsafeBytes {
          isWanted(UnsafeRawBufferPointer(rebasing: $0[body]), frame)
        }
        if wanted {
          let found = pending.slice(body)
          drop(body.upperBound)
          return found
        }
      } else {
        try note(record.kind, pending.withUnsafeBytes { Array($0[body]) })
      }
      drop(body.upperBound)
    }
    return nil
  }

  private func firstRecord() throws(ReaderError) -> (kind: UInt8, length: Int)? {
    guard filled >= 5 else { return nil }
    let (kind, length) = pending.withUnsafeBytes { bytes in
      (bytes[0], bytes[1..<5].reduce(0) { $0 << 8 | Int($1) })
    }
    guard length <= ReaderAnswer.symbolLimit, !isDone, refusal == nil else {
      throw .malformedOutput
    }
    return filled - 5 >= length ? (kind, length) : nil
  }

  private mutating func note(_ kind: UInt8, _ content: [UInt8]) throws(ReaderError) {
    switch kind {
    case UInt8(ascii: "N"):
      // A camera's frames have none.
      guard !isLive, notes[frames] == nil,
        let notes = PageNotes(decoding: content, symbols: symbols)
      else { throw .malformedOutput }
      self.notes[frames] = notes
    case UInt8(ascii: "F") where content.isEmpty:
      frames += 1
      symbols = 0
      if isLive {
        total = 0
      } else {
        guard frames <= ReaderAnswer.framesLimit else { throw .refused(.tooManyFrames) }
      }
    case UInt8(ascii: "D") where content.isEmpty: isDone = true
    case UInt8(ascii: "E"):
      guard
        let refusal = ReaderError.Refusal(rawValue: String(decoding: content, as: UTF8.self))
      else { throw .malformedOutput }
      self.refusal = refusal
    default: throw .malformedOutput
    }
  }

  private mutating func drop(_ count: Int) {
    let rest = filled - count
    pending.withUnsafeMutableBytes { memory in
      guard let start = memory.baseAddress else { return }
      memmove(start, start + count, rest)
      SecretBytes.wipe(UnsafeMutableRawBufferPointer(rebasing: memory[rest..<rest + count]))
    }
    filled = rest
  }
}
