internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import Hashes
public import QRTransport
internal import SignedMessages
internal import WalletBackups
internal import WalletFiles

/// Says what a payload is, by its content and never by its name.
///
/// Source of the order: the formats in use, most specific first. Text is ASCII; what looks like a
/// seed or a private key is refused before anything else is tried, and no part of it is repeated
/// (R22).
public enum Recognizer {
  /// The four bytes and the separator every PSBT starts with.
  private static let psbtMagic: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xff]

  /// Recognises a message that QR codes carried.
  ///
  /// - Throws: ``AirgapMessageError``.
  public static func message(
    _ carried: FrameCollector.Message
  ) throws(AirgapMessageError) -> AirgapMessage {
    switch carried {
    case .ur(let ur): return try message(ur)
    case .plain(let bytes): return try message(bytes)
    case .bbqr(let file): return try message(file.bytes)
    }
  }

  /// Recognises a uniform resource by its type.
  ///
  /// - Throws: ``AirgapMessageError``.
  public static func message(_ ur: UR) throws(AirgapMessageError) -> AirgapMessage {
    switch ur.type {
    case "seed", "crypto-seed", "crypto-bip39", "crypto-sskr", "sskr", "crypto-slip39":
      throw .secret(kind: "a seed")
    default: break
    }
    let value: CBORValue
    do {
      value = try CBORReader.parse(ur.cbor)
    } catch {
      throw .encoding(type: ur.type, error)
    }
    switch ur.type {
    case PaymentMessage.type, PaymentMessage.newerType:
      guard let bytes = value.bytesValue, isPSBT(bytes) else {
        throw .malformed(type: ur.type, what: "no PSBT inside")
      }
      return .psbt(bytes)
    case BytesMessage.type:
      guard let bytes = value.bytesValue else {
        throw .malformed(type: ur.type, what: "no byte string inside")
      }
      return try message(bytes)
    case AccountMessage.type, AccountMessage.newerType, AccountMessage.manyCoinsType:
      return .account(
        try walletFile { () throws(WalletFileError) in try AccountMessage.export(value) })
    case OutputDescriptor.type, OutputDescriptor.newerType:
      // The resource's own checksum stood for the text until here; from here on the text's does.
      let text = try walletFile { () throws(WalletFileError) in try OutputDescriptor.text(value) }
      return .descriptor((try? DescriptorChecksum.appended(to: text)) ?? text)
    case KeyMessage.type, KeyMessage.newerType:
      return .key(
        try walletFile { () throws(WalletFileError) in try KeyMessage.text(value, type: ur.type) })
    case AddressMessage.type, AddressMessage.newerType:
      return .address(
        try walletFile { () throws(WalletFileError) in try AddressMessage.address(value) }.string)
    case KeypathMessage.type, KeypathMessage.newerType:
      return .keypath(
        try walletFile { () throws(WalletFileError) in try KeypathMessage(value) }, ur)
    case CoinInfoMessage.type, CoinInfoMessage.newerType:
      return .coinInfo(
        try walletFile { () throws(WalletFileError) in try CoinInfoMessage(value) }, ur)
    case "crypto-eckey", "eckey":
      if value[2]?.boolValue == true { throw .secret(kind: "a private key") }
      throw .unknownType(ur.type)
    default: throw .unknownType(ur.type)
    }
  }

  /// Recognises plain bytes: the content of a file, of a QR code, or of pasted text.
  ///
  /// - Throws: ``AirgapMessageError``.
  public static func message(_ bytes: [UInt8]) throws(AirgapMessageError) -> AirgapMessage {
    if isPSBT(bytes) { return .psbt(bytes) }
    if MultisigPayload.recognizes(bytes) { return .multisigPayload(try payload(bytes)) }
    if SigningLogExport.frame.recognizes(bytes) {
      return .signingLog(try SigningLogExport(decoding: bytes))
    }
    if SigningReceipt.frame.recognizes(bytes) {
      return .signingReceipt(try SigningReceipt(decoding: bytes))
    }
    if CompactPayment.recognizes(bytes) { return try compactPayment(bytes) }
    if PaymentLadder.frame.recognizes(bytes) { return try ladder(bytes) }
    if let message = try signedMessage(bytes) { return message }
    if let file = ElectrumSealedFile.recognised(bytes) { return .sealedWallet(file) }
    if let file = OtherProgramFile(bytes) { throw .otherProgram(file) }
    if MessageRequest.frame.recognizes(bytes) {
      return .messageRequest(try messageRequest(bytes))
    }
    if let request = try MessageRequest.recognized(bytes) { return .messageRequest(request) }
    guard let text = asciiText(bytes) else {
      if let message = transaction(bytes) { return message }
      // Names in wallets' files are written in any script.
      if let message = try walletOrKey(bytes, nil) { return message }
      if let request = try MessageRequest.recognizedLines(bytes) {
        return .messageRequest(request)
      }
      throw .unrecognized(bytes: bytes.count)
    }
    if let kind = SecretDetector.kind(of: text) { throw .secret(kind: kind) }
    if PaymentURI.isOne(text), !text.contains(where: \.isWhitespace) {
      return try paymentRequest(text)
    }
    if BackupKey.isOne(text) { throw .backupKey }
    if let message = try psbtOrTransaction(text) { return message }
    if let transactions = TransactionLines.transactions(in: text) {
      return transactions.count == 1
        ? .transaction(transactions[0]) : .transactions(transactions)
    }
    if text.prefix(3).lowercased() == "ur:" { return try whole(text) }
    if text.hasPrefix("{"), let message = try json(bytes) { return message }
    if isDescriptor(text) { return .descriptor(text) }
    if let message = try walletOrKey(bytes, text) { return message }
    if (try? Xpub(parsing: text)) != nil { return .key(text) }
    if let address = address(text) { return .address(address) }
    if BSMSToken.isSealed(text) { return .sealedRecord(text) }
    if let message = inBase58(text) { return message }
    if let message = electrum(text) { return message }
    if let request = try MessageRequest.recognizedLines(bytes) { return .messageRequest(request) }
    throw .unrecognized(bytes: bytes.count)
  }

  /// A wallet's file of any format, or the keys of an account or a cosigner.
  private static func walletOrKey(
    _ bytes: [UInt8], _ text: String?
  ) throws(AirgapMessageError) -> AirgapMessage? {
    try walletFile { () throws(WalletFileError) in
      if let file = try WalletFile.recognised(bytes) { return .wallet(file) }
      if let text, text.hasPrefix("BSMS") { return .keyRecord(try BSMSKeyRecord(parsing: text)) }
      guard let keys = try CosignerKey.recognised(bytes), let first = keys.first else { return nil }
      // Keys of one seed whose scripts are known are accounts; anything else is a key.
      let accounts = keys.compactMap { key -> AccountExport.Account? in
        guard let account = key.account, let script = key.script else { return nil }
        return AccountExport.Account(script: script, key: account)
      }
      if let fingerprint = first.key.origin?.fingerprint, accounts.count == keys.count,
        keys.allSatisfy({ $0.key.origin?.fingerprint == fingerprint })
      {
        return .account(AccountExport(masterFingerprint: fingerprint, accounts: accounts))
      }
      guard keys.count == 1 else {
        throw .unsupported(type: "key text", what: "keys of several seeds or unknown scripts")
      }
      return .key("\(first.key)")
    }
  }

  private static func walletFile<Value>(
    _ body: () throws(WalletFileError) -> Value
  ) throws(AirgapMessageError) -> Value {
    do throws(WalletFileError) {
      return try body()
    } catch {
      throw AirgapMessageError(error)
    }
  }

  // MARK: Kinds

  private static func isPSBT(_ bytes: [UInt8]) -> Bool { bytes.starts(with: psbtMagic) }

  private static func transaction(_ bytes: [UInt8]) -> AirgapMessage? {
    (try? Transaction(decoding: bytes)).map { .transaction($0) }
  }

  /// Reads a payload; its unknown members may hold any text, but no secret.
  private static func payload(_ bytes: [UInt8]) throws(AirgapMessageError) -> MultisigPayload {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .malformed(type: AirgapMessageError.payloadType, what: "it is not UTF-8")
    }
    if let kind = SecretDetector.kind(of: text) { throw .secret(kind: kind) }
    do {
      return try MultisigPayload(parsing: text)
    } catch {
      throw .payload(error)
    }
  }

  /// A PSBT that was made short.
  private static func compactPayment(
    _ bytes: [UInt8]
  ) throws(AirgapMessageError) -> AirgapMessage {
    let psbt = try CompactPayment.decoded(bytes)
    guard isPSBT(psbt) else {
      throw .malformed(type: CompactPayment.frame.type, what: "no PSBT inside")
    }
    return .psbt(psbt)
  }

  /// Several PSBTs that cross the gap together.
  private static func ladder(_ bytes: [UInt8]) throws(AirgapMessageError) -> AirgapMessage {
    let ladder = try PaymentLadder(decoding: bytes)
    guard ladder.packets.allSatisfy(isPSBT) else {
      throw .malformed(type: PaymentLadder.frame.type, what: "not all of it is PSBTs")
    }
    return .ladder(ladder)
  }

  /// A request in this program's own form; its text holds no secret.
  private static func messageRequest(
    _ bytes: [UInt8]
  ) throws(AirgapMessageError) -> MessageRequest {
    let request = try MessageRequest(decoding: bytes)
    if let kind = SecretDetector.kind(of: String(decoding: request.text, as: UTF8.self)) {
      throw .secret(kind: kind)
    }
    return request
  }

  /// A text with a signature; the text may be in any script, but holds no secret.
  private static func signedMessage(
    _ bytes: [UInt8]
  ) throws(AirgapMessageError) -> AirgapMessage? {
    // What it begins with tells it from everything else, before anything is copied.
    guard let first = bytes.first(where: { $0 != 0x20 && $0 != 0x0a && $0 != 0x0d }),
      first == UInt8(ascii: "-"), let text = String(validating: bytes, as: UTF8.self),
      SignedMessageFile.isOne(text)
    else { return nil }
    if let kind = SecretDetector.kind(of: text) { throw .secret(kind: kind) }
    do throws(MessageError) {
      return .signedMessage(try SignedMessageFile(parsing: text))
    } catch {
      guard case .form(_, let what) = error else { return nil }
      throw .malformed(type: AirgapMessageError.signedMessageType, what: what)
    }
  }

  /// Printable ASCII with line breaks and tabs, trimmed; nil for anything else and for nothing.
  private static func asciiText(_ bytes: [UInt8]) -> String? {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
    guard bytes.allSatisfy({ (0x20...0x7e).contains($0) || isBlank($0) }),
      let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return nil }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }

  private static func psbtOrTransaction(
    _ text: String
  ) throws(AirgapMessageError) -> AirgapMessage? {
    let lines = text.split(whereSeparator: \.isWhitespace)
    let joined = lines.count == 1 ? text : lines.joined()
    if joined.hasPrefix("cHNidP") {
      guard let bytes = try? Base64.decode(joined), isPSBT(bytes) else {
        throw .malformed(
          type: AirgapMessageError.base64PSBT, what: "the base64 is cut or damaged")
      }
      return .psbt(bytes)
    }
    let digits = joined.utf8
    guard digits.count >= 10, digits.count % 2 == 0,
      digits.allSatisfy({
        (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0)
      }), let bytes = try? Hex.decode(joined)
    else { return nil }
    if isPSBT(bytes) { return .psbt(bytes) }
    return transaction(bytes)
  }

  /// The most characters of Base58 that are read: some 7 kB.
  private static let base58Limit = 10_000

  /// A PSBT in Base58, as some older signers show it; decoding takes time with the square of its length.
  private static func inBase58(_ text: String) -> AirgapMessage? {
    guard let bytes = try? Base58.decode(text, maxLength: base58Limit), isPSBT(bytes) else {
      return nil
    }
    return .psbt(bytes)
  }

  /// A PSBT or a transaction as Electrum's QR codes carry it; last, as many a text is a number in
  /// base 43.
  private static func electrum(_ text: String) -> AirgapMessage? {
    guard let bytes = try? Base43.decode(text) else { return nil }
    if isPSBT(bytes) { return .psbt(bytes) }
    return transaction(bytes)
  }

  /// A whole uniform resource as text; a part of a series is not a message yet.
  private static func whole(_ text: String) throws(AirgapMessageError) -> AirgapMessage {
    var collector = FrameCollector()
    var found: UR?
    do throws(QRTransportError) {
      for line in text.split(whereSeparator: \.isWhitespace) where found == nil {
        if case .complete(let carried) = try collector.receive(String(line)) {
          // Anything but a resource ("ur:" alone on its line) would come back here, again and
          // again.
          guard case .ur(let ur) = carried else { break }
          found = ur
        }
      }
    } catch {
      throw .resource(error)
    }
    if let found { return try message(found) }
    throw .malformed(
      type: AirgapMessageError.resourceType, what: "parts of its series are missing")
  }

  /// A payment in JSON; nil for other objects.
  private static func json(_ bytes: [UInt8]) throws(AirgapMessageError) -> AirgapMessage? {
    let value: JSONValue
    do {
      value = try JSONReader.parse(bytes)
    } catch {
      throw .encoding(type: "JSON file", error)
    }
    return try value["psbt"]?.stringValue.flatMap { text throws(AirgapMessageError) in
      try psbtOrTransaction(text)
    }
  }

  private static func isDescriptor(_ text: String) -> Bool {
    guard let open = text.firstIndex(of: "("), !text.contains(where: \.isWhitespace) else {
      return false
    }
    let name = text[..<open]
    return !name.isEmpty && name.count <= 12
      && name.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "_") }
  }

  /// A request to be paid; where it says an address and nothing else, that address.
  private static func paymentRequest(
    _ text: String
  ) throws(AirgapMessageError) -> AirgapMessage {
    do throws(PaymentURIError) {
      let uri = try PaymentURI(parsing: text)
      guard uri.isAddressAlone else { return .paymentRequest(uri) }
      guard let known = address(uri.addresses[0]) else {
        throw .form("has an address of no network that is known here")
      }
      return .address(known)
    } catch {
      throw .paymentRequest(error)
    }
  }

  private static func address(_ text: String) -> String? {
    let rest = text.prefix { $0 != "?" }
    for network in Network.standard {
      if (try? Address(parsing: rest, on: network)) != nil { return String(rest) }
    }
    return nil
  }
}
