public import Bytes

/// A recovery sheet that was printed: what it is of, and whether it was read back.
public struct SheetRecord: Sendable, Equatable {
  /// The seed or the wallet, by name.
  public var name: String
  /// The kind of sheet, by its name on the command line.
  public let kind: String
  /// Seconds since 1970.
  public let printed: Int64
  /// What tells this sheet from every other; no secret can be had from it.
  public let digest: Bytes32
  /// When it was read back and found right, in seconds since 1970.
  public var verified: Int64?

  /// Takes what was printed and when; `verified` is nil until it was read back.
  public init(name: String, kind: String, printed: Int64, digest: Bytes32, verified: Int64? = nil) {
    self.name = name
    self.kind = kind
    self.printed = printed
    self.digest = digest
    self.verified = verified
  }
}
