/// The sizes that a message arriving in QR codes may have at most (docs/rules.md, R18).
///
/// Checked on what a frame announces, before anything is allocated for it.
public struct TransportLimits: Hashable, Sendable {
  /// The most parts that one message may be cut into.
  public var parts: Int
  /// The most bytes that one message may have once joined (and inflated).
  public var messageBytes: Int
  /// The most bytes that mixed parts waiting for their complement may occupy.
  public var waitingBytes: Int

  /// 65,535 parts, 16 MB, and 128 MB of mixed parts waiting.
  public static let standard = TransportLimits(
    parts: 65_535, messageBytes: 16_000_000, waitingBytes: 128 << 20)

  /// Other limits, for tests and small machines.
  public init(parts: Int, messageBytes: Int, waitingBytes: Int) {
    self.parts = parts
    self.messageBytes = messageBytes
    self.waitingBytes = waitingBytes
  }
}
