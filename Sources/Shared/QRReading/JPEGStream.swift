internal import PictureFormats

/// JPEGs one after the other, as cameras give them and `ffmpeg -f mjpeg` writes them.
struct JPEGStream {
  static let magic = PictureFormat.jpegStart
  /// How many bytes may lie between two JPEGs: a driver may fill its buffer up.
  static let gapLimit = 1 << 16

  private let source: ByteSource

  init(_ source: ByteSource) { self.source = source }

  /// The next JPEG; nil at the end, and where none begins within ``gapLimit`` bytes.
  ///
  /// What was cut off is given too: the decoder says what is wrong with it. Throws: `tooLarge`.
  func next() throws(ReadingError) -> [UInt8]? {
    var gap = 0
    while !source.peek(3).elementsEqual(Self.magic) {
      gap += 1
      guard gap <= Self.gapLimit, source.next() != nil else { return nil }
    }
    var bytes = [UInt8](Self.magic.prefix(2))
    _ = source.skip(2)
    while let marker = marker(&bytes) {
      switch marker {
      case 0xd9: return bytes
      case 0x01, 0xd0...0xd7: break
      // Another begins before this one has ended, or what follows is no JPEG.
      case 0x00, 0xd8: return bytes
      default:
        guard try segment(&bytes) else { return bytes }
        if marker == 0xda { try scan(&bytes) }
      }
    }
    return bytes
  }

  /// Takes a marker and gives its code; nil where there is none.
  ///
  /// That of another JPEG is not taken.
  private func marker(_ bytes: inout [UInt8]) -> UInt8? {
    while true {
      let next = Array(source.peek(2))
      guard next.count == 2, next[0] == 0xff else { return nil }
      if next[1] == 0xd8 { return next[1] }
      // A marker may have several of the first byte.
      let count = next[1] == 0xff ? 1 : 2
      bytes += next.prefix(count)
      _ = source.skip(count)
      if count == 2 { return next[1] }
    }
  }

  private func segment(_ bytes: inout [UInt8]) throws(ReadingError) -> Bool {
    let head = Array(source.peek(2))
    guard head.count == 2 else { return false }
    let length = Int(head[0]) << 8 | Int(head[1])
    guard length >= 2 else { return false }
    let start = bytes.count
    guard start + length <= ReadingLimits.fileBytes else { throw .tooLarge }
    bytes += [UInt8](repeating: 0, count: length)
    return bytes.withUnsafeMutableBytes {
      source.fill(UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
    }
  }

  /// Takes what is coded, up to the next marker that says something else than "goes on".
  private func scan(_ bytes: inout [UInt8]) throws(ReadingError) {
    while source.take(upTo: 0xff, into: &bytes) {
      guard bytes.count <= ReadingLimits.fileBytes else { throw .tooLarge }
      let next = Array(source.peek(2))
      // Not there yet.
      guard next.first == 0xff else { continue }
      guard next.count == 2, next[1] == 0 || (0xd0...0xd7).contains(next[1]) else {
        // At the end of everything this byte is part of what was cut off.
        if next.count == 1, let last = source.next() { bytes.append(last) }
        return
      }
      bytes += next
      _ = source.skip(2)
    }
  }
}
