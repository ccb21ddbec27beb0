/// A file that BBQr symbols carry: what it is, and its bytes.
public struct BBQrFile: Hashable, Sendable {
  /// What the sender says the file is.
  public enum Kind: Character, Sendable, CaseIterable {
    case psbt = "P"
    case transaction = "T"
    case json = "J"
    case cbor = "C"
    case text = "U"
    case executable = "X"
    case binary = "B"
    case teleportReceiver = "R"
    case teleportSender = "S"
    case teleportMultisig = "E"
  }

  /// What the sender says the file is; content is recognised by itself all the same.
  public let kind: Kind
  /// The bytes, decoded and inflated.
  public let bytes: [UInt8]

  /// A file of `kind`.
  public init(kind: Kind, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
}
