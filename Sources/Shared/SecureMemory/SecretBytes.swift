internal import CSystemCalls

/// Bytes that must not leak: never copied by accident, never printed, wiped when they end.
///
/// They lie in pages that are kept out of core dumps and, where the limit on locked memory allows,
/// out of swap. A secret is lent inside closures; what a closure copies out is the closure's fault.
public struct SecretBytes: ~Copyable, @unchecked Sendable {
  // Unchecked: the memory has one owner, and it is written only through a mutable access to it.
  private let memory: UnsafeMutableRawPointer

  /// The number of bytes.
  public private(set) var count: Int
  private let capacity: Int

  /// Makes `count` zero bytes.
  public init(count: Int) {
    precondition(count >= 0, "a secret has no negative length")
    self.count = count
    capacity = count
    memory = SecretArena.take(count)
  }

  /// Makes `count` zero bytes and lets `body` fill them; wiped when it throws.
  public init<E: Error>(
    count: Int, initializing body: (UnsafeMutableRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    self.init(count: count)
    try body(UnsafeMutableRawBufferPointer(start: memory, count: count))
  }

  /// Copies bytes that the caller keeps; wiping the original is the caller's matter.
  public init(copying bytes: UnsafeRawBufferPointer) {
    self.init(count: bytes.count)
    if let source = bytes.baseAddress, !bytes.isEmpty {
      memory.copyMemory(from: source, byteCount: bytes.count)
    }
  }

  /// Takes the bytes of an array and leaves it empty, its own storage wiped.
  ///
  /// Other copies of the array that exist are not reached.
  public init(moving bytes: inout [UInt8]) {
    self.init(count: bytes.count)
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress, !source.isEmpty {
        memory.copyMemory(from: start, byteCount: source.count)
      }
    }
    bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) }
    bytes = []
  }

  /// Joins two secrets into a third.
  public init(joining first: borrowing SecretBytes, _ second: borrowing SecretBytes) {
    self.init(count: first.count + second.count)
    memory.copyMemory(from: first.memory, byteCount: first.count)
    (memory + first.count).copyMemory(from: second.memory, byteCount: second.count)
  }

  deinit {
    SecretArena.giveBack(memory, capacity)
  }

  /// Whether there are no bytes.
  public var isEmpty: Bool { count == 0 }

  /// Lends the bytes for reading.
  public borrowing func withUnsafeBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: memory, count: count))
  }

  /// Lends the bytes for writing.
  public mutating func withUnsafeMutableBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeMutableRawBufferPointer(start: memory, count: count))
  }

  /// Makes a second secret with the same bytes.
  public borrowing func duplicated() -> SecretBytes {
    withUnsafeBytes { SecretBytes(copying: $0) }
  }

  /// Makes a second secret with some of the bytes; the range is cut to what exists.
  public borrowing func slice(_ range: Range<Int>) -> SecretBytes {
    withUnsafeBytes {
      SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[range.clamped(to: 0..<count)]))
    }
  }

  /// Drops the bytes from `newCount` on and wipes them; does nothing when there are no more.
  public mutating func truncate(to newCount: Int) {
    guard newCount >= 0, newCount < count else { return }
    syscalls_wipe(memory + newCount, count - newCount)
    count = newCount
  }

  /// Whether both have the same bytes, in a time that depends on the lengths only.
  public borrowing func constantTimeEquals(_ other: borrowing SecretBytes) -> Bool {
    SecretBytes.constantTimeEquals(
      UnsafeRawBufferPointer(start: memory, count: count),
      UnsafeRawBufferPointer(start: other.memory, count: other.count))
  }

  /// Whether both have the same bytes, in a time that depends on the lengths only.
  public static func constantTimeEquals(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) -> Bool {
    guard first.count == second.count else { return false }
    var difference: UInt8 = 0
    for index in 0..<first.count { difference |= first[index] ^ second[index] }
    return difference == 0
  }

  /// Overwrites memory with zeros in a way that the optimizer keeps.
  public static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    if let start = bytes.baseAddress { syscalls_wipe(start, bytes.count) }
  }

  /// Whether every secret so far could be locked into memory, so that none can reach the swap.
  public static var allAreLocked: Bool { SecretArena.everythingIsLocked }
}
