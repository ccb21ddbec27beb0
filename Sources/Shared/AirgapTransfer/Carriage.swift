public import AirgapMessages
internal import QRTransport

/// How a message came: its answer goes back alike.
public struct Carriage: Hashable, Sendable {
  /// How it was written.
  public let dialect: MessageDialect
  /// Whether QR codes carried it.
  public let isQRCodes: Bool
  /// The largest QR code of its series; nil where one QR code was all, or where there was none.
  let series: QRVersion?

  /// A file, a pasted text or standard input.
  init(ofFile bytes: [UInt8]) {
    dialect = MessageDialect(ofPlain: bytes)
    isQRCodes = false
    series = nil
  }

  /// QR codes; `series` is the largest of several that carried parts.
  init(_ dialect: MessageDialect, series: QRVersion?) {
    self.dialect = dialect
    isQRCodes = true
    self.series = series
  }

  /// The form of an answer; nil for the default of its kind.
  ///
  /// QR codes answer QR codes, and text answers text: one that came as QR codes is written to a file as every
  /// file is.
  func format(inQRCodes answersInQRCodes: Bool) -> PayloadFormat? {
    guard answersInQRCodes == isQRCodes else { return nil }
    switch dialect {
    case .base64: return .base64
    case .hex: return .hex
    case .base43: return isQRCodes ? .base43 : nil
    case .ur: return isQRCodes ? .ur : nil
    case .newerUR: return isQRCodes ? .newerUR : nil
    case .firstUR: return isQRCodes ? .firstUR : nil
    case .bbqr: return isQRCodes ? .bbqr : nil
    case .specter: return isQRCodes ? .specter : nil
    case .compact: return isQRCodes ? .compact : nil
    case .binary: return nil
    }
  }
}
