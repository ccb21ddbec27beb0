public import AirgapMessages
import Bytes
import QRTransport
import TerminalUI

/// A message that leaves, and the forms it may take.
public enum OutgoingMessage: Sendable {
  case psbt([UInt8])
  case transaction([UInt8])
  case account(AccountExport)
  /// The text of a descriptor with its checksum.
  case descriptor(String)
  /// Text that is shown as a symbol as it is: an address.
  case plain(String)

  /// The symbols' contents in a format; nil for the message's own default.
  ///
  /// - Throws: `ProgramError` for a format that this message does not have.
  func frames(
    as format: PayloadFormat?, limit: QRVersion
  ) throws(ProgramError) -> FrameEncoder {
    do throws(QRTransportError) {
      switch (self, format) {
      case (.psbt(let bytes), nil), (.psbt(let bytes), .ur):
        return try FrameEncoder(PaymentMessage.ur(bytes), limit: limit)
      case (.psbt(let bytes), .bbqr):
        return try FrameEncoder(bbqr: BBQrFile(kind: .psbt, bytes: bytes), limit: limit)
      case (.transaction(let bytes), nil), (.transaction(let bytes), .ur):
        return try FrameEncoder(BytesMessage.ur(bytes), limit: limit)
      case (.transaction(let bytes), .bbqr):
        return try FrameEncoder(bbqr: BBQrFile(kind: .transaction, bytes: bytes), limit: limit)
      case (.account(let export), nil), (.account(let export), .cryptoAccount),
        (.account(let export), .ur):
        let cbor = CBORWriter.encode(AccountMessage.cbor(export))
        return try FrameEncoder(UR(type: AccountMessage.type, cbor: cbor), limit: limit)
      case (.account(let export), .coldcard):
        return try FrameEncoder(BytesMessage.ur(Array(json(of: export).utf8)), limit: limit)
      case (.descriptor(let text), nil), (.descriptor(let text), .cryptoOutput),
        (.descriptor(let text), .ur):
        guard let value = try? OutputDescriptor.cbor(text) else { break }
        return try FrameEncoder(
          UR(type: OutputDescriptor.type, cbor: CBORWriter.encode(value)), limit: limit)
      default: break
      }
    } catch {
      throw ProgramError(error)
    }
    throw unsupported(format, "a symbol")
  }

  /// The content of a symbol that needs no frames; nil when frames are wanted.
  func plainSymbol(as format: PayloadFormat?) -> String? {
    switch (self, format) {
    case (.plain(let text), _): text
    case (.descriptor(let text), .descriptor), (.descriptor(let text), .text): text
    case (.account(let export), .text): AccountText.text(export)
    case (.psbt(let bytes), .base64): Base64.encode(bytes)
    case (.psbt(let bytes), .hex), (.transaction(let bytes), .hex): Hex.encode(bytes)
    default: nil
    }
  }

  /// The bytes of a binary file.
  func binary() throws(ProgramError) -> [UInt8] {
    switch self {
    case .psbt(let bytes), .transaction(let bytes): bytes
    default: throw unsupported(nil, "a binary file")
    }
  }

  /// The text of a file or of standard output, ending with a line feed.
  func text(as format: PayloadFormat?) throws(ProgramError) -> String {
    switch (self, format) {
    case (.psbt(let bytes), nil), (.psbt(let bytes), .base64): return Base64.encode(bytes) + "\n"
    case (.psbt(let bytes), .hex), (.transaction(let bytes), nil), (.transaction(let bytes), .hex):
      return Hex.encode(bytes) + "\n"
    case (.account(let export), nil), (.account(let export), .text):
      return AccountText.text(export)
    case (.account(let export), .coldcard): return json(of: export)
    case (.descriptor(let text), nil), (.descriptor(let text), .descriptor),
      (.descriptor(let text), .text):
      return text + "\n"
    case (.plain(let text), _): return text + "\n"
    case (_, .ur), (_, .cryptoAccount), (_, .cryptoOutput), (_, .bbqr):
      let encoder = try frames(as: format, limit: .largest)
      return (0..<encoder.frameCount).map { encoder.frame($0) + "\n" }.joined()
    default: throw unsupported(format, "text")
    }
  }

  /// The text of a `.json` file.
  func jsonFile() throws(ProgramError) -> String {
    guard case .account(let export) = self else { throw unsupported(nil, "a .json file") }
    return json(of: export)
  }

  private func json(of export: AccountExport) -> String {
    JSONWriter.encode(ColdcardAccount.json(export), pretty: true) + "\n"
  }

  private func unsupported(_ format: PayloadFormat?, _ place: String) -> ProgramError {
    let what =
      switch self {
      case .psbt: "a PSBT"
      case .transaction: "a transaction"
      case .account: "an account"
      case .descriptor: "a descriptor"
      case .plain: "this text"
      }
    let form = format.map { " as \($0.rawValue)" } ?? ""
    return ProgramError(
      "\(what) cannot be written\(form) to \(place)", hint: "see --help for --as and the endings",
      exitCode: .wrongUsage)
  }
}
