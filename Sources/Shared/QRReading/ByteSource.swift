internal import Glibc

/// Bytes that come one after the other and need never be there as a whole: a file, a pipe, an array.
public final class ByteSource {
  private static let room = 1 << 16

  private let refill: (UnsafeMutableRawBufferPointer) -> Int
  private var buffer = [UInt8](repeating: 0, count: room)
  private var start = 0
  private var end = 0
  private var isOver = false
  private var recording: [UInt8]?

  /// Takes its bytes from `refill`, which fills as much of the memory as it likes and says how much;
  /// 0 at the end.
  public init(_ refill: @escaping (UnsafeMutableRawBufferPointer) -> Int) {
    self.refill = refill
  }

  /// Takes its bytes from an array.
  public convenience init(_ bytes: [UInt8]) {
    var offset = 0
    self.init { room in
      let count = min(room.count, bytes.count - offset)
      bytes.withUnsafeBytes {
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
      }
      offset += count
      return count
    }
  }

  /// The next bytes, which stay the next; fewer than `count` at the end only.
  ///
  /// At most 4,096 can be seen.
  public func peek(_ count: Int) -> ArraySlice<UInt8> {
    let count = min(count, 4_096)
    while end - start < count, more() {}
    return buffer[start..<min(end, start + count)]
  }

  /// The next byte; nil at the end.
  func next() -> UInt8? {
    if start == end, !more() { return nil }
    let byte = buffer[start]
    recording?.append(byte)
    start += 1
    return byte
  }

  /// Bytes up to a line feed, which is taken and not given; nil when there is none within `limit`
  /// bytes.
  func line(limit: Int) -> [UInt8]? {
    var line: [UInt8] = []
    while let byte = next() {
      if byte == 0x0a { return line }
      guard line.count < limit else { return nil }
      line.append(byte)
    }
    return nil
  }

  /// Fills memory; false when there are not so many bytes.
  func fill(_ memory: UnsafeMutableRawBufferPointer) -> Bool {
    var filled = 0
    while filled < memory.count {
      if start == end, !more() { return false }
      let count = min(end - start, memory.count - filled)
      buffer.withUnsafeBytes { bytes in
        let part = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
        UnsafeMutableRawBufferPointer(rebasing: memory[filled...]).copyMemory(from: part)
      }
      recording?.append(contentsOf: buffer[start..<start + count])
      start += count
      filled += count
    }
    return true
  }

  /// Leaves out bytes; false when there are not so many.
  func skip(_ count: Int) -> Bool {
    var left = count
    while left > 0 {
      if start == end, !more() { return false }
      let step = min(end - start, left)
      recording?.append(contentsOf: buffer[start..<start + step])
      start += step
      left -= step
    }
    return true
  }

  /// Takes what comes before the next `stop`, or as much of it as is at hand; false at the end.
  func take(upTo stop: UInt8, into bytes: inout [UInt8]) -> Bool {
    if start == end, !more() { return false }
    let count = buffer.withUnsafeBytes { buffer -> Int in
      guard let base = buffer.baseAddress,
        let place = memchr(base + start, Int32(stop), end - start)
      else { return end - start }
      return place - UnsafeMutableRawPointer(mutating: base) - start
    }
    bytes += buffer[start..<start + count]
    recording?.append(contentsOf: buffer[start..<start + count])
    start += count
    return true
  }

  /// Everything that is left.
  ///
  /// Throws: `tooLarge` for more than `limit` bytes.
  func rest(limit: Int) throws(ReadingError) -> [UInt8] {
    var rest: [UInt8] = []
    while start < end || more() {
      guard rest.count + end - start <= limit else { throw .tooLarge }
      rest += buffer[start..<end]
      start = end
    }
    return rest
  }

  /// Keeps what is taken from now on.
  func record() { recording = [] }

  /// What was taken since ``record()``; keeps no more.
  func recorded() -> [UInt8] {
    defer { recording = nil }
    return recording ?? []
  }

  private func more() -> Bool {
    guard !isOver else { return false }
    if start > 0 {
      buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress, end > start else { return }
        base.copyMemory(from: base + start, byteCount: end - start)
      }
      end -= start
      start = 0
    }
    guard end < buffer.count else { return false }
    let count = buffer.withUnsafeMutableBytes {
      refill(UnsafeMutableRawBufferPointer(rebasing: $0[end...]))
    }
    end += max(0, min(count, buffer.count - end))
    if count <= 0 { isOver = true }
    return count > 0
  }
}
