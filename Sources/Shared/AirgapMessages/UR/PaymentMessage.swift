internal import Bytes
public import QRTransport

/// A PSBT as a uniform resource: `crypto-psbt`, and `psbt` of the second generation.
public enum PaymentMessage {
  /// The type that is written: every wallet reads it.
  public static let type = "crypto-psbt"
  /// The type of the second generation, read as well; written for who asks for it.
  public static let newerType = "psbt"

  /// Wraps the bytes of a PSBT; `newer` gives it the type of the second generation.
  ///
  /// - Throws: `QRTransportError` when it is longer than a message may be.
  public static func ur(_ psbt: [UInt8], newer: Bool = false) throws(QRTransportError) -> UR {
    try UR(type: newer ? newerType : type, cbor: CBORWriter.encode(.bytes(psbt)))
  }
}

/// Bytes without a type of their own: `bytes`.
public enum BytesMessage {
  /// The type of the resource (BCR-2020-006).
  public static let type = "bytes"

  /// Wraps bytes.
  ///
  /// - Throws: `QRTransportError` when they are longer than a message may be.
  public static func ur(_ bytes: [UInt8]) throws(QRTransportError) -> UR {
    try UR(type: type, cbor: CBORWriter.encode(.bytes(bytes)))
  }
}
