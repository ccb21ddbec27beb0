public import SecureMemory

/// What a machine measured of something that nobody controls.
public struct NoiseSamples: ~Copyable, Sendable {
  /// What was measured.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Gaps between key presses in nanoseconds, eight bytes each, little-endian.
    case keyTiming = "keys"
    /// Grey pixels of camera frames, one byte each, frame after frame.
    case camera
  }

  /// What was measured.
  public let kind: Kind
  /// The number of gaps, or of frames.
  public let count: Int
  private let bytes: SecretBytes

  /// The most bytes that are taken.
  public static let limit = 1 << 26
  /// The fewest gaps between key presses that are claimed to carry anything, as Coldcard asks for.
  public static let fewestGaps = 32
  /// The fewest pixels of a frame.
  public static let fewestPixels = 4096

  /// Takes gaps between key presses, in nanoseconds.
  ///
  /// Throws when there are fewer than ``fewestGaps``, or they hardly differ: half of them must.
  public init(keyGaps: borrowing SecretBytes) throws(EntropyError) {
    let count = keyGaps.count / 8
    guard keyGaps.count % 8 == 0, keyGaps.count <= Self.limit, count >= Self.fewestGaps else {
      throw .tooFewSamples(.keyTiming, found: count, needed: Self.fewestGaps)
    }
    let different = keyGaps.withUnsafeBytes { gaps in
      Set((0..<count).map { gaps.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }).count
    }
    guard different * 2 >= count else { throw .deadNoise(.keyTiming) }
    kind = .keyTiming
    self.count = count
    bytes = keyGaps.duplicated()
  }

  /// Takes camera frames of one size, at least two.
  ///
  /// Throws when frames are too small, and when a frame is the one before it again, is flat (fewer
  /// than 16 different values) or is over- or underexposed (three quarters black or white): a
  /// covered lens and a still picture carry nothing.
  public init(frames: borrowing SecretBytes, pixelsPerFrame: Int) throws(EntropyError) {
    guard pixelsPerFrame >= Self.fewestPixels, frames.count <= Self.limit,
      frames.count % pixelsPerFrame == 0, frames.count / pixelsPerFrame >= 2
    else {
      throw .tooFewSamples(
        .camera, found: pixelsPerFrame > 0 ? frames.count / pixelsPerFrame : 0, needed: 2)
    }
    let isAlive = frames.withUnsafeBytes { all in
      var previous: UnsafeRawBufferPointer?
      for start in stride(from: 0, to: all.count, by: pixelsPerFrame) {
        let frame = UnsafeRawBufferPointer(rebasing: all[start..<(start + pixelsPerFrame)])
        let clipped = frame.count { $0 < 4 || $0 > 251 }
        guard Set(frame).count >= 16, clipped * 4 < pixelsPerFrame * 3 else { return false }
        if let previous {
          // The noise of a sensor changes some pixels even when nothing moves.
          let changed = zip(frame, previous).count { $0 != $1 }
          guard changed * 50 >= pixelsPerFrame else { return false }
        }
        previous = frame
      }
      return true
    }
    guard isAlive else { throw .deadNoise(.camera) }
    kind = .camera
    count = frames.count / pixelsPerFrame
    bytes = frames.duplicated()
  }

  /// What the samples are claimed to carry at least, in bits: two a gap, as Coldcard counts them, and 64
  /// for each frame after the first.
  public var claimedBits: Int { kind == .keyTiming ? count * 2 : (count - 1) * 64 }

  /// Lends the bytes that are hashed.
  borrowing func withBytes<R: ~Copyable>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    bytes.withUnsafeBytes(body)
  }
}
