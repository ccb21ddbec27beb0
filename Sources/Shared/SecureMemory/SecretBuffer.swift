/// A secret that grows at its end, such as one that is written or read piece by piece.
///
/// The memory it leaves behind when it grows is wiped.
public struct SecretBuffer: ~Copyable, Sendable {
  private var memory: SecretBytes

  /// The number of bytes so far.
  public private(set) var count = 0

  /// An empty one with room for `capacity` bytes before it must grow.
  public init(capacity: Int = 4_096) {
    memory = SecretBytes(count: max(1, capacity))
  }

  /// Adds bytes at the end.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    let start = count
    memory.withUnsafeMutableBytes { room in
      UnsafeMutableRawBufferPointer(rebasing: room[start...]).copyMemory(from: bytes)
    }
    count += bytes.count
  }

  /// Lets `body` fill up to `length` bytes at the end; it says how many it did.
  public mutating func append<E: Error>(
    upTo length: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) -> Int {
    reserve(length)
    let start = count
    let filled = try memory.withUnsafeMutableBytes { (room) throws(E) in
      try body(UnsafeMutableRawBufferPointer(rebasing: room[start..<start + length]))
    }
    count += min(max(0, filled), length)
    return filled
  }

  /// Lends the bytes so far for reading.
  public borrowing func withUnsafeBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    let count = count
    return try memory.withUnsafeBytes { (room) throws(E) in
      try body(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }
  }

  /// Overwrites bytes at `offset` that were there already; what lies beyond them is left out.
  public mutating func replace(at offset: Int, with bytes: [UInt8]) {
    guard offset >= 0, offset <= count else { return }
    let end = min(count, offset + bytes.count)
    memory.withUnsafeMutableBytes { room in
      for index in offset..<end { room[index] = bytes[index - offset] }
    }
  }

  /// Ends it: the bytes so far as a secret.
  public consuming func bytes() -> SecretBytes {
    var whole = memory
    whole.truncate(to: count)
    return whole
  }

  private mutating func reserve(_ more: Int) {
    guard count + more > memory.count else { return }
    let spare = SecretBytes(count: max(count + more, 2 * memory.count) - memory.count)
    memory = SecretBytes(joining: memory, spare)
  }
}
