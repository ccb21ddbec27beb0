public import AirgapMessages
public import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import QRTransport
internal import Refusals
public import SignedMessages
public import TerminalUI
public import WalletFiles

/// A message that leaves, and the forms it may take.
public enum OutgoingMessage: Sendable {
  /// A PSBT, binary.
  case psbt([UInt8])
  /// One payment at several fee rates, as `ur:bytes`.
  case ladder(PaymentLadder)
  /// A finished transaction, binary.
  case transaction([UInt8])
  /// The transactions that a payment spends.
  case transactions([[UInt8]])
  /// A payment of a legacy P2SH multisig as `multisig:` text.
  case multisigPayload(MultisigPayload)
  /// Account keys of one seed.
  case account(AccountExport)
  /// The text of a descriptor with its checksum.
  case descriptor(String)
  /// A wallet, to be written in any of its formats.
  case wallet(WalletFile)
  /// Text that is shown as a QR code as it is: an address.
  case plain(String)
  /// The log of a signer, as `ur:bytes`.
  case signingLog(SigningLogExport)
  /// The receipt of a signing, as `ur:bytes`.
  case signingReceipt(SigningReceipt)
  /// A text to sign, as `ur:bytes` or in another program's form.
  case messageRequest(MessageRequest)
  /// A text with its signature, as text.
  case signedMessage(SignedMessageFile)

  /// What came in, to be passed on as it is.
  public init(_ message: AirgapMessage) {
    self =
      switch message {
      case .psbt(let bytes): .psbt(bytes)
      case .ladder(let ladder): .ladder(ladder)
      case .transaction(let transaction): .transaction(transaction.encoded())
      case .transactions(let list): .transactions(list.map { $0.encoded() })
      case .multisigPayload(let payload): .multisigPayload(payload)
      case .account(let export): .account(export)
      case .descriptor(let text): .descriptor(text)
      case .wallet(let file): .wallet(file)
      case .keyRecord(let record): .plain(record.text)
      case .sealedWallet(let file): .plain(file.text)
      case .key(let text), .address(let text), .sealedRecord(let text): .plain(text)
      case .paymentRequest(let uri): .plain(uri.text)
      case .keypath(_, let resource), .coinInfo(_, let resource): .plain(resource.text)
      case .signingLog(let log): .signingLog(log)
      case .signingReceipt(let receipt): .signingReceipt(receipt)
      case .signedMessage(let file): .signedMessage(file)
      case .messageRequest(let request): .messageRequest(request)
      }
  }

  /// A payment in the form that a format asks for: `multisig` is another text of it, every other
  /// format another way to write the PSBT.
  ///
  /// - Throws: `ProgramError` when a payload cannot say what the PSBT does.
  public static func payment(
    _ psbt: PSBT, as format: PayloadFormat?
  ) throws(ProgramError) -> OutgoingMessage {
    guard format == .multisig else { return .psbt(psbt.encoded()) }
    do throws(MultisigPayloadError) {
      return .multisigPayload(try MultisigPayload(psbt))
    } catch {
      throw ProgramError(error, during: "as a multisig payload")
    }
  }

