/// The sizes a PSBT may have; each is checked before anything is allocated (rule R18).
public struct PSBTLimits: Hashable, Sendable {
  /// Bytes of the binary PSBT.
  public var bytes: Int
  /// Inputs of the unsigned transaction.
  public var inputs = 10_000
  /// Outputs of the unsigned transaction.
  public var outputs = 10_000
  /// Bytes of the unsigned transaction: no block holds more, and each legacy signature hashes them
  /// all.
  public var transactionBytes = 1_000_000
  /// Keys of one map.
  public var keysPerMap = 10_000

  /// Takes a limit in bytes; the others are the same for every source.
  public init(bytes: Int) {
    self.bytes = bytes
  }

  /// 100 MB: what a file may hold.
  public static let file = PSBTLimits(bytes: 100_000_000)
  /// 16 MB: what may come by QR codes.
  public static let qr = PSBTLimits(bytes: 16_000_000)
}
