/// A file that a series of BBQr carries: what it is, and its bytes.
public struct BBQrFile: Hashable, Sendable {
  /// What the sender says the file is.
  public enum Kind: Character, Sendable, CaseIterable {
    /// A PSBT, binary.
    case psbt = "P"
    /// A finished transaction, binary.
    case transaction = "T"
    /// JSON.
    case json = "J"
    /// CBOR.
    case cbor = "C"
    /// Text, UTF-8.
    case text = "U"
    /// A program; nothing here runs it.
    case executable = "X"
    /// Any other file.
    case binary = "B"
    /// COLDCARD's Key Teleport: the receiver's key.
    case teleportReceiver = "R"
    /// COLDCARD's Key Teleport: what the sender encrypted.
    case teleportSender = "S"
    /// COLDCARD's Key Teleport: a PSBT for a cosigner, encrypted.
    case teleportMultisig = "E"
  }

  /// What the sender says the file is; the content is recognised by itself nevertheless.
  public let kind: Kind
  /// The bytes, decoded and inflated.
  public let bytes: [UInt8]

  /// A file of `kind`.
  public init(kind: Kind, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
  }
}