  /// The QR codes' contents in a format, nil for the message's own default.
  ///
  /// `carrier` is what text travels in.
  ///
  /// - Throws: `ProgramError` for a format that this message does not have.
  func frames(
    as format: PayloadFormat?, limit: QRVersion, in carrier: PeerProfile.Carrier = .ur
  ) throws(ProgramError) -> FrameEncoder {
    do {
      switch (self, format) {
      case (.psbt(let bytes), nil), (.psbt(let bytes), .ur):
        return try FrameEncoder(PaymentMessage.ur(bytes), limit: limit)
      case (.psbt(let bytes), .newerUR):
        return try FrameEncoder(PaymentMessage.ur(bytes, newer: true), limit: limit)
      case (.psbt(let bytes), .firstUR):
        return try FrameEncoder(first: BytesMessage.ur(bytes), limit: limit)
      case (.psbt(let bytes), .compact):
        // What cannot be made short is carried as it is.
        guard let short = CompactPayment.encoded(bytes) else {
          return try FrameEncoder(PaymentMessage.ur(bytes), limit: limit)
        }
        return try FrameEncoder(BytesMessage.ur(short), limit: limit)
      case (.psbt(let bytes), .base43), (.transaction(let bytes), .base43):
        // Too long to be worth computing: a byte takes 1.474 characters.
        throw tooLongForSymbol(bytes.count * 1_474 / 1_000, as: format, limit: limit)
      case (.psbt(let bytes), .bbqr):
        return try FrameEncoder(bbqr: BBQrFile(kind: .psbt, bytes: bytes), limit: limit)
      case (.psbt(let bytes), .specter):
        return try FrameEncoder(specter: Base64.encode(bytes), limit: limit)
      case (.transaction(let bytes), nil), (.transaction(let bytes), .ur):
        return try FrameEncoder(BytesMessage.ur(bytes), limit: limit)
      case (.transaction(let bytes), .bbqr):
        return try FrameEncoder(bbqr: BBQrFile(kind: .transaction, bytes: bytes), limit: limit)
      case (.transactions(let list), nil), (.transactions(let list), .ur):
        let text = Array(TransactionLines.text(list).utf8)
        return try FrameEncoder(BytesMessage.ur(text), limit: limit)
      case (.multisigPayload(let payload), nil), (.multisigPayload(let payload), .multisig),
        (.multisigPayload(let payload), .ur):
        return try FrameEncoder(BytesMessage.ur(Array(payload.text.utf8)), limit: limit)
      case (.multisigPayload(let payload), .bbqr):
        let file = BBQrFile(kind: .text, bytes: Array(payload.text.utf8))
        return try FrameEncoder(bbqr: file, limit: limit)
      case (.account(let export), nil), (.account(let export), .cryptoAccount),
        (.account(let export), .ur):
        let cbor = CBORWriter.encode(AccountMessage.cbor(export))
        return try FrameEncoder(UR(type: AccountMessage.type, cbor: cbor), limit: limit)
      case (.account(let export), .coldcard):
        return try Self.carried(Array(json(of: export).utf8), as: .json, in: carrier, limit)
      case (.account(let export), .coldcardMultisig):
        let text = try multisigJSON(of: export)
        return try Self.carried(Array(text.utf8), as: .json, in: carrier, limit)
      case (.descriptor(let text), nil), (.descriptor(let text), .cryptoOutput),
        (.descriptor(let text), .ur):
        guard let value = try? OutputDescriptor.cbor(text) else { break }
        return try FrameEncoder(
          UR(type: OutputDescriptor.type, cbor: CBORWriter.encode(value)), limit: limit)
      case (.wallet(let file), nil), (.wallet(let file), .cryptoOutput), (.wallet(let file), .ur):
        return try FrameEncoder(resource(of: file), limit: limit)
      case (.signingLog(let log), nil), (.signingLog(let log), .ur):
        return try FrameEncoder(BytesMessage.ur(log.encoded()), limit: limit)
      case (.signingLog(let log), .bbqr):
        let file = BBQrFile(kind: .binary, bytes: log.encoded())
        return try FrameEncoder(bbqr: file, limit: limit)
      case (.ladder(let ladder), nil), (.ladder(let ladder), .ur):
        return try FrameEncoder(BytesMessage.ur(ladder.encoded()), limit: limit)
      case (.ladder(let ladder), .bbqr):
        let file = BBQrFile(kind: .binary, bytes: ladder.encoded())
        return try FrameEncoder(bbqr: file, limit: limit)
      case (.signingReceipt(let receipt), nil), (.signingReceipt(let receipt), .ur):
        return try FrameEncoder(BytesMessage.ur(receipt.encoded()), limit: limit)
      case (.signingReceipt(let receipt), .bbqr):
        let file = BBQrFile(kind: .binary, bytes: receipt.encoded())
        return try FrameEncoder(bbqr: file, limit: limit)
      case (.messageRequest(let request), nil), (.messageRequest(let request), .ur):
        guard let bytes = request.encoded() ?? request.line.map({ Array($0.utf8) }) else { break }
        return try FrameEncoder(BytesMessage.ur(bytes), limit: limit)
      case (.messageRequest(let request), .bbqr):
        guard let bytes = request.encoded() else { break }
        return try FrameEncoder(bbqr: BBQrFile(kind: .binary, bytes: bytes), limit: limit)
      case (.signedMessage(let file), nil), (.signedMessage(let file), .ur):
        return try FrameEncoder(BytesMessage.ur(Array(file.text.utf8)), limit: limit)
      case (.signedMessage(let file), .bbqr):
        let file = BBQrFile(kind: .text, bytes: Array(file.text.utf8))
        return try FrameEncoder(bbqr: file, limit: limit)
      case (.wallet(let file), let format?):
        guard let bytes = try encoded(file, as: format) else { break }
        let isJSON = format.walletFormat?.isJSON == true
        return try Self.carried(bytes, as: isJSON ? .json : .text, in: carrier, limit)
      default: break
      }
    } catch let error as ProgramError {
      throw error
    } catch let error as QRTransportError {
      throw ProgramError(error)
    } catch {
      throw unsupported(format, "a QR code")
    }
    throw unsupported(format, "a QR code")
  }

