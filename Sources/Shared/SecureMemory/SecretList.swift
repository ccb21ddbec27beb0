/// Several secrets in one piece of locked memory: what the QR codes of a picture hold, shares,
/// lines.
public struct SecretList: ~Copyable, Sendable {
  private var memory = SecretBuffer(capacity: 1_024)
  private var bounds: [Range<Int>] = []

  /// An empty list.
  public init() {}

  /// The number of secrets.
  public var count: Int { bounds.count }

  /// Whether it holds no secret.
  public var isEmpty: Bool { bounds.isEmpty }

  /// The bytes of all of them together.
  public var byteCount: Int { memory.count }

  /// Adds a copy at the end.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    let start = memory.count
    memory.append(bytes)
    bounds.append(start..<memory.count)
  }

  /// Whether one of them has these bytes; each is compared in a time that depends on lengths only.
  public borrowing func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
    memory.withUnsafeBytes { memory in
      bounds.contains {
        SecretBytes.constantTimeEquals(UnsafeRawBufferPointer(rebasing: memory[$0]), bytes)
      }
    }
  }

  /// Lends one of them, counted from 0.
  public borrowing func withUnsafeBytes<R: ~Copyable, E: Error>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try memory.withUnsafeBytes { (memory) throws(E) in
      try body(UnsafeRawBufferPointer(rebasing: memory[bounds[index]]))
    }
  }

  /// A copy of one of them, counted from 0.
  public borrowing func secret(at index: Int) -> SecretBytes {
    withUnsafeBytes(at: index) { SecretBytes(copying: $0) }
  }
}