  /// The frames of a text or a JSON file.
  private static func carried(
    _ bytes: [UInt8], as kind: BBQrFile.Kind, in carrier: PeerProfile.Carrier, _ limit: QRVersion
  ) throws(QRTransportError) -> FrameEncoder {
    switch carrier {
    case .ur: try FrameEncoder(BytesMessage.ur(bytes), limit: limit)
    case .bbqr: try FrameEncoder(bbqr: BBQrFile(kind: kind, bytes: bytes), limit: limit)
    }
  }

  /// The content of a QR code that needs no frames; nil when frames are wanted.
  ///
  /// A payload is one QR code of its text (byte mode) while that fits `limit`.
  func plainSymbol(
    as format: PayloadFormat?, limit: QRVersion, in carrier: PeerProfile.Carrier = .ur
  ) -> String? {
    switch (self, format) {
    case (.multisigPayload(let payload), nil), (.multisigPayload(let payload), .multisig):
      return payload.text.utf8.count <= limit.byteCapacity ? payload.text : nil
    case (.plain(let text), _): return text
    case (.signedMessage(let file), nil):
      return file.text.utf8.count <= limit.byteCapacity ? file.text : nil
    case (.signedMessage(let file), .text): return file.text
    case (.messageRequest(let request), .signMessage): return request.line
    case (.messageRequest(let request), .coldcard): return request.coldcardJSON
    case (.descriptor(let text), .descriptor), (.descriptor(let text), .text): return text
    case (.descriptor(let text), nil)
    where (try? OutputDescriptor.cbor(text)) == nil && text.utf8.count <= limit.byteCapacity:
      // The registry's descriptors have no place for an uncompressed key.
      return text
    case (.account(let export), .text): return AccountText.text(export)
    case (.wallet(let file), let format?):
      return carrier == .ur ? plainText(of: file, as: format) : nil
    case (.psbt(let bytes), .base43) where bytes.count <= Self.base43Limit,
      (.transaction(let bytes), .base43) where bytes.count <= Self.base43Limit:
      return Base43.encode(bytes)
    case (.psbt(let bytes), .base64): return Base64.encode(bytes)
    case (.psbt(let bytes), .hex), (.transaction(let bytes), .hex): return Hex.encode(bytes)
    default: return nil
    }
  }

  /// The most bytes that are written in base 43, which takes time with their square: the largest QR code holds
  /// fewer.
  private static let base43Limit = 4_000

  /// The refusal of a text that one QR code cannot carry so that a camera reads it, with the form
  /// that works.
  func tooLongForSymbol(
    _ bytes: Int, as format: PayloadFormat?, limit: QRVersion
  ) -> ProgramError {
    let hint =
      switch self {
      case .psbt where format == .base43:
        "carry it as a file: --out FILE.psbt; or add --without-previous, if the other side needs no proof of amounts"
      case .psbt, .transaction:
        "leave out --as, or use --as bbqr: both spread it over several QR codes"
      case .account: "leave out --as: crypto-account is shorter, and spreads over several QR codes"
      case .descriptor, .wallet:
        "leave out --as, or use --as crypto-output: it spreads over several QR codes"
      default: "write it as a .txt file"
      }
    return ProgramError(
      "this form must fit into one QR code, but has \(bytes) bytes: version \(limit.number), the "
        + "largest that a camera reads, holds "
        + "\(format == .base43 ? limit.alphanumericCapacity : limit.byteCapacity)",
      rule: .r22,
      hint: hint)
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
    case (.psbt(let bytes), .base43) where bytes.count <= Self.base43Limit,
      (.transaction(let bytes), .base43) where bytes.count <= Self.base43Limit:
      return Base43.encode(bytes) + "\n"
    case (.transactions(let list), nil), (.transactions(let list), .hex):
      return TransactionLines.text(list)
    case (.multisigPayload(let payload), nil), (.multisigPayload(let payload), .multisig),
      (.multisigPayload(let payload), .text):
      return payload.text + "\n"
    case (.account(let export), nil), (.account(let export), .text):
      return AccountText.text(export)
    case (.account(let export), .coldcard): return json(of: export)
    case (.account(let export), .coldcardMultisig): return try multisigJSON(of: export)
    case (.account(let export), .specter), (.account(let export), .specterDIY):
      // Specter reads keys without a script before them.
      return export.accounts.map { "\($0.key)\n" }.joined()
    case (.wallet(let file), nil): return file.descriptor.canonical + "\n"
    case (.wallet(let file), let format?) where format != .ur:
      guard let bytes = try encoded(file, as: format) else { throw unsupported(format, "text") }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.hasSuffix("\n") ? text : text + "\n"
    case (.descriptor(let text), nil), (.descriptor(let text), .descriptor),
      (.descriptor(let text), .text):
      return text + "\n"
    case (.plain(let text), _): return text + "\n"
    case (.signedMessage(let file), nil), (.signedMessage(let file), .text): return file.text
    case (.messageRequest(let request), .signMessage):
      guard let line = request.line else { throw unsupported(format, "text") }
      return line + "\n"
    case (.messageRequest(let request), .coldcard):
      guard let json = request.coldcardJSON else { throw unsupported(format, "text") }
      return json + "\n"
    case (.signingLog, nil), (.signingReceipt, nil), (.messageRequest, nil), (.ladder, nil),
      (_, .ur),
      (_, .cryptoAccount), (_, .cryptoOutput), (_, .bbqr), (.psbt, .specter), (.psbt, .compact),
      (.psbt, .newerUR), (.psbt, .firstUR):
      let encoder = try frames(as: format, limit: .largest)
      return (0..<encoder.frameCount).map { encoder.frame($0) + "\n" }.joined()
    default: throw unsupported(format, "text")
    }
  }

  /// The text of a `.json` file.
  func jsonFile(as format: PayloadFormat?) throws(ProgramError) -> String {
    switch (self, format) {
    case (.account(let export), nil), (.account(let export), .coldcard): return json(of: export)
    case (.account(let export), .coldcardMultisig): return try multisigJSON(of: export)
    case (.wallet, nil): return try text(as: .accountMap)
    case (.messageRequest, .coldcard): return try text(as: .coldcard)
    case (.wallet, let format?) where format.walletFormat?.isJSON == true:
      return try text(as: format)
    default: throw unsupported(format, "a .json file")
    }
  }

  private func multisigJSON(of export: AccountExport) throws(ProgramError) -> String {
    do throws(WalletFileError) {
      return JSONWriter.encode(try ColdcardAccount.multisigJSON(export), pretty: true) + "\n"
    } catch {
      throw ProgramError(error)
    }
  }

  // MARK: Wallets

  /// The longest text that goes into one QR code by itself, in bytes: about version 20.
  private static let plainLimit = 800

  private func encoded(
    _ file: WalletFile, as format: PayloadFormat
  ) throws(ProgramError) -> [UInt8]? {
    guard let format = format == .text ? .descriptor : format.walletFormat else { return nil }
    do throws(WalletFileError) {
      return try file.encoded(as: format)
    } catch {
      throw ProgramError(error)
    }
  }

  private func resource(of file: WalletFile) throws(ProgramError) -> UR {
    do throws(WalletFileError) {
      return try OutputDescriptor.ur(file.descriptor, name: file.name)
    } catch {
      throw ProgramError(error)
    }
  }

  private func plainText(of file: WalletFile, as format: PayloadFormat) -> String? {
    guard format != .cryptoOutput, let bytes = (try? encoded(file, as: format)) ?? nil,
      bytes.count <= Self.plainLimit
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  private func json(of export: AccountExport) -> String {
    JSONWriter.encode(ColdcardAccount.json(export), pretty: true) + "\n"
  }

  /// What a page of it is headed with.
  var title: String {
    switch self {
    case .psbt: "Payment (PSBT)"
    case .ladder: "Payment (fee ladder)"
    case .transaction: "Transaction"
    case .transactions: "Transactions"
    case .multisigPayload: "Payment (multisig payload)"
    case .account: "Account keys (public)"
    case .descriptor, .wallet: "Wallet (public)"
    case .plain: "Text"
    case .signingLog: "Log of a signer"
    case .signingReceipt: "Receipt of a signing"
    case .messageRequest: "Text to sign"
    case .signedMessage: "Signed text"
    }
  }

  private func unsupported(_ format: PayloadFormat?, _ place: String) -> ProgramError {
    let what =
      switch self {
      case .psbt: "a PSBT"
      case .ladder: "a fee ladder"
      case .transaction: "a transaction"
      case .transactions: "a list of transactions"
      case .multisigPayload: "a multisig payload"
      case .account: "an account"
      case .descriptor: "a descriptor"
      case .wallet: "a wallet"
      case .plain: "this text"
      case .signingLog: "a log"
      case .signingReceipt: "a receipt"
      case .messageRequest: "a request for a signature"
      case .signedMessage: "a signed message"
      }
    let form = format.map { " as \($0.rawValue)" } ?? ""
    return ProgramError(
      "\(what) cannot be written\(form) to \(place)", hint: "see --help for --as and the endings",
      exitCode: .wrongUsage)
  }
}
